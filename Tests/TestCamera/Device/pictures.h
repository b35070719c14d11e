// What the camera looks at: pictures, or a film, as YUV 4:2:0 frames.
#ifndef PICTURES_H
#define PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct size {
    uint32_t width, height;
};

// One frame: a plane of luma, then U and V of half the width and height (rounded up). Full range, ITU-R BT.601.
struct picture {
    const uint8_t *luma;
    // NULL for a gray picture.
    const uint8_t *chroma;
};

// Frames of one size, in the order in which they are shown.
struct reel {
    struct size size;
    struct picture *pictures;
    size_t count;
};

// Fits the picture `path`, or every picture of the folder `path` in the order of their names, into frames of the
// reel's size, centred on gray. Says on standard error what cannot be read; false then.
bool reel_add_pictures(struct reel *reel, const char *path);

// Opens a YUV4MPEG2 file (colour spaces mono and 420) as a reel of its size; its frames stay in the file.
bool reel_open_film(struct reel *reel, const char *path);

// Whether the file begins as YUV4MPEG2 does.
bool is_film(const char *path);

static inline uint32_t half(uint32_t side) { return (side + 1) / 2; }

#endif
