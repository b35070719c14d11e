// What libtiff complains of, and the pages that Leptonica does not read. Its handlers are the process's and take a list of
// arguments as C has it; libtiff comes with Leptonica, so its functions are looked up in the running program and its
// headers need not be here.
#ifndef CTIFF_H
#define CTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes libtiff's messages, which it writes to the standard error stream otherwise. Once for the process.
void ctiff_listen(void);

/// Begins anew on this thread.
void ctiff_forget(void);

/// Whether something was wrong with the data that were decoded on this thread since. What libtiff says of tags that it
/// does not know, or that are not quite as they should be, does not count: sound files have them.
bool ctiff_heard_damage(void);

typedef enum {
    /// Read, though some of it may be damaged.
    ctiff_read_whole,
    /// Sound, and of a kind that libtiff does not read.
    ctiff_unsupported,
    ctiff_damaged,
    ctiff_no_memory,
} ctiff_result;

/// Reads the page whose directory is at an offset, in tiles or with a plane for each colour, of a TIFF or a BigTIFF
/// file. Its orientation is upright.
///
/// - width, height: of the page as the directory has them.
/// - samples: 1 for gray or 3 for red, green and blue.
/// - pixels: room for width x height x samples bytes, written over white.
ctiff_result ctiff_read(
    const uint8_t *bytes, size_t size, uint64_t directory, uint32_t width, uint32_t height, int samples,
    uint8_t *pixels);

#endif
