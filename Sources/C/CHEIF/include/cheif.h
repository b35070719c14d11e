// libheif, opened when the first HEIF file comes. Linked, it and the five codecs behind it would be loaded at every
// start; and who has no such files need not have it.
#ifndef CHEIF_H
#define CHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    CHEIF_OK,
    /// libheif is not there.
    CHEIF_MISSING,
    CHEIF_UNSUPPORTED,
    CHEIF_TRUNCATED,
    CHEIF_DAMAGED,
    /// libheif's own limits refuse it.
    CHEIF_TOO_LARGE,
    CHEIF_NO_MEMORY,
} cheif_status;

/// The primary image of a file, as it is seen: turned, mirrored and cropped by its transformations.
typedef struct cheif_file cheif_file;

/// Opens the library now. Otherwise the first file does.
void cheif_load(void);

/// Reads the header of a file. `bytes` must live until the file is closed. `file` is set when the status is CHEIF_OK.
cheif_status cheif_open(const uint8_t *bytes, size_t count, cheif_file **file);
void cheif_close(cheif_file *file);

/// The size that the header gives.
int cheif_width(const cheif_file *file);
int cheif_height(const cheif_file *file);

/// Decodes the image; without `color` its luma alone is taken where the file has that.
cheif_status cheif_decode(cheif_file *file, bool color);

/// Of the decoded image. Samples are the bytes a pixel that `cheif_copy` writes: 1 for luma, 3 for red, green and blue.
int cheif_decoded_width(const cheif_file *file);
int cheif_decoded_height(const cheif_file *file);
int cheif_decoded_samples(const cheif_file *file);

/// Writes the rows without padding, 0 to 255, over white where the image is seen through.
void cheif_copy(const cheif_file *file, uint8_t *pixels);

#endif
