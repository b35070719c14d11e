// Leptonica and Tesseract as one module: with two, the type of `struct Pix *` in Tesseract's functions depends on
// which of them a file imports, and code that is right in one file does not compile in the next.
#include <leptonica/allheaders.h>
#include <tesseract/capi.h>
