#include "cnetwork.h"

#include "kernel_table.h"

// The best kernels that this processor can run.
static const struct cnetwork_kernels *best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &cnetwork_avx2;
#endif
    return &cnetwork_plain;
}

void cnetwork_affine(const float *x, size_t rows, size_t inputs, const int16_t *pairs, const float *units,
                     const float *biases, size_t outputs, float *y) {
    best()->affine(x, rows, inputs, pairs, units, biases, outputs, y);
}

void cnetwork_tanh(float *y, size_t count) { best()->tanh(y, count); }
void cnetwork_relu(float *y, size_t count) { best()->relu(y, count); }
void cnetwork_logistic(float *y, size_t count) { best()->logistic(y, count); }

void cnetwork_softmax(float *y, size_t rows, size_t columns, size_t classes) {
    best()->softmax(y, rows, columns, classes);
}

void cnetwork_lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                   size_t cells, const int16_t *pairs, const float *units, float *out, ptrdiff_t out_step,
                   ptrdiff_t out_sequence, float *scratch) {
    best()->lstm(gates, gate_step, gate_sequence, steps, sequences, cells, pairs, units, out, out_step, out_sequence,
                 scratch);
}
