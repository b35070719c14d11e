#include "csampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is ink is decided by floats that must be the same on every processor.
#pragma clang fp contract(off)

void csampling_smooth(const uint8_t *restrict above, const uint8_t *restrict here, const uint8_t *restrict below,
                      size_t count, uint16_t *restrict columns, uint8_t *restrict target) {
    for (size_t x = 0; x < count; x++) columns[x] = (uint16_t)(above[x] + 4 * here[x] + below[x]);
    target[0] = (uint8_t)((5 * columns[0] + columns[1] + 18) / 36);
    for (size_t x = 1; x + 1 < count; x++) {
        const uint16_t sum = (uint16_t)(columns[x - 1] + 4 * columns[x] + columns[x + 1] + 18);
        target[x] = (uint8_t)(sum / 36);
    }
    target[count - 1] = (uint8_t)((5 * columns[count - 1] + columns[count - 2] + 18) / 36);
}

typedef uint16_t eight_pairs __attribute__((vector_size(16)));
typedef uint32_t eight_sums __attribute__((vector_size(32)));

void csampling_block_sums(const uint8_t *pixels, size_t row, size_t width, size_t height, int32_t *sums,
                          int32_t *squares) {
    size_t x = 0;
    if (height == 4)
        for (; x + 16 <= width; x += 16) {
            // Each lane holds two pixels; which of them is the upper byte makes no difference.
            eight_pairs sum = {0};
            eight_sums square = {0};
            for (size_t y = 0; y < 4; y++) {
                eight_pairs both;
                memcpy(&both, pixels + y * row + x, sizeof both);
                const eight_pairs one = both & 255, other = both >> 8;
                sum += one + other;
                square += __builtin_convertvector(one * one, eight_sums)
                          + __builtin_convertvector(other * other, eight_sums);
            }
            for (size_t i = 0; i < 4; i++) {
                sums[x / 4 + i] = sum[2 * i] + sum[2 * i + 1];
                squares[x / 4 + i] = (int32_t)(square[2 * i] + square[2 * i + 1]);
            }
        }
    for (; x < width; x += 4) {
        int32_t sum = 0, square = 0;
        for (size_t y = 0; y < height; y++)
            for (size_t i = x; i < x + 4 && i < width; i++) {
                const int32_t value = pixels[y * row + i];
                sum += value;
                square += value * value;
            }
        sums[x / 4] = sum;
        squares[x / 4] = square;
    }
}

// The whole number at or above a value, and below it, kept within a byte.
static uint8_t byte_above(float value) {
    if (!(value > 0)) return 0;
    if (value >= 255) return 255;
    const int whole = (int)value;
    return (uint8_t)(whole + (value > (float)whole));
}

static uint8_t byte_below(float value) { return !(value > 0) ? 0 : value >= 255 ? 255 : (uint8_t)value; }

void csampling_thresholds(const int64_t *sums, const int64_t *squares, size_t count, size_t radius, size_t width,
                          size_t height, float deviations, float min_distance, uint8_t *low, uint8_t *high) {
    int64_t sum = 0, square = 0;
    for (size_t x = 0; x < radius && x < count; x++) {
        sum += sums[x];
        square += squares[x];
    }
    for (size_t x = 0; x < count; x++) {
        if (x + radius < count) {
            sum += sums[x + radius];
            square += squares[x + radius];
        }
        if (x > radius) {
            sum -= sums[x - radius - 1];
            square -= squares[x - radius - 1];
        }
        const size_t first = x > radius ? 4 * (x - radius) : 0;
        const size_t last = 4 * (x + radius + 1) < width ? 4 * (x + radius + 1) : width;
        const float scale = 1 / (float)((last - first) * height);
        const float mean = (float)sum * scale;
        const float spread = (float)square * scale - mean * mean;
        const float deviation = deviations * sqrtf(spread > 0 ? spread : 0);
        const float distance = min_distance > deviation ? min_distance : deviation;
        low[x] = byte_above(mean - distance);
        high[x] = byte_below(mean + distance);
    }
}

typedef uint8_t bytes __attribute__((vector_size(16)));

static int32_t total(bytes values) {
    const eight_pairs both = (eight_pairs)values;
    const eight_pairs sums = (both & 255) + (both >> 8);
    return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

void csampling_mark_counts(const uint8_t *marks, size_t row, size_t width, size_t height, int32_t *first,
                           int32_t *second) {
    size_t x = 0;
    for (; x + 16 <= width; x += 16) {
        bytes firsts = {0}, seconds = {0};
        for (size_t y = 0; y < height; y++) {
            bytes values;
            memcpy(&values, marks + y * row + x, sizeof values);
            firsts += values & 1;
            seconds += values >> 1 & 1;
        }
        first[x / 16] = total(firsts);
        second[x / 16] = total(seconds);
    }
    if (x == width) return;
    int32_t firsts = 0, seconds = 0;
    for (size_t y = 0; y < height; y++)
        for (size_t i = x; i < width; i++) {
            firsts += marks[y * row + i] & 1;
            seconds += marks[y * row + i] >> 1 & 1;
        }
    first[x / 16] = firsts;
    second[x / 16] = seconds;
}

// One bit of each of 64 bytes, the first byte's the lowest.
static uint64_t bits(const uint8_t *marks, int shift) {
    uint64_t all = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t eight;
        memcpy(&eight, marks + 8 * i, sizeof eight);
        // The product has bit 8 k of `eight` at 56 + k, and no two of them meet on the way there.
        all |= ((eight >> shift & 0x0101010101010101) * 0x0102040810204080 >> 56) << (8 * i);
    }
    return all;
}

