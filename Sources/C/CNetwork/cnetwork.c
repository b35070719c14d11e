#include "cnetwork.h"

#include "kernel_table.h"

#include <stdbool.h>

const struct cnetwork_kernels *cnetwork_kernels_at(size_t index) {
#if defined(__x86_64__)
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool has_vnni = has_avx2 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl");
    if (has_vnni && index-- == 0) return &cnetwork_vnni;
    if (has_avx2 && index-- == 0) return &cnetwork_avx2;
#elif defined(__aarch64__)
    if (index-- == 0) return &cnetwork_neon;
#endif
    return index == 0 ? &cnetwork_plain : NULL;
}

static const struct cnetwork_kernels *best(void) { return cnetwork_kernels_at(0); }

void cnetwork_affine(const float *x, size_t x_step, size_t rows, size_t inputs, const int16_t *weights,
                     const float *scales, const float *biases, size_t outputs, float *y) {
    best()->affine(x, x_step, rows, inputs, weights, scales, biases, outputs, y);
}

void cnetwork_tanh(float *y, size_t count) { best()->tanh(y, count); }
void cnetwork_relu(float *y, size_t count) { best()->relu(y, count); }
void cnetwork_logistic(float *y, size_t count) { best()->logistic(y, count); }

void cnetwork_softmax(float *y, size_t rows, size_t columns, size_t classes) {
    best()->softmax(y, rows, columns, classes);
}

void cnetwork_lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                   size_t cells, const int16_t *weights, const float *scales, float *out, ptrdiff_t out_step,
                   ptrdiff_t out_sequence, float *scratch) {
    best()->lstm(gates, gate_step, gate_sequence, steps, sequences, cells, weights, scales, out, out_step, out_sequence,
                 scratch);
}
