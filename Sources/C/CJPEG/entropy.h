// The compressed data of one scan, bit by bit, and its Huffman codes. ITU-T T.81, annex F.
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Bits that are looked up at once; few codes are longer.
enum { QUICK_BITS = 10 };

struct huffman {
    bool is_there;
    /// The length of the code that begins so, and its symbol in the lower byte; 0 for longer codes and for none.
    uint16_t quick[1 << QUICK_BITS];
    /// For each length the first code beyond those of that length, as 16 bits with zeros behind it.
    uint32_t beyond[17];
    /// For each length what is to be added to a code to have the index of its symbol.
    int offset[17];
    uint8_t symbols[256];
};

/// Makes the codes of a table from the number of codes of each length and their symbols. T.81, annex C.
///
/// Returns false where there are more codes than their lengths allow.
bool huffman_make(struct huffman *table, const uint8_t counts[16], const uint8_t *symbols, size_t count);

/// The bytes of one block at most: 64 codes of 16 bits, each followed by 15 bits; and what is looked at ahead.
enum { LONGEST_BLOCK = 64 * 31 / 8 + 32, WINDOW = 1 << 14 };

/// What stands between two markers, without the zero bytes that are stuffed into it.
struct entropy {
    const uint8_t *file;
    size_t count;
    /// What of the file has been taken; at the marker that ends the data once `is_whole`.
    size_t next;
    /// Whether the window holds all that is left before the marker, or the end of the file.
    bool is_whole;
    const uint8_t *at;
    /// The next bits, the first in the most significant place; `have` of them can be used.
    uint64_t bits;
    int have;
    size_t filled;
    uint8_t window[WINDOW + LONGEST_BLOCK];
};

/// Begins with the data at `next`.
void entropy_begin(struct entropy *data);

/// Takes more of the file into the window.
void entropy_fill(struct entropy *data);

/// Bits that are left before the marker; less than 0 where more were used than there are. Only where `is_whole`.
static inline ptrdiff_t entropy_left(const struct entropy *data) {
    return 8 * (data->window + data->filled - data->at) + data->have;
}

/// Sees to it that a whole block can be read.
static inline void entropy_need_block(struct entropy *data) {
    if (!data->is_whole && data->at > data->window + data->filled - LONGEST_BLOCK) entropy_fill(data);
}

/// Makes 56 bits usable.
static inline void entropy_load(struct entropy *data) {
    uint64_t following;
    memcpy(&following, data->at, 8);
    data->bits |= __builtin_bswap64(following) >> data->have;
    data->at += (63 - data->have) >> 3;
    data->have |= 56;
}

static inline void entropy_skip(struct entropy *data, int count) {
    data->bits <<= count;
    data->have -= count;
}

/// The next `count` bits, 1 to 16, which must be usable.
static inline unsigned entropy_take(struct entropy *data, int count) {
    const unsigned value = (unsigned)(data->bits >> (64 - count));
    entropy_skip(data, count);
    return value;
}

/// The same of any number of bits up to 16.
static inline unsigned entropy_bits(struct entropy *data, int count) {
    if (data->have < 32) entropy_load(data);
    return count > 0 ? entropy_take(data, count) : 0;
}

int huffman_long_symbol(struct entropy *data, const struct huffman *table);

/// The next symbol, -1 where no code begins so. Sixteen bits more can be taken behind it.
static inline int huffman_symbol(struct entropy *data, const struct huffman *table) {
    if (data->have < 32) entropy_load(data);
    const unsigned entry = table->quick[data->bits >> (64 - QUICK_BITS)];
    if (entry == 0) return huffman_long_symbol(data, table);
    entropy_skip(data, entry >> 8);
    return entry & 0xFF;
}

#endif
