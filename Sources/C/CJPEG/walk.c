// Walks through the compressed data of a JPEG file as strictly as its encoder wrote it. libjpeg passes over most of what
// cannot be: coefficients beyond the 64th, values that no picture has, data left over where the picture ends. ITU-T T.81.
#include "cjpeg.h"
#include "entropy.h"

#include <stdlib.h>

enum {
    MAX_COMPONENTS = 4,
    /// Bytes that cameras leave before a marker: libjpeg's users are told of one or two.
    FORGIVEN_REST = 2,
};

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

struct scan {
    struct component *components[MAX_COMPONENTS];
    int count;
    /// The first and the last coefficient, and the bits of successive approximation.
    int first, last, high, low;
    int zero_blocks;
};

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

enum step { GO_ON, END, CUT, LEFT_OVER, IMPOSSIBLE, UNKNOWN };

static unsigned two(const uint8_t *bytes) { return (unsigned)bytes[0] << 8 | bytes[1]; }

/// The quotient, rounded up.
static uint32_t divided_up(uint32_t length, uint32_t size) { return (length + size - 1) / size; }

// Tables.

/// The most bits of a whole number that is at most `max`.
static int bits_of(int max) { return max > 0 ? 32 - __builtin_clz((unsigned)max) : 0; }

static enum step read_quantizers(struct walk *walk, const uint8_t *body, size_t length) {
    while (length > 0) {
        const int deep = body[0] >> 4;
        const size_t size = 1 + (deep ? 128 : 64);
        if (deep > 1 || (body[0] & 15) > 3 || length < size) return IMPOSSIBLE;
        struct quantizer *quantizer = &walk->quantizers[body[0] & 15];
        quantizer->is_there = true;
        for (int k = 0; k < 64; k++) {
            const int step = deep ? (int)two(body + 1 + 2 * k) : body[1 + k];
            if (step == 0) return IMPOSSIBLE;
            // No wave of 8 by 8 pixels is stronger than 1024; encoders that hide ringing write up to a quarter more.
            quantizer->max_bits[k] = (uint8_t)bits_of(1280 / step + 1);
            if (k == 0) quantizer->max_mean = 1024 / step + 1;
        }
        body += size;
        length -= size;
    }
    return GO_ON;
}

static enum step read_codes(struct walk *walk, const uint8_t *body, size_t length) {
    while (length > 0) {
        if (length < 17) return IMPOSSIBLE;
        size_t count = 0;
        for (int i = 1; i <= 16; i++) count += body[i];
        if ((body[0] & 0xEC) != 0 || count > 256 || length < 17 + count) return IMPOSSIBLE;
        struct huffman *table = &(body[0] >> 4 ? walk->ac : walk->dc)[body[0] & 3];
        if (!huffman_make(table, body + 1, body + 17, count)) return IMPOSSIBLE;
        body += 17 + count;
        length -= 17 + count;
    }
    return GO_ON;
}

