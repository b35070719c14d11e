// libtesseract, opened when it is first asked: few pictures ask for it, and it brings 27 others along.
#ifndef CTESSERACT_H
#define CTESSERACT_H

#include <tesseract/capi.h>

// The functions of its C interface that are used, each under its own name.
#define CTESSERACT_FUNCTIONS(F)                                                                                        \
    F(TessBaseAPICreate)                                                                                               \
    F(TessBaseAPIDelete)                                                                                               \
    F(TessBaseAPIEnd)                                                                                                  \
    F(TessBaseAPIInit5)                                                                                                \
    F(TessBaseAPISetVariable)                                                                                          \
    F(TessBaseAPISetPageSegMode)                                                                                       \
    F(TessBaseAPISetImage)                                                                                             \
    F(TessBaseAPISetSourceResolution)                                                                                  \
    F(TessBaseAPIRecognize)                                                                                            \
    F(TessBaseAPIGetIterator)                                                                                          \
    F(TessResultIteratorDelete)                                                                                        \
    F(TessResultIteratorNext)                                                                                          \
    F(TessResultIteratorGetUTF8Text)                                                                                   \
    F(TessResultIteratorConfidence)                                                                                    \
    F(TessResultIteratorGetPageIterator)                                                                               \
    F(TessResultIteratorGetChoiceIterator)                                                                             \
    F(TessPageIteratorBoundingBox)                                                                                     \
    F(TessChoiceIteratorDelete)                                                                                        \
    F(TessChoiceIteratorNext)                                                                                          \
    F(TessChoiceIteratorGetUTF8Text)                                                                                   \
    F(TessChoiceIteratorConfidence)                                                                                    \
    F(TessDeleteText)

/// What capi.h declares.
struct ctesseract_functions {
#define CTESSERACT_POINTER(name) __typeof__(name) *_Nonnull name;
    CTESSERACT_FUNCTIONS(CTESSERACT_POINTER)
#undef CTESSERACT_POINTER
};

/// The functions of libtesseract, which is opened by the first call; NULL when it is not there.
const struct ctesseract_functions *_Nullable ctesseract(void);

#endif
