#ifndef CSAMPLING_H
#define CSAMPLING_H

#include <stddef.h>
#include <stdint.h>

/// Grey values between pixels (Catmull and Rom 1974), `count` of them along a straight path: the first at (x, y), where
/// whole numbers are the middles of pixels, each (step_x, step_y) from the one before, into target[0],
/// target[target_step] and so on.
///
/// `row` is the distance of two rows of `pixels`. Every sample needs the pixels from one before to two behind it, in
/// either direction: all of them must exist.
void csampling_path(const uint8_t *pixels, ptrdiff_t row, double x, double y, double step_x, double step_y,
                    size_t count, uint8_t *target, ptrdiff_t target_step);

/// The means of squares of four pixels, rounded, into target[0] to target[count - 1]: of each two that follow each other
/// in `upper` and the two at the same places in `lower`, which both hold at least 2 * `count`.
void csampling_halve(const uint8_t *upper, const uint8_t *lower, size_t count, uint8_t *target);

/// target[x * target_step + y] = source[y * source_step + x] for x below `columns` and y below `rows`.
void csampling_transpose(const uint8_t *source, ptrdiff_t source_step, size_t columns, size_t rows, uint8_t *target,
                         ptrdiff_t target_step);

/// The shares of four neighbours in a value at `t` (0 to 1) between the second and the third (Catmull and Rom 1974).
void csampling_weights(float t, float weights[4]);

/// Stretches a row: target[i] is the sum of the four values from source[first[i]] on, by weights[4 * i] and the three that
/// follow; i from 0 to `count` - 1.
void csampling_stretch(const uint8_t *source, const int32_t *first, const float *weights, size_t count, float *target);

/// target[i] is the sum of what the four rows hold at i, by the four weights, rounded and kept within 0 and 255.
void csampling_mix(const float *row0, const float *row1, const float *row2, const float *row3, const float weights[4],
                   size_t count, uint8_t *target);

#endif