/// The tables that cameras leave out. T.81, K.3.
static void use_usual_codes(struct walk *walk) {
    static const uint8_t counts[4][16] = {
        {0, 1, 5, 1, 1, 1, 1, 1, 1},
        {0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1},
        {0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D},
        {0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77}};
    static const uint8_t means[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const uint8_t luma[162] = {
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71,
        0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72,
        0x82, 0x09, 0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x34, 0x35, 0x36, 0x37,
        0x38, 0x39, 0x3A, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59,
        0x5A, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x83,
        0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0xA2, 0xA3,
        0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xC2, 0xC3,
        0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xE1, 0xE2,
        0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA};
    static const uint8_t chroma[162] = {
        0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22,
        0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0, 0x15, 0x62, 0x72, 0xD1,
        0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1, 0x17, 0x18, 0x19, 0x1A, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x35, 0x36,
        0x37, 0x38, 0x39, 0x3A, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58,
        0x59, 0x5A, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A,
        0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A,
        0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA,
        0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA,
        0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA};
    huffman_make(&walk->dc[0], counts[0], means, sizeof means);
    huffman_make(&walk->dc[1], counts[1], means, sizeof means);
    huffman_make(&walk->ac[0], counts[2], luma, sizeof luma);
    huffman_make(&walk->ac[1], counts[3], chroma, sizeof chroma);
}

// The frame.

static enum step measure_components(struct walk *walk) {
    const uint32_t wide = divided_up(walk->width, 8 * walk->across);
    const uint32_t high = divided_up(walk->height, 8 * walk->down);
    for (int i = 0; i < walk->component_count; i++) {
        struct component *component = &walk->components[i];
        component->columns = divided_up(divided_up(walk->width * component->across, walk->across), 8);
        component->rows = divided_up(divided_up(walk->height * component->down, walk->down), 8);
        component->stored_columns = wide * component->across;
        if (!walk->is_progressive) continue;
        const size_t stored = (size_t)component->stored_columns * high * component->down;
        component->known = calloc(stored, sizeof *component->known);
        // Whoever asks knows of refused memory, and only has to hear that something is amiss.
        if (!component->known) return IMPOSSIBLE;
    }
    return GO_ON;
}

static enum step read_frame(struct walk *walk, const uint8_t *body, size_t length) {
    if (length < 6 || walk->component_count > 0) return IMPOSSIBLE;
    walk->height = two(body + 1);
    walk->width = two(body + 3);
    const int count = body[5];
    if (body[0] != 8 || count < 1 || count > MAX_COMPONENTS || walk->width == 0 || walk->height == 0) return UNKNOWN;
    if (length < 6 + 3 * (size_t)count) return IMPOSSIBLE;
    walk->across = walk->down = 1;
    for (int i = 0; i < count; i++) {
        const uint8_t *entry = body + 6 + 3 * i;
        struct component *component = &walk->components[i];
        *component = (struct component){.name = entry[0], .across = entry[1] >> 4, .down = entry[1] & 15};
        if (component->across < 1 || component->across > 4 || component->down < 1 || component->down > 4) return IMPOSSIBLE;
        if (entry[2] > 3) return IMPOSSIBLE;
        component->quantizer = &walk->quantizers[entry[2]];
        if (component->across > walk->across) walk->across = component->across;
        if (component->down > walk->down) walk->down = component->down;
    }
    walk->component_count = count;
    return measure_components(walk);
}

// Blocks.

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
static bool walk_block(struct walk *walk, struct component *component) {
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

static bool walk_any_block(struct walk *walk, struct component *component, uint32_t column, uint32_t row) {
    if (!walk->is_progressive) return walk_block(walk, component);
    uint64_t *known = &component->known[(size_t)row * component->stored_columns + column];
    if (walk->scan.first == 0) {
        if (walk->scan.high == 0) return walk_mean(walk, component);
        entropy_bits(&walk->data, 1);
        return true;
    }
    if (walk->scan.high == 0) return walk_first_waves(walk, component, known);
    return walk_further_waves(walk, component, known);
}

// Scans.

/// What it means that the data are at an end before the picture is.
static enum step ran_out(const struct walk *walk) {
    const bool is_cut = walk->data.next + 1 >= walk->count;
    return is_cut && !walk->is_progressive && walk->scan.count == walk->component_count ? CUT : IMPOSSIBLE;
}

static enum step walk_one(struct walk *walk, struct component *component, uint32_t column, uint32_t row) {
    entropy_need_block(&walk->data);
    const bool is_possible = walk_any_block(walk, component, column, row);
    if (walk->data.is_whole && entropy_left(&walk->data) < 0) return ran_out(walk);
    return is_possible ? GO_ON : IMPOSSIBLE;
}

/// One unit of a scan: a block of its only component, or so many of each that they cover a square of pixels.
static enum step walk_unit(struct walk *walk, uint32_t column, uint32_t row) {
    struct scan *scan = &walk->scan;
    if (scan->count == 1) return walk_one(walk, scan->components[0], column, row);
    for (int i = 0; i < scan->count; i++) {
        struct component *component = scan->components[i];
        for (int y = 0; y < component->down; y++) {
            for (int x = 0; x < component->across; x++) {
                const enum step step =
                    walk_one(walk, component, column * component->across + x, row * component->down + y);
                if (step != GO_ON) return step;
            }
        }
    }
    return GO_ON;
}

/// Whether nothing is left of the data but what fills the last byte up. Some encoders add bytes of zeros, and cameras a
/// few of anything.
static enum step check_rest(struct walk *walk) {
    struct entropy *data = &walk->data;
    if (walk->scan.zero_blocks > 0) return IMPOSSIBLE;
    entropy_need_block(data);
    if (walk->forgives_rest) return GO_ON;
    if (!data->is_whole) return LEFT_OVER;
    ptrdiff_t left = entropy_left(data);
    const int odd = (int)(left % 8);
    const unsigned filler = entropy_bits(data, odd);
    left -= odd;
    if (left == 0 && filler != 0 && filler != (1u << odd) - 1) return LEFT_OVER;
    if (left <= 8 * FORGIVEN_REST) return GO_ON;
    for (; left > 0; left -= 8)
        if (entropy_bits(data, 8) != 0) return LEFT_OVER;
    return GO_ON;
}

/// Goes to the marker that ends the data.
static void pass_rest(struct entropy *data) {
    while (!data->is_whole) {
        data->at = data->window + data->filled;
        entropy_fill(data);
    }
}

static enum step pass_restart(struct walk *walk, uint32_t number) {
    pass_rest(&walk->data);
    size_t at = walk->data.next;
    while (at + 1 < walk->count && walk->bytes[at] == 0xFF && walk->bytes[at + 1] == 0xFF) at++;
    if (at + 1 >= walk->count) return ran_out(walk);
    if (walk->bytes[at + 1] != 0xD0 + (number & 7)) return IMPOSSIBLE;
    walk->data.next = at + 2;
    entropy_begin(&walk->data);
    for (int i = 0; i < walk->scan.count; i++) walk->scan.components[i]->last = 0;
    return GO_ON;
}

/// The pixels of a row of units.
static uint32_t unit_height(const struct walk *walk) {
    return walk->scan.count > 1 ? 8 * walk->down : 8 * walk->down / walk->scan.components[0]->down;
}

static enum step walk_units(struct walk *walk) {
    const struct scan *scan = &walk->scan;
    const bool alone = scan->count == 1;
    const uint32_t columns = alone ? scan->components[0]->columns : divided_up(walk->width, 8 * walk->across);
    const uint32_t rows = alone ? scan->components[0]->rows : divided_up(walk->height, 8 * walk->down);
    uint32_t until_restart = walk->interval, restarts = 0;
    for (uint32_t row = 0; row < rows; row++) {
        walk->row = row * unit_height(walk);
        for (uint32_t column = 0; column < columns; column++) {
            if (walk->interval > 0 && until_restart-- == 0) {
                enum step step = check_rest(walk);
                if (step == GO_ON) step = pass_restart(walk, restarts++);
                if (step != GO_ON) return step;
                until_restart = walk->interval - 1;
            }
            const enum step step = walk_unit(walk, column, row);
            if (step != GO_ON) return step;
        }
    }
    walk->row = walk->height;
    return check_rest(walk);
}

/// Whether the scan has the tables that it needs.
static bool has_tables(const struct walk *walk) {
    const struct scan *scan = &walk->scan;
    for (int i = 0; i < scan->count; i++) {
        const struct component *component = scan->components[i];
        if (!component->quantizer->is_there) return false;
        if (scan->first == 0 && scan->high == 0 && !component->dc->is_there) return false;
        if (scan->last > 0 && !component->ac->is_there) return false;
    }
    return true;
}

static enum step read_scan(struct walk *walk, const uint8_t *body, size_t length) {
    struct scan *scan = &walk->scan;
    if (length < 1 || body[0] < 1 || body[0] > MAX_COMPONENTS || length < 4 + 2 * (size_t)body[0]) return IMPOSSIBLE;
    *scan = (struct scan){.count = body[0]};
    for (int i = 0; i < scan->count; i++) {
        const uint8_t *entry = body + 1 + 2 * i;
        int named = 0;
        while (named < walk->component_count && walk->components[named].name != entry[0]) named++;
        if (named == walk->component_count || entry[1] >> 4 > 3 || (entry[1] & 15) > 3) return IMPOSSIBLE;
        struct component *component = &walk->components[named];
        component->dc = &walk->dc[entry[1] >> 4];
        component->ac = &walk->ac[entry[1] & 3];
        component->last = 0;
        component->is_seen = true;
        scan->components[i] = component;
    }
    scan->last = 63;
    if (walk->is_progressive) {
        const uint8_t *entry = body + 1 + 2 * scan->count;
        scan->first = entry[0];
        scan->last = entry[1];
        scan->high = entry[2] >> 4;
        scan->low = entry[2] & 15;
        const bool is_mean = scan->first == 0;
        if (is_mean != (scan->last == 0) || scan->last > 63 || scan->first > scan->last || scan->low > 13
            || (!is_mean && scan->count > 1))
            return IMPOSSIBLE;
    }
    if (!has_tables(walk)) return IMPOSSIBLE;
    walk->data.next = walk->at;
    entropy_begin(&walk->data);
    const enum step step = walk_units(walk);
    pass_rest(&walk->data);
    walk->at = walk->data.next;
    return step;
}

// Segments.

/// The marker at or after the place that was reached, which is moved behind it; 0 where there is none.
static int next_marker(struct walk *walk) {
    for (size_t at = walk->at; at + 1 < walk->count; at++) {
        // Some cameras leave bytes between the segments.
        if (walk->bytes[at] != 0xFF || walk->bytes[at + 1] == 0 || walk->bytes[at + 1] == 0xFF) continue;
        walk->at = at + 2;
        return walk->bytes[at + 1];
    }
    return 0;
}

static bool is_complete(const struct walk *walk) {
    bool is_complete = walk->component_count > 0;
    for (int i = 0; i < walk->component_count; i++) is_complete = is_complete && walk->components[i].is_seen;
    return is_complete;
}

static enum step read_segment(struct walk *walk) {
    const int marker = next_marker(walk);
    if (marker == 0) return is_complete(walk) && !walk->is_progressive ? CUT : IMPOSSIBLE;
    if (marker == 0xD9) return is_complete(walk) ? END : IMPOSSIBLE;
    if (marker == 0x01 || marker == 0xD8) return GO_ON;
    // Some encoders write a restart marker behind the last block too; with data behind it, blocks were lost.
    if (marker >= 0xD0 && marker <= 0xD7)
        return walk->at < walk->count && walk->bytes[walk->at] != 0xFF ? IMPOSSIBLE : GO_ON;
    const size_t left = walk->count - walk->at;
    if (left < 2 || two(walk->bytes + walk->at) < 2 || two(walk->bytes + walk->at) > left) return IMPOSSIBLE;
    const uint8_t *body = walk->bytes + walk->at + 2;
    const size_t length = two(walk->bytes + walk->at) - 2;
    walk->at += length + 2;
    switch (marker) {
        case 0xC4: return read_codes(walk, body, length);
        case 0xDB: return read_quantizers(walk, body, length);
        case 0xDD: return length < 2 ? IMPOSSIBLE : (walk->interval = two(body), GO_ON);
        case 0xDA: return walk->component_count > 0 ? read_scan(walk, body, length) : IMPOSSIBLE;
        case 0xC2: walk->is_progressive = true; return read_frame(walk, body, length);
        case 0xC0:
        case 0xC1: return read_frame(walk, body, length);
        // Arithmetic coding, and frames without loss.
        case 0xC3: case 0xC5: case 0xC6: case 0xC7: case 0xC9: case 0xCA: case 0xCB: case 0xCD: case 0xCE:
        case 0xCF: return walk->component_count > 0 ? IMPOSSIBLE : UNKNOWN;
        default: return GO_ON;
    }
}

cjpeg_condition cjpeg_walk(const uint8_t *bytes, size_t count, bool forgives_rest, uint32_t *row) {
    struct walk *walk = calloc(1, sizeof *walk);
    if (!walk) return CJPEG_DAMAGED;
    walk->bytes = bytes;
    walk->count = count;
    walk->forgives_rest = forgives_rest;
    walk->data.file = bytes;
    walk->data.count = count;
    use_usual_codes(walk);
    enum step step;
    do step = read_segment(walk);
    while (step == GO_ON);
    *row = step == CUT ? walk->row : 0;
    for (int i = 0; i < walk->component_count; i++) free(walk->components[i].known);
    free(walk);
    switch (step) {
        case CUT: return CJPEG_CUT;
        case LEFT_OVER: return CJPEG_LEFT_OVER;
        case IMPOSSIBLE: return CJPEG_DAMAGED;
        // What cannot be told is left to the library.
        default: return CJPEG_SOUND;
    }
}
