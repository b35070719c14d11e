// The functions of cnetwork.h, as `KERNELS`, for the processor that the including file has chosen with a pragma.

#include "kernel_table.h"

#include <stdint.h>
#include <string.h>

// No vector is passed by any calling convention: what takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

// Eight numbers with no alignment asked for: one register of AVX, two of SSE or NEON; and eight pairs of short ones.
typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints __attribute__((vector_size(32), aligned(4)));
typedef int16_t shorts __attribute__((vector_size(32), aligned(2)));
typedef int16_t halves __attribute__((vector_size(16), aligned(2)));

#ifndef ADD_PRODUCTS
// sum[i] += a[2i] * b[2i] + a[2i + 1] * b[2i + 1]; b is one pair, eight times.
INLINE ints products(shorts a, shorts b) {
    const halves a0 = __builtin_shufflevector(a, a, 0, 2, 4, 6, 8, 10, 12, 14);
    const halves a1 = __builtin_shufflevector(a, a, 1, 3, 5, 7, 9, 11, 13, 15);
    const halves b0 = __builtin_shufflevector(b, b, 0, 2, 4, 6, 8, 10, 12, 14);
    const halves b1 = __builtin_shufflevector(b, b, 1, 3, 5, 7, 9, 11, 13, 15);
    return __builtin_convertvector(a0, ints) * __builtin_convertvector(b0, ints) +
           __builtin_convertvector(a1, ints) * __builtin_convertvector(b1, ints);
}
#define ADD_PRODUCTS(sum, a, b) ((sum) += products(a, b))
#endif

INLINE floats load(const float *p) { return *(const floats *)p; }
INLINE void store(float *p, floats v) { *(floats *)p = v; }
INLINE floats all(float x) { return (floats){x, x, x, x, x, x, x, x}; }

INLINE floats clamp(floats x, float min, float max) {
    return __builtin_elementwise_min(__builtin_elementwise_max(x, all(min)), all(max));
}

// exp(x) within 3e-7 of itself: 2 to the integer nearest to x / ln 2, times a polynomial of the rest.
INLINE floats exponential(floats x) {
    const floats t = clamp(x, -80, 80) * all(1.44269504f);
    // Adding 1.5 * 2^23 rounds to an integer.
    const floats n = (t + all(12582912)) - all(12582912);
    const floats f = t - n;
    floats p = all(1.3333558e-3f);
    p = p * f + all(9.6181291e-3f);
    p = p * f + all(5.5504109e-2f);
    p = p * f + all(2.4022651e-1f);
    p = p * f + all(6.9314718e-1f);
    p = p * f + all(1);
    const ints power = (__builtin_convertvector(n, ints) + 127) << 23;
    floats scale;
    memcpy(&scale, &power, sizeof scale);
    return p * scale;
}

INLINE floats logistic(floats x) { return all(1) / (all(1) + exponential(-x)); }
INLINE floats hyperbolic_tangent(floats x) { return all(2) * logistic(all(2) * x) - all(1); }

// The nearest of 32,767ths of `max` to each of 8 numbers between -max and max; `factor` is 32,767 / max.
INLINE halves rounded(floats x, float factor) {
    // Adding 1.5 * 2^23 rounds to an integer, which are the lowest bits then.
    const floats shifted = x * all(factor) + all(12582912);
    ints bits;
    memcpy(&bits, &shifted, sizeof bits);
    return __builtin_convertvector(bits - 0x4b400000, halves);
}

// The sizes of 8 numbers, as bits, which are in the same order.
INLINE ints sizes(const float *x) {
    ints bits;
    memcpy(&bits, x, sizeof bits);
    return bits & 0x7fffffff;
}

