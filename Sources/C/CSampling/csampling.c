#include "csampling.h"

#include <string.h>

// Vectors are passed by no calling convention: what takes one is inlined.
#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(4)));
typedef uint16_t pairs __attribute__((vector_size(16)));
typedef uint8_t means __attribute__((vector_size(8)));

INLINE floats all(float x) { return (floats){x, x, x, x}; }

// The shares of four neighbours, at `t` between the second and the third: polynomials of the third degree.
INLINE floats weights(float t) {
    const floats constant = {0, 1, 0, 0}, linear = {-0.5f, 0, 0.5f, 0}, square = {1, -2.5f, 2, -0.5f},
                 cubic = {-0.5f, 1.5f, -1.5f, 0.5f};
    return constant + all(t) * (linear + all(t) * (square + all(t) * cubic));
}

INLINE floats four(const uint8_t *pixels) {
    bytes values;
    memcpy(&values, pixels, sizeof values);
    return __builtin_convertvector(values, floats);
}

void csampling_path(const uint8_t *pixels, ptrdiff_t row, double x, double y, double step_x, double step_y,
                    size_t count, uint8_t *target, ptrdiff_t target_step) {
    for (size_t i = 0; i < count; i++, x += step_x, y += step_y, target += target_step) {
        const ptrdiff_t column = (ptrdiff_t)x, line = (ptrdiff_t)y;
        const floats across = weights((float)(x - (double)column)), down = weights((float)(y - (double)line));
        const uint8_t *corner = pixels + (line - 1) * row + column - 1;
        const floats sums = four(corner) * down[0] + four(corner + row) * down[1] + four(corner + 2 * row) * down[2]
                            + four(corner + 3 * row) * down[3];
        const floats parts = sums * across;
        const float value = parts[0] + parts[1] + parts[2] + parts[3] + 0.5f;
        *target = value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)value;
    }
}

INLINE pairs eight_pairs(const uint8_t *pixels) {
    pairs values;
    memcpy(&values, pixels, sizeof values);
    return values;
}

void csampling_halve(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *target) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        // Each lane holds two pixels; which of them is the upper byte makes no difference.
        const pairs above = eight_pairs(upper + 2 * i), below = eight_pairs(lower + 2 * i);
        const pairs sums = (above & 255) + (above >> 8) + (below & 255) + (below >> 8);
        const means rounded = __builtin_convertvector((sums + 2) >> 2, means);
        memcpy(target + i, &rounded, sizeof rounded);
    }
    for (; i < count; i++)
        target[i] = (uint8_t)((upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) >> 2);
}

typedef uint8_t eight __attribute__((vector_size(8)));
typedef uint8_t sixteen __attribute__((vector_size(16)));

INLINE eight eight_bytes(const uint8_t *p) {
    eight values;
    memcpy(&values, p, sizeof values);
    return values;
}

// Two vectors' pieces in turn, of 1, 2 and 4 bytes: the first halves of both, and the second ones.
#define TURNS1(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)
#define FIRST2(a, b) __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23)
#define SECOND2(a, b) __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31)
#define FIRST4(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23)
#define SECOND4(a, b) __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31)

INLINE void transpose_tile(const uint8_t *source, ptrdiff_t source_step, uint8_t *target, ptrdiff_t target_step) {
    eight row[8];
    for (int y = 0; y < 8; y++) row[y] = eight_bytes(source + y * source_step);
    const sixteen a = TURNS1(row[0], row[1]), b = TURNS1(row[2], row[3]), c = TURNS1(row[4], row[5]),
                  d = TURNS1(row[6], row[7]);
    const sixteen left_upper = FIRST2(a, b), right_upper = SECOND2(a, b), left_lower = FIRST2(c, d),
                  right_lower = SECOND2(c, d);
    const sixteen columns[4] = {FIRST4(left_upper, left_lower), SECOND4(left_upper, left_lower),
                                FIRST4(right_upper, right_lower), SECOND4(right_upper, right_lower)};
    for (int i = 0; i < 4; i++) {
        memcpy(target + 2 * i * target_step, &columns[i], 8);
        memcpy(target + (2 * i + 1) * target_step, (const uint8_t *)&columns[i] + 8, 8);
    }
}

void csampling_transpose(const uint8_t *source, ptrdiff_t source_step, size_t columns, size_t rows, uint8_t *target,
                         ptrdiff_t target_step) {
    for (size_t x = 0; x < columns; x += 8) {
        const size_t wide = columns - x < 8 ? columns - x : 8;
        for (size_t y = 0; y < rows; y += 8) {
            const size_t high = rows - y < 8 ? rows - y : 8;
            const uint8_t *from = source + (ptrdiff_t)y * source_step + x;
            uint8_t *to = target + (ptrdiff_t)x * target_step + y;
            if (wide == 8 && high == 8)
                transpose_tile(from, source_step, to, target_step);
            else
                for (size_t i = 0; i < wide; i++)
                    for (size_t j = 0; j < high; j++)
                        to[(ptrdiff_t)i * target_step + j] = from[(ptrdiff_t)j * source_step + i];
        }
    }
}

void csampling_weights(float t, float shares[4]) {
    const floats four = weights(t);
    memcpy(shares, &four, sizeof four);
}

void csampling_stretch(const uint8_t *source, const int32_t *first, const float *weights, size_t count, float *target) {
    for (size_t i = 0; i < count; i++) {
        floats shares;
        memcpy(&shares, weights + 4 * i, sizeof shares);
        const floats parts = four(source + first[i]) * shares;
        target[i] = (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }
}

INLINE floats four_floats(const float *p) {
    floats values;
    memcpy(&values, p, sizeof values);
    return values;
}

void csampling_mix(const float *row0, const float *row1, const float *row2, const float *row3, const float weights[4],
                   size_t count, uint8_t *target) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const floats sum = four_floats(row0 + i) * weights[0] + four_floats(row1 + i) * weights[1] +
                           four_floats(row2 + i) * weights[2] + four_floats(row3 + i) * weights[3] + 0.5f;
        const floats kept = __builtin_elementwise_min(__builtin_elementwise_max(sum, all(0)), all(255));
        const bytes values = __builtin_convertvector(kept, bytes);
        memcpy(target + i, &values, sizeof values);
    }
    for (; i < count; i++) {
        const float sum =
            row0[i] * weights[0] + row1[i] * weights[1] + row2[i] * weights[2] + row3[i] * weights[3] + 0.5f;
        target[i] = sum <= 0 ? 0 : sum >= 255 ? 255 : (uint8_t)sum;
    }
}