size_t csampling_edges(const uint8_t *marks, size_t count, uint8_t mark, int32_t *edges) {
    const int shift = __builtin_ctz(mark);
    size_t found = 0;
    uint64_t before = 0;
    for (size_t x = 0; x < count; x += 64) {
        uint64_t here;
        if (x + 64 <= count) {
            here = bits(marks + x, shift);
        } else {
            uint8_t rest[64] = {0};
            memcpy(rest, marks + x, count - x);
            here = bits(rest, shift);
        }
        for (uint64_t changes = here ^ (here << 1 | before); changes != 0; changes &= changes - 1)
            edges[found++] = (int32_t)(x + (size_t)__builtin_ctzll(changes));
        before = here >> 63;
    }
    if (found % 2 == 1) edges[found++] = (int32_t)count;
    return found;
}

typedef int16_t lanes __attribute__((vector_size(16)));
typedef int8_t lane_bytes __attribute__((vector_size(8)));
enum { LANES = sizeof(lanes) / sizeof(int16_t) };

static lanes loaded(const int16_t *from) {
    lanes values;
    memcpy(&values, from, sizeof values);
    return values;
}

static lanes chosen(lanes mask, lanes yes, lanes no) { return (mask & yes) | (~mask & no); }

static lanes greater(lanes a, lanes b) { return chosen(a > b, a, b); }

// One step of csampling_lines: how long the lines are that come to `wide` places, LANES or fewer, and how long they have
// led straight on there.
__attribute__((always_inline)) static inline lanes line_step(const uint8_t *marks, size_t wide, uint8_t mark,
                                                             int16_t straight, const int16_t *rows, const int16_t *led,
                                                             int16_t *to_rows, int16_t *to_straight) {
    lane_bytes bytes = {0};
    memcpy(&bytes, marks, wide);
    const lanes ahead = loaded(rows);
    const lanes aside = greater((loaded(led - 1) >= straight) & loaded(rows - 1),
                                (loaded(led + 1) >= straight) & loaded(rows + 1));
    // A line may go aside at once where it begins.
    const lanes on = chosen(ahead == 0, (lanes){0} + straight, loaded(led) + 1);
    const lanes here = __builtin_convertvector(bytes == (int8_t)mark, lanes);
    const lanes length = (greater(aside, ahead) + 1) & here;
    const lanes led_on = chosen(aside > ahead, (lanes){0}, on) & here;
    memcpy(to_rows, &length, wide * sizeof *to_rows);
    memcpy(to_straight, &led_on, wide * sizeof *to_straight);
    return length;
}

int16_t csampling_lines(const uint8_t *marks, size_t count, uint8_t mark, int16_t straight, const int16_t *from_rows,
                        const int16_t *from_straight, int16_t *to_rows, int16_t *to_straight) {
    lanes max_rows = {0};
    if (count < LANES) {
        int16_t near[2][LANES + 2] = {0};
        memcpy(near[0], from_rows - 1, (count + 2) * sizeof *from_rows);
        memcpy(near[1], from_straight - 1, (count + 2) * sizeof *from_straight);
        max_rows = line_step(marks, count, mark, straight, near[0] + 1, near[1] + 1, to_rows, to_straight);
    } else {
        for (size_t next = 0; next < count; next += LANES) {
            // The last places once more where they do not fill all lanes.
            const size_t x = next < count - LANES ? next : count - LANES;
            const lanes here = line_step(marks + x, LANES, mark, straight, from_rows + x, from_straight + x, to_rows + x,
                                         to_straight + x);
            max_rows = greater(max_rows, here);
        }
    }
    int16_t longest = 0;
    for (size_t i = 0; i < LANES; i++)
        if (max_rows[i] > longest) longest = max_rows[i];
    return longest;
}

static uint32_t difference(const uint8_t *a, const uint8_t *b, size_t count) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += (uint32_t)abs(a[i] - b[i]);
    return sum;
}

void csampling_changes(const uint8_t *pixels, size_t row, size_t width, size_t height, uint32_t sums[4]) {
    memset(sums, 0, 4 * sizeof *sums);
    for (size_t y = 0; y < height; y++, pixels += row) {
        sums[0] += difference(pixels, pixels + row, width);
        sums[1] += difference(pixels, pixels + 2 * row, width);
        sums[2] += difference(pixels, pixels + 1, width);
        sums[3] += difference(pixels, pixels + 2, width);
    }
}
