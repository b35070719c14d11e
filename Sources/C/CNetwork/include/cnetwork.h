#ifndef CNETWORK_H
#define CNETWORK_H

#include <stddef.h>
#include <stdint.h>

/// The arithmetic of a recurrent network, compiled for several processors; the best that is there is taken at run time.
///
/// Activations are floats, row after row. Weights are whole numbers of 16 bits, each output's with a scale of its own, and
/// what they are multiplied with is rounded to 15 bits and a sign: sums of products are exact, whatever the order, and
/// take half the time and the memory of floats. A matrix of weights is three arrays:
///
/// - `weights`: (inputs + 1) / 2 rows; in each for every output the weights of two inputs, the second of an odd last pair
///   being 0. What the weights of one output sum up to without their signs is `CNETWORK_MAX_WEIGHT` at most: no sum
///   leaves 32 bits.
/// - `scales`: for each output what a weight of 1 stands for.
/// - `biases`: for each output what is added.
///
/// Outputs are a multiple of 8, inputs `CNETWORK_MAX_INPUTS` at most.
#define CNETWORK_MAX_WEIGHT 65535
#define CNETWORK_MAX_INPUTS 4096

/// y = x · weights + biases for each of `rows` rows of x (`inputs` floats) and y (`outputs` floats).
///
/// Rows of x begin `x_step` floats apart, and may overlap. Each of them is rounded to 32,767ths of its largest number;
/// one that holds what is no number counts as 0.
void cnetwork_affine(const float *x, size_t x_step, size_t rows, size_t inputs, const int16_t *weights, const float *scales,
                     const float *biases, size_t outputs, float *y);

/// y = tanh(y), y = max(y, 0), y = 1 / (1 + exp(-y)), each in place; `count` is a multiple of 8.
void cnetwork_tanh(float *y, size_t count);
void cnetwork_relu(float *y, size_t count);
void cnetwork_logistic(float *y, size_t count);

/// Softmax over the first `classes` of each row of `columns` floats, a multiple of 8; the others become 0.
void cnetwork_softmax(float *y, size_t rows, size_t columns, size_t classes);

/// A layer of long short-term memory over `sequences` sequences of `steps` steps (Hochreiter and Schmidhuber 1997, with
/// the forget gate of Gers and others 2000), as Tesseract defines it.
///
/// `gates` holds for each step the four gates' share of the input, cell input, input gate, forget gate and output gate,
/// each of `cells` floats; a multiple of 8. Step s of sequence q begins at gates[s * gate_step + q * gate_sequence], and
/// its output goes to out[s * out_step + q * out_sequence]. `weights` and `scales` are as above, with `cells` inputs and
/// 4 * `cells` outputs, of what the output of the step before adds. `scratch` has room for 24 * `cells` floats.
void cnetwork_lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                   size_t cells, const int16_t *weights, const float *scales, float *out, ptrdiff_t out_step,
                   ptrdiff_t out_sequence, float *scratch);

/// The functions above for one kind of processor.
struct cnetwork_kernels {
    const char *name;
    __typeof__(cnetwork_affine) *affine;
    __typeof__(cnetwork_tanh) *tanh;
    __typeof__(cnetwork_relu) *relu;
    __typeof__(cnetwork_logistic) *logistic;
    __typeof__(cnetwork_softmax) *softmax;
    __typeof__(cnetwork_lstm) *lstm;
};

/// Those that this processor can run, the best, which the functions above use, first; NULL from their number on.
const struct cnetwork_kernels *cnetwork_kernels_at(size_t index);

#endif
