// Walks through the compressed data of a JPEG file as strictly as its encoder wrote it. libjpeg passes over most of what
// cannot be: coefficients beyond the 64th, values that no picture has, data left over where the picture ends. ITU-T T.81.
#include "cjpeg.h"
#include "walk.h"

#include <stdlib.h>

/// Bytes that cameras leave before a marker: libjpeg's users are told of one or two.
enum { FORGIVEN_REST = 2 };

/// The quotient, rounded up.
static uint32_t divided_up(uint32_t length, uint32_t size) { return (length + size - 1) / size; }

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

// Scans.

/// What it means that the data are at an end before the picture is.
static enum step ran_out(const struct walk *walk) {
    const bool is_cut = walk->data.next + 1 >= walk->count;
    return is_cut && !walk->is_progressive && walk->scan.count == walk->component_count ? CUT : IMPOSSIBLE;
}

static enum step walk_one(struct walk *walk, struct component *component, uint32_t column, uint32_t row) {
    entropy_need_block(&walk->data);
    const bool is_possible = walk_block(walk, component, column, row);
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
    // Reserved. What counts the scans beforehand takes them to stand alone, and libjpeg refuses them.
    if (marker < 0xC0) return IMPOSSIBLE;
    // Some encoders write a restart marker behind the last block too; with data behind it, blocks were lost.
    if (marker >= 0xD0 && marker <= 0xD7)
        return walk->at < walk->count && walk->bytes[walk->at] != 0xFF ? IMPOSSIBLE : GO_ON;
    const size_t left = walk->count - walk->at;
    if (left < 2 || two(walk->bytes + walk->at) < 2 || two(walk->bytes + walk->at) > left) return IMPOSSIBLE;
    const uint8_t *body = walk->bytes + walk->at + 2;
    const size_t length = two(walk->bytes + walk->at) - 2;
    walk->at += length + 2;
    switch (marker) {
        case 0xC4: return walk_codes(walk, body, length);
        case 0xDB: return walk_quantizers(walk, body, length);
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
    walk_use_usual_codes(walk);
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
