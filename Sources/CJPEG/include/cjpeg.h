// libjpeg for Swift, which cannot call what returns by longjmp. Nothing here writes to standard error.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The size in the header; false when there is none that can be decoded.
bool cjpeg_read_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

// Decodes the luma of every pixel into `width * height` bytes. False when the picture is not of that size, or when data
// is missing or damaged; the pixels are not to be used then. Bytes that are only superfluous do no harm.
bool cjpeg_decode_luma(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

#endif
