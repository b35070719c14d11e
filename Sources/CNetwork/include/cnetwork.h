#ifndef CNETWORK_H
#define CNETWORK_H

#include <stddef.h>

/// The arithmetic of a recurrent network, compiled for several processors; the best that is there is taken at run time.
/// All matrices hold floats, row after row. Columns are a multiple of 8.

/// y = x · w + b for each of `rows` rows.
///
/// `x` has rows of `inputs` floats, `y` of `columns`. `w` has `inputs` rows of `columns`, and `b` follows as one more.
void cnetwork_affine(const float *x, size_t rows, size_t inputs, const float *w, size_t columns, float *y);

/// y = tanh(y), y = max(y, 0), y = 1 / (1 + exp(-y)), each in place.
void cnetwork_tanh(float *y, size_t count);
void cnetwork_relu(float *y, size_t count);
void cnetwork_logistic(float *y, size_t count);

/// Softmax over the first `classes` of each row of `columns` floats; the others become 0.
void cnetwork_softmax(float *y, size_t rows, size_t columns, size_t classes);

/// A layer of long short-term memory over `sequences` sequences of `steps` steps (Hochreiter and Schmidhuber 1997, with
/// the forget gate of Gers and others 2000), as Tesseract defines it.
///
/// `gates` holds for each step the four gates' share of the input, cell input, input gate, forget gate and output gate,
/// each of `cells` floats; a multiple of 8. Step s of sequence q begins at gates[s * gate_step + q * gate_sequence], and
/// its output goes to out[s * out_step + q * out_sequence]. `w` has `cells` rows of 4 * `cells`: what the output of the
/// step before adds. `scratch` has room for 16 * `cells` floats.
void cnetwork_lstm(const float *gates, ptrdiff_t gate_step, ptrdiff_t gate_sequence, size_t steps, size_t sequences,
                   size_t cells, const float *w, float *out, ptrdiff_t out_step, ptrdiff_t out_sequence,
                   float *scratch);

#endif