// Rounds a row; returns its scale: what a one of it stands for.
INLINE float round_row(const float *x, size_t inputs, int16_t *to) {
    const size_t whole = inputs / 8 * 8, left = inputs - whole;
    float rest[8] = {0};
    memcpy(rest, x + whole, left * sizeof *x);
    ints max8 = sizes(rest);
    for (size_t i = 0; i < whole; i += 8) max8 = __builtin_elementwise_max(max8, sizes(x + i));
    const int32_t bits = __builtin_reduce_max(max8);
    float max;
    memcpy(&max, &bits, sizeof max);
    if (!(max > 1e-30f && max < 1e30f)) {
        memset(to, 0, (inputs + (inputs & 1)) * sizeof *to);
        return 0;
    }
    const float factor = 32767 / max;
    for (size_t i = 0; i < whole; i += 8) {
        const halves eight = rounded(load(x + i), factor);
        memcpy(to + i, &eight, sizeof eight);
    }
    const halves eight = rounded(load(rest), factor);
    memcpy(to + whole, &eight, (left + (inputs & 1)) * sizeof *to);
    return max / 32767;
}

// Two numbers, eight times.
INLINE shorts twice(const int16_t *p) {
    int32_t both;
    memcpy(&both, p, sizeof both);
    const ints eight = {both, both, both, both, both, both, both, both};
    return (shorts)eight;
}

// A block of `r` rows and `v` vectors of sums of products: x (rows of it `x_row` apart) times weights.
INLINE void multiply_block(const int16_t *x, size_t x_row, size_t inputs, const int16_t *weights, size_t outputs,
                           ints sum[8][8], int r, int v) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < v; j++) sum[i][j] = (ints){0};
    for (size_t k = 0; k < inputs; k += 2) {
        shorts weight[8];
        for (int j = 0; j < v; j++) memcpy(&weight[j], weights + k * outputs + (size_t)j * 16, sizeof weight[j]);
        for (int i = 0; i < r; i++) {
            const shorts pair = twice(x + (size_t)i * x_row + k);
            for (int j = 0; j < v; j++) ADD_PRODUCTS(sum[i][j], weight[j], pair);
        }
    }
}

// `v` vectors of outputs of `r` rows, `row_scales` times `scales` added to what `from` holds (its rows `from_row` apart).
INLINE void multiply_vectors(const int16_t *x, size_t x_row, size_t inputs, const int16_t *weights, const float *scales,
                             size_t outputs, const float *row_scales, const float *from, ptrdiff_t from_row, float *y,
                             ptrdiff_t y_row, int r, int v) {
    ints sum[8][8];
    multiply_block(x, x_row, inputs, weights, outputs, sum, r, v);
    for (int j = 0; j < v; j++) {
        const floats scale = load(scales + j * 8);
        for (int i = 0; i < r; i++)
            store(y + i * y_row + j * 8, load(from + i * from_row + j * 8) +
                                             __builtin_convertvector(sum[i][j], floats) * (scale * all(row_scales[i])));
    }
}

// `r` rows of y, all outputs.
INLINE void multiply_rows(const int16_t *x, size_t x_row, size_t inputs, const int16_t *weights, const float *scales,
                          size_t outputs, const float *row_scales, const float *from, ptrdiff_t from_row, float *y,
                          ptrdiff_t y_row, int r) {
    size_t c = 0;
    const size_t wide = r == 1 ? 8 : r == 2 ? 4 : r == 3 ? 3 : 2;
    for (; c + wide * 8 <= outputs; c += wide * 8)
        multiply_vectors(x, x_row, inputs, weights + 2 * c, scales + c, outputs, row_scales, from + c, from_row, y + c,
                         y_row, r, (int)wide);
    for (; c < outputs; c += 8)
        multiply_vectors(x, x_row, inputs, weights + 2 * c, scales + c, outputs, row_scales, from + c, from_row, y + c,
                         y_row, r, 1);
}

static void affine(const float *x, size_t x_step, size_t rows, size_t inputs, const int16_t *weights, const float *scales,
                   const float *biases, size_t outputs, float *y) {
    int16_t whole[4 * (CNETWORK_MAX_INPUTS + 1)];
    float row_scales[4];
    const size_t x_row = inputs + (inputs & 1);
    size_t r = 0;
    for (; r + 4 <= rows; r += 4) {
        for (size_t i = 0; i < 4; i++) row_scales[i] = round_row(x + (r + i) * x_step, inputs, whole + i * x_row);
        multiply_rows(whole, x_row, inputs, weights, scales, outputs, row_scales, biases, 0, y + r * outputs,
                      (ptrdiff_t)outputs, 4);
    }
    for (; r < rows; r++) {
        row_scales[0] = round_row(x + r * x_step, inputs, whole);
        multiply_rows(whole, x_row, inputs, weights, scales, outputs, row_scales, biases, 0, y + r * outputs,
                      (ptrdiff_t)outputs, 1);
    }
}

