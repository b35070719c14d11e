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

/// Each of `count` pixels of the row `here` under the kernel (1 4 1)/6 both ways, rounded; outside a row lies its last pixel
/// once more. `count` is 2 at least, and `columns` has room for as many numbers.
void csampling_smooth(const uint8_t *above, const uint8_t *here, const uint8_t *below, size_t count, uint16_t *columns,
                      uint8_t *target);

/// The sums of the grey levels, and of their squares, of each square of four by four pixels: those of one row of squares,
/// which is `width` pixels long and `height` (1 to 4) high; the last square may be narrower. `row` is the distance of two rows
/// of pixels.
void csampling_block_sums(const uint8_t *pixels, size_t row, size_t width, size_t height, int32_t *sums,
                          int32_t *squares);

/// For each of `count` squares of a row the grey level below which a pixel is darker than its surroundings, and that above
/// which it is lighter: the mean of the squares up to `radius` to either side, less or plus `deviations` of their standard
/// deviation or `min_distance`. `sums` and `squares` are those of whole columns of squares, which are `height` pixels high; the
/// row is `width` pixels long.
void csampling_thresholds(const int64_t *sums, const int64_t *squares, size_t count, size_t radius, size_t width,
                          size_t height, float deviations, float min_distance, uint8_t *low, uint8_t *high);

/// How many bytes have the lowest bit, and how many the second one, in each square of sixteen by sixteen: those of one row of
/// squares, which is `width` bytes long and `height` (1 to 16) high; the last square may be narrower. `row` is the distance of
/// two rows of `marks`.
void csampling_mark_counts(const uint8_t *marks, size_t row, size_t width, size_t height, int32_t *first,
                           int32_t *second);

/// By how much the pixels of a part of a picture differ, all together, from those one and two rows down and one and two
/// columns to the right: `sums`, in that order. The part is `width` pixels long and `height` high, 65,536 of them at most, and
/// has two more rows below it and two more columns to its right; `row` is the distance of two rows of pixels.
void csampling_changes(const uint8_t *pixels, size_t row, size_t width, size_t height, uint32_t sums[4]);

/// Where the bit `mark` begins and ends in a row of `count` bytes: the first byte of a run that has it, the first behind
/// that without it, and so on; `count` ends the last one. Returns how many places it wrote, `count` + 1 at the most.
size_t csampling_edges(const uint8_t *marks, size_t count, uint8_t mark, int32_t *edges);

/// Follows lines from a row of marks to the next: of each of `count` places how many rows a line has that ends there, 0
/// where `marks` is not `mark`, and how many of them it has led straight on since it last went aside, by one place. It goes
/// aside only where that are `straight` rows at least. Every pointer but `marks` is to the first place of a row with one more
/// at either end, which is 0. Returns the most rows, which may be 32,767.
int16_t csampling_lines(const uint8_t *marks, size_t count, uint8_t mark, int16_t straight, const int16_t *from_rows,
                        const int16_t *from_straight, int16_t *to_rows, int16_t *to_straight);

#endif
