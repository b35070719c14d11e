// What the walk through a JPEG file knows of it, and its parts: tables, and the blocks of a scan. ITU-T T.81.
#ifndef WALK_H
#define WALK_H

#include "entropy.h"

/// The components that a frame may have here. T.81 allows more, of which no picture is made.
enum { MAX_COMPONENTS = 4 };

/// One component of the picture.
struct component {
    int name, across, down;
    const struct quantizer *quantizer;
    /// Blocks of a scan of this component alone, and of a row of those that are stored.
    uint32_t columns, rows, stored_columns;
    const struct huffman *dc, *ac;
    int last;
    bool is_seen;
    /// For each block of a progressive file which of its coefficients are not zero.
    uint64_t *known;
};

/// What the values of a table of quantisation leave possible, in the order of the scan.
struct quantizer {
    bool is_there;
    /// The most bits that a value can have.
    uint8_t max_bits[64];
    /// The most that the mean of a block can be away from the middle.
    int max_mean;
};

/// The scan that is read now. T.81, B.2.3.
struct scan {
    struct component *components[MAX_COMPONENTS];
    int count;
    /// The first and the last coefficient, and the bits of successive approximation.
    int first, last, high, low;
    int zero_blocks;
};

/// Where the walk is in the file, and what it knows of it.
struct walk {
    const uint8_t *bytes;
    size_t count, at;
    struct quantizer quantizers[4];
    struct huffman dc[4], ac[4];
    struct component components[MAX_COMPONENTS];
    int component_count;
    uint32_t width, height, interval;
    int across, down;
    bool is_progressive, forgives_rest;
    struct entropy data;
    struct scan scan;
    uint32_t row;
};

/// What was found in a part of the file.
enum step {
    /// What an encoder may have written.
    GO_ON,
    /// The end of the picture, which is whole.
    END,
    /// The end of the file within the picture.
    CUT,
    /// More data than the picture needs.
    LEFT_OVER,
    /// What no encoder writes.
    IMPOSSIBLE,
    /// A kind of file that is not gone through here.
    UNKNOWN,
};

/// The two bytes as a number.
static inline unsigned two(const uint8_t *bytes) { return (unsigned)bytes[0] << 8 | bytes[1]; }

/// Reads the tables of quantisation of a segment. T.81, B.2.4.1.
enum step walk_quantizers(struct walk *walk, const uint8_t *body, size_t length);

/// Reads the Huffman tables of a segment. T.81, B.2.4.2.
enum step walk_codes(struct walk *walk, const uint8_t *body, size_t length);

/// Takes the Huffman tables that cameras leave out. T.81, K.3.
void walk_use_usual_codes(struct walk *walk);

/// Goes over a block of the scan, in the stored column and row of its component; false where no encoder writes it so.
bool walk_block(struct walk *walk, struct component *component, uint32_t column, uint32_t row);

#endif
