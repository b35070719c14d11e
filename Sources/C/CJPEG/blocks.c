// The blocks of a scan, of a file that is progressive or not. ITU-T T.81, annexes F and G.
#include "walk.h"

#include <stdlib.h>

/// The number that `size` bits stand for. T.81, F.2.2.1.
static int extended(unsigned bits, int size) {
    return size > 0 && bits >> (size - 1) == 0 ? (int)bits - (1 << size) + 1 : (int)bits;
}

/// The mean of a block as the first pass has it; false where no picture has such a mean.
static bool walk_mean(struct walk *walk, struct component *component) {
    const int size = huffman_symbol(&walk->data, component->dc);
    if (size < 0 || size > 11) return false;
    component->last += extended(entropy_bits(&walk->data, size), size);
    return abs(component->last) <= component->quantizer->max_mean >> walk->scan.low;
}

/// A block of a file that is not progressive.
static bool walk_sequential_block(struct walk *walk, struct component *component) {
    if (!walk_mean(walk, component)) return false;
    const uint8_t *max_bits = component->quantizer->max_bits;
    for (int k = 1; k < 64; k++) {
        const int symbol = huffman_symbol(&walk->data, component->ac);
        if (symbol <= 0) return symbol == 0;
        const int size = symbol & 15;
        k += symbol >> 4;
        // Sixteen zeros are written only where something follows.
        if (k > 63 || (size == 0 && (symbol != 0xF0 || k == 63)) || size > max_bits[k]) return false;
        entropy_skip(&walk->data, size);
    }
    return true;
}

/// A run of blocks without coefficients begins with this one. T.81, G.1.2.2.
static void begin_zero_blocks(struct walk *walk, int size) {
    walk->scan.zero_blocks = (1 << size) + (int)entropy_bits(&walk->data, size);
}

static bool walk_first_waves(struct walk *walk, struct component *component, uint64_t *known) {
    struct scan *scan = &walk->scan;
    if (scan->zero_blocks > 0) return scan->zero_blocks--, true;
    for (int k = scan->first; k <= scan->last; k++) {
        const int symbol = huffman_symbol(&walk->data, component->ac);
        if (symbol < 0) return false;
        const int size = symbol & 15, run = symbol >> 4;
        if (size == 0 && run < 15) {
            begin_zero_blocks(walk, run);
            return scan->zero_blocks--, true;
        }
        k += run;
        if (k > scan->last || size + scan->low > component->quantizer->max_bits[k] + 1) return false;
        if (size == 0) continue;
        entropy_skip(&walk->data, size);
        *known |= 1ull << k;
    }
    return true;
}

/// Passes over the bits of coefficients that are known, and over `zeros` that are not; where it ends.
static int refine(struct walk *walk, uint64_t known, int k, int zeros) {
    for (; k <= walk->scan.last; k++) {
        if (known >> k & 1)
            entropy_bits(&walk->data, 1);
        else if (zeros-- == 0)
            break;
    }
    return k;
}

static bool walk_further_waves(struct walk *walk, struct component *component, uint64_t *known) {
    struct scan *scan = &walk->scan;
    int k = scan->first;
    while (scan->zero_blocks == 0 && k <= scan->last) {
        const int symbol = huffman_symbol(&walk->data, component->ac);
        if (symbol < 0) return false;
        const int size = symbol & 15, run = symbol >> 4;
        if (size > 1) return false;
        if (size == 0 && run < 15) {
            begin_zero_blocks(walk, run);
            break;
        }
        if (size == 1) entropy_bits(&walk->data, 1);
        k = refine(walk, *known, k, run);
        if (k > scan->last) return false;
        if (size == 1) *known |= 1ull << k;
        k++;
    }
    if (scan->zero_blocks > 0) {
        refine(walk, *known, k, 64);
        scan->zero_blocks--;
    }
    return true;
}

bool walk_block(struct walk *walk, struct component *component, uint32_t column, uint32_t row) {
    if (!walk->is_progressive) return walk_sequential_block(walk, component);
    uint64_t *known = &component->known[(size_t)row * component->stored_columns + column];
    if (walk->scan.first == 0) {
        if (walk->scan.high == 0) return walk_mean(walk, component);
        entropy_bits(&walk->data, 1);
        return true;
    }
    if (walk->scan.high == 0) return walk_first_waves(walk, component, known);
    return walk_further_waves(walk, component, known);
}