static void tanh_all(float *y, size_t count) {
    for (size_t i = 0; i < count; i += 8) store(y + i, hyperbolic_tangent(load(y + i)));
}

static void relu_all(float *y, size_t count) {
    for (size_t i = 0; i < count; i += 8) store(y + i, __builtin_elementwise_max(load(y + i), all(0)));
}

static void logistic_all(float *y, size_t count) {
    for (size_t i = 0; i < count; i += 8) store(y + i, logistic(load(y + i)));
}

static void softmax_all(float *y, size_t rows, size_t columns, size_t classes) {
    for (size_t r = 0; r < rows; r++) {
        float *row = y + r * columns;
        float max = row[0];
        for (size_t c = 1; c < classes; c++) max = row[c] > max ? row[c] : max;
        for (size_t c = 0; c < columns; c += 8) store(row + c, exponential(load(row + c) - all(max)));
        float sum = 0;
        for (size_t c = 0; c < classes; c++) sum += row[c];
        for (size_t c = 0; c < classes; c++) row[c] /= sum;
        for (size_t c = classes; c < columns; c++) row[c] = 0;
    }
}

// logistic(a) * tanh(b), with one division.
INLINE floats gated(floats a, floats b) {
    const floats e = exponential(all(-2) * b);
    return (all(1) - e) / ((all(1) + exponential(-a)) * (all(1) + e));
}

INLINE void run_sequences(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t cells,
                          const int16_t *weights, const float *scales, float *out, ptrdiff_t out_step,
                          ptrdiff_t out_sequence, float *scratch, int r) {
    const size_t columns = 4 * cells;
    float *sums = scratch, *state = scratch + (size_t)r * columns;
    int16_t *before = (int16_t *)(state + (size_t)r * cells);
    const float row_scales[4] = {1.0f / 32767, 1.0f / 32767, 1.0f / 32767, 1.0f / 32767};
    for (size_t i = 0; i < (size_t)r * cells; i++) state[i] = 0;
    for (size_t s = 0; s < steps; s++) {
        float *output = out + (ptrdiff_t)s * out_step;
        multiply_rows(before, cells, s == 0 ? 0 : cells, weights, scales, columns, row_scales, gates + (ptrdiff_t)s * gate_step,
                      gate_sequence, sums, (ptrdiff_t)columns, r);
        for (int i = 0; i < r; i++) {
            const float *sum = sums + (size_t)i * columns;
            for (size_t c = 0; c < cells; c += 8) {
                float *memory = state + (size_t)i * cells + c;
                floats kept = load(memory) * logistic(load(sum + 2 * cells + c));
                kept += gated(load(sum + cells + c), load(sum + c));
                // Tesseract's limits.
                kept = clamp(kept, -100, 100);
                store(memory, kept);
                const floats shown = gated(load(sum + 3 * cells + c), kept);
                store(output + i * out_sequence + (ptrdiff_t)c, shown);
                const halves eight = rounded(clamp(shown, -1, 1), 32767);
                memcpy(before + (size_t)i * cells + c, &eight, sizeof eight);
            }
        }
    }
}

static void lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                 size_t cells, const int16_t *weights, const float *scales, float *out, ptrdiff_t out_step,
                 ptrdiff_t out_sequence, float *scratch) {
    size_t q = 0;
    for (; q + 4 <= sequences; q += 4)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, weights, scales,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 4);
    for (; q + 3 <= sequences; q += 3)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, weights, scales,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 3);
    for (; q + 2 <= sequences; q += 2)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, weights, scales,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 2);
    for (; q < sequences; q++)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, weights, scales,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 1);
}

#define NAME_OF(kernels) #kernels
#define NAME(kernels) NAME_OF(kernels)

const struct cnetwork_kernels KERNELS = {NAME(KERNELS), affine, tanh_all, relu_all, logistic_all, softmax_all, lstm};
