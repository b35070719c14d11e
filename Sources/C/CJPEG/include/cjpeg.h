// libjpeg with error handlers that neither print nor end the program. Its own ones can be replaced only in C: an error
// leaves the library by longjmp, which must not cross Swift.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A decompressor, used for one file after another by one thread at a time.
typedef struct cjpeg_decoder cjpeg_decoder;

/// What a file says of itself before any pixel is decoded.
typedef struct {
    uint32_t width, height;
    /// 1 gray, 3 colour, 4 the inks of print.
    int components;
} cjpeg_header;

/// The picture that will be decoded.
typedef struct {
    uint32_t width, height;
    /// Bytes a pixel: 1 for luma, 3 for red, green and blue, 4 for inks.
    int samples;
    /// Whether the inks are stored inverted, as Adobe's programs do.
    bool inverted;
} cjpeg_picture;

/// NULL where there is no memory for one.
cjpeg_decoder *cjpeg_create(void);
void cjpeg_destroy(cjpeg_decoder *decoder);

/// Reads the header of a file. `bytes` must live until the picture is read or another file is begun.
bool cjpeg_open(cjpeg_decoder *decoder, const uint8_t *bytes, size_t count, cjpeg_header *header);

/// Begins to decode the file that was opened last, at `eighths` eighths of its size, 1 to 8. Without `color` the
/// planes of colour are not decoded at all; a file of inks comes as inks either way.
bool cjpeg_begin(cjpeg_decoder *decoder, int eighths, bool color, cjpeg_picture *picture);

/// Decodes every row into `pixels`, one after another without padding. A file that breaks off is filled up by the
/// library and counts as damaged, not as failed.
bool cjpeg_read(cjpeg_decoder *decoder, uint8_t *pixels, bool *damaged);

/// What the compressed data of a file show of damage.
typedef enum {
    /// Nothing, or they are of a kind that cannot be told.
    CJPEG_SOUND,
    /// The file ends within them, and was sound so far.
    CJPEG_CUT,
    /// More of them than the picture needs.
    CJPEG_LEFT_OVER,
    /// What no encoder writes.
    CJPEG_DAMAGED,
} cjpeg_condition;

/// Walks through the compressed data, without a pixel. What follows the end of the picture is not looked at.
///
/// With `forgives_rest` it may have more of them than the picture needs, as frames of cameras do. `row` is that of the
/// first pixels that are missing where the file was cut; where only its end mark is missing, the height.
cjpeg_condition cjpeg_walk(const uint8_t *bytes, size_t count, bool forgives_rest, uint32_t *row);

/// Compresses a picture whose pixels lie in pairs (Y Cb Y Cr) without padding, 4:2:2 as it is.
///
/// `bytes` is to be given back by free(). False for an empty picture and where the library cannot.
bool cjpeg_encode_yuyv(
    const uint8_t *pairs, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);

#endif
