#include "entropy.h"

bool huffman_make(struct huffman *table, const uint8_t counts[16], const uint8_t *symbols, size_t count) {
    memset(table, 0, sizeof *table);
    memcpy(table->symbols, symbols, count);
    uint32_t code = 0;
    int index = 0;
    for (int length = 1; length <= 16; length++) {
        table->offset[length] = index - (int)code;
        for (int i = 0; i < counts[length - 1]; i++, code++, index++) {
            if (code >> length) return false;
            if (length > QUICK_BITS) continue;
            const int spare = QUICK_BITS - length;
            for (uint32_t rest = 0; rest < 1u << spare; rest++)
                table->quick[code << spare | rest] = (uint16_t)(length << 8 | symbols[index]);
        }
        table->beyond[length] = code << (16 - length);
        code <<= 1;
    }
    table->is_there = true;
    return true;
}

int huffman_long_symbol(struct entropy *data, const struct huffman *table) {
    const uint32_t bits = (uint32_t)(data->bits >> 48);
    for (int length = QUICK_BITS + 1; length <= 16; length++) {
        if (bits >= table->beyond[length]) continue;
        entropy_skip(data, length);
        return table->symbols[((int)(bits >> (16 - length)) + table->offset[length]) & 0xFF];
    }
    return -1;
}

void entropy_begin(struct entropy *data) {
    data->at = data->window;
    data->filled = 0;
    data->bits = 0;
    data->have = 0;
    data->is_whole = false;
    entropy_fill(data);
}

/// Copies up to the next byte that is not data; whether there is none.
static bool copy_plain(struct entropy *data, size_t room) {
    const size_t left = data->count - data->next;
    const size_t max = left < room ? left : room;
    const uint8_t *from = data->file + data->next;
    const uint8_t *stop = max > 0 ? memchr(from, 0xFF, max) : NULL;
    const size_t plain = stop ? (size_t)(stop - from) : max;
    memcpy(data->window + data->filled, from, plain);
    data->filled += plain;
    data->next += plain;
    return stop == NULL;
}

void entropy_fill(struct entropy *data) {
    // What was not used yet comes first; bits that are loaded already are counted as used.
    const size_t used = (size_t)(data->at - data->window);
    memmove(data->window, data->at, data->filled - used);
    data->filled -= used;
    data->at = data->window;
    while (data->filled < WINDOW) {
        if (copy_plain(data, WINDOW - data->filled)) {
            if (data->next < data->count) return;
            data->is_whole = true;
        } else if (data->next + 1 < data->count && data->file[data->next + 1] == 0) {
            data->window[data->filled++] = 0xFF;
            data->next += 2;
        } else {
            data->is_whole = true;
        }
        if (data->is_whole) {
            memset(data->window + data->filled, 0, LONGEST_BLOCK);
            return;
        }
    }
}
