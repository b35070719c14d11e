// The functions of cnetwork.h, as `KERNELS`, for the processor that the including file has chosen with a pragma.

#include "kernel_table.h"

#include <stdint.h>
#include <string.h>

// No vector is passed by any calling convention: what takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

// Eight floats with no alignment asked for: one register of AVX, two of SSE or NEON.
typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints __attribute__((vector_size(32)));

INLINE floats load(const float *p) { return *(const floats *)p; }
INLINE void store(float *p, floats v) { *(floats *)p = v; }
INLINE floats all(float x) { return (floats){x, x, x, x, x, x, x, x}; }

INLINE floats clamp(floats x, float least, float most) {
    return __builtin_elementwise_min(__builtin_elementwise_max(x, all(least)), all(most));
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

// A block of `r` rows and `v` vectors of y: begins with what is in `from` (its rows `from_row` apart), adds x · w.
INLINE void multiply_block(const float *x, ptrdiff_t x_row, size_t inputs, const float *w, size_t columns,
                           const float *from, ptrdiff_t from_row, float *y, ptrdiff_t y_row, int r, int v) {
    floats sum[4][8];
    for (int i = 0; i < r; i++)
        for (int j = 0; j < v; j++) sum[i][j] = load(from + i * from_row + j * 8);
    for (size_t k = 0; k < inputs; k++) {
        for (int j = 0; j < v; j++) {
            const floats weight = load(w + k * columns + j * 8);
            for (int i = 0; i < r; i++) sum[i][j] += all(x[i * x_row + (ptrdiff_t)k]) * weight;
        }
    }
    for (int i = 0; i < r; i++)
        for (int j = 0; j < v; j++) store(y + i * y_row + j * 8, sum[i][j]);
}

// `r` rows of y, all columns.
INLINE void multiply_rows(const float *x, ptrdiff_t x_row, size_t inputs, const float *w, size_t columns,
                          const float *from, ptrdiff_t from_row, float *y, ptrdiff_t y_row, int r) {
    size_t c = 0;
    const int wide = r == 1 ? 8 : r == 2 ? 4 : 2;
    for (; c + (size_t)wide * 8 <= columns; c += (size_t)wide * 8)
        multiply_block(x, x_row, inputs, w + c, columns, from + c, from_row, y + c, y_row, r, wide);
    for (; c < columns; c += 8)
        multiply_block(x, x_row, inputs, w + c, columns, from + c, from_row, y + c, y_row, r, 1);
}

static void affine(const float *x, size_t rows, size_t inputs, const float *w, size_t columns, float *y) {
    const float *bias = w + inputs * columns;
    const ptrdiff_t x_row = (ptrdiff_t)inputs, y_row = (ptrdiff_t)columns;
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        multiply_rows(x + r * inputs, x_row, inputs, w, columns, bias, 0, y + r * columns, y_row, 4);
    for (; r < rows; r++)
        multiply_rows(x + r * inputs, x_row, inputs, w, columns, bias, 0, y + r * columns, y_row, 1);
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
        float most = row[0];
        for (size_t c = 1; c < classes; c++) most = row[c] > most ? row[c] : most;
        for (size_t c = 0; c < columns; c += 8) store(row + c, exponential(load(row + c) - all(most)));
        float sum = 0;
        for (size_t c = 0; c < classes; c++) sum += row[c];
        for (size_t c = 0; c < classes; c++) row[c] /= sum;
        for (size_t c = classes; c < columns; c++) row[c] = 0;
    }
}

INLINE void run_sequences(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t cells,
                          const float *w, float *out, ptrdiff_t out_step, ptrdiff_t out_sequence, float *scratch,
                          int r) {
    const size_t columns = 4 * cells;
    float *sums = scratch, *state = scratch + (size_t)r * columns;
    for (size_t i = 0; i < (size_t)r * cells; i++) state[i] = 0;
    for (size_t s = 0; s < steps; s++) {
        const float *input = gates + (ptrdiff_t)s * gate_step;
        float *output = out + (ptrdiff_t)s * out_step;
        const float *before = output - out_step;
        const size_t known = s == 0 ? 0 : cells;
        multiply_rows(before, out_sequence, known, w, columns, input, gate_sequence, sums, (ptrdiff_t)columns, r);
        for (int i = 0; i < r; i++) {
            const float *sum = sums + (size_t)i * columns;
            for (size_t c = 0; c < cells; c += 8) {
                float *memory = state + (size_t)i * cells + c;
                floats kept = load(memory) * logistic(load(sum + 2 * cells + c));
                kept += hyperbolic_tangent(load(sum + c)) * logistic(load(sum + cells + c));
                // Tesseract's limits.
                kept = clamp(kept, -100, 100);
                store(memory, kept);
                store(output + i * out_sequence + (ptrdiff_t)c,
                      hyperbolic_tangent(kept) * logistic(load(sum + 3 * cells + c)));
            }
        }
    }
}

static void lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                 size_t cells, const float *w, float *out, ptrdiff_t out_step, ptrdiff_t out_sequence, float *scratch) {
    size_t q = 0;
    for (; q + 4 <= sequences; q += 4)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, w,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 4);
    for (; q + 3 <= sequences; q += 3)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, w,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 3);
    for (; q + 2 <= sequences; q += 2)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, w,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 2);
    for (; q < sequences; q++)
        run_sequences(gates + (ptrdiff_t)q * gate_sequence, gate_step, gate_sequence, steps, cells, w,
                      out + (ptrdiff_t)q * out_sequence, out_step, out_sequence, scratch, 1);
}

const struct cnetwork_kernels KERNELS = {affine, tanh_all, relu_all, logistic_all, softmax_all, lstm};
