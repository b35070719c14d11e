// CNetwork and CSampling on random numbers, for the tests of our C.
#ifndef TESTS_KERNELS_H
#define TESTS_KERNELS_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cnetwork.h"
#include "csampling.h"
#include "random.h"

// Is handed each result: so many bytes, or `float`s where they are numbers.
typedef void result_taker(const void *values, size_t count, bool are_numbers);

// What weights are worth in a trained network.
static float *units(size_t count) {
    float *values = room(count * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = (float)(1 + chance(1000)) / 1e7f;
    return values;
}

// One random layer of each kind. With `damaged` numbers are also what a damaged model may lead to.
static void run_layers(const struct cnetwork_kernels *kernels, bool damaged, result_taker *take) {
    size_t rows = 1 + chance(9), inputs = 1 + chance(70), outputs = 8 * (1 + chance(9)), step = 1 + chance(80);
    size_t all = rows * outputs;
    float *x = numbers((rows - 1) * step + inputs), *unit = damaged ? numbers(outputs) : units(outputs);
    float *biases = numbers(outputs), *y = room(all * sizeof *y), *copy = room(all * sizeof *copy);
    int16_t *pairs = weights(inputs, outputs);
    if (damaged && chance(4) == 0) x[chance((uint32_t)inputs)] = chance(2) ? NAN : INFINITY;
    kernels->affine(x, step, rows, inputs, pairs, unit, biases, outputs, y);
    take(y, all, true);
    void (*in_place[])(float *, size_t) = {kernels->tanh, kernels->relu, kernels->logistic};
    for (size_t i = 0; i < 3; i++) {
        memcpy(copy, y, all * sizeof *copy);
        in_place[i](copy, all);
        take(copy, all, true);
    }
    kernels->softmax(y, rows, outputs, 1 + chance((uint32_t)outputs));
    take(y, all, true);
    free(x), free(unit), free(biases), free(y), free(copy), free(pairs);

    size_t cells = 8 * (1 + chance(4)), steps = 1 + chance(9), sequences = 1 + chance(9);
    size_t shown = steps * sequences * cells;
    float *gates = numbers(4 * shown), *scales = damaged ? numbers(4 * cells) : units(4 * cells);
    float *out = room(shown * sizeof *out), *scratch = room(24 * cells * sizeof *scratch);
    int16_t *recurrent = weights(cells, 4 * cells);
    kernels->lstm(gates, (ptrdiff_t)(4 * cells), (ptrdiff_t)(steps * 4 * cells), steps, sequences, cells, recurrent,
                  scales, out, (ptrdiff_t)cells, (ptrdiff_t)(steps * cells), scratch);
    take(out, shown, true);
    free(gates), free(scales), free(out), free(scratch), free(recurrent);
}

// A random picture through every function of CSampling.
static void run_sampling(result_taker *take) {
    size_t width = 8 + chance(60), height = 8 + chance(40), count = 1 + chance(3);
    uint8_t *pixels = random_bytes(width * height), *target = room(width * height);
    double x = 1 + chance(1000) / 1000.0, y = 1 + chance(1000) / 1000.0;
    double dx = chance(1000) / 1000.0, dy = chance(1000) / 1000.0;
    csampling_path(pixels, (ptrdiff_t)width, x, y, dx, dy, count, target, 1);
    take(target, count, false);
    csampling_halve(pixels, pixels + width, width / 2, target);
    take(target, width / 2, false);
    csampling_transpose(pixels, (ptrdiff_t)width, width, height, target, (ptrdiff_t)height);
    take(target, width * height, false);
    float shares[4];
    csampling_weights((float)chance(1001) / 1000, shares);
    take(shares, 4, true);
    int32_t *first = room(width * sizeof *first);
    float *stretched = room(4 * width * sizeof *stretched), *four = room(4 * width * sizeof *four);
    for (size_t i = 0; i < width; i++) {
        first[i] = (int32_t)chance((uint32_t)width - 3);
        csampling_weights((float)chance(1001) / 1000, four + 4 * i);
    }
    for (size_t i = 0; i < 4; i++) csampling_stretch(pixels + i * width, first, four, width, stretched + i * width);
    take(stretched, 4 * width, true);
    csampling_mix(
        stretched, stretched + width, stretched + 2 * width, stretched + 3 * width, shares, width, target);
    take(target, width, false);
    free(pixels), free(target), free(first), free(stretched), free(four);
}

// A random picture through every function of CSampling that finds ink.
static void run_ink(result_taker *take) {
    size_t width = 2 + chance(90), height = 1 + chance(4), count = (width + 3) / 4, radius = 1 + chance(4);
    uint8_t *pixels = random_bytes(width * 16), *target = room(width), *low = room(count), *high = room(count);
    uint16_t *columns = room(width * sizeof *columns);
    csampling_smooth(pixels, pixels + width, pixels + 2 * width, width, columns, target);
    take(target, width, false);
    int32_t *sums = room(count * sizeof *sums), *squares = room(count * sizeof *squares);
    csampling_block_sums(pixels, width, width, height, sums, squares);
    take(sums, count * sizeof *sums, false);
    take(squares, count * sizeof *squares, false);
    int64_t *all = room(count * sizeof *all), *all_squares = room(count * sizeof *all_squares);
    for (size_t i = 0; i < count; i++) all[i] = sums[i], all_squares[i] = squares[i];
    csampling_thresholds(all, all_squares, count, radius, width, height, 0.35f, 3, low, high);
    take(low, count, false);
    take(high, count, false);
    size_t blocks = (width + 15) / 16;
    csampling_mark_counts(pixels, width, width, 1 + chance(16), sums, squares);
    take(sums, blocks * sizeof *sums, false);
    take(squares, blocks * sizeof *squares, false);
    uint32_t changes[4];
    csampling_changes(pixels, width, width - 2, 1 + chance(13), changes);
    take(changes, sizeof changes, false);
    int32_t *edges = room((width + 1) * sizeof *edges);
    size_t found = csampling_edges(pixels, width, (uint8_t)(1 + chance(2)), edges);
    take(edges, found * sizeof *edges, false);
    free(pixels), free(target), free(low), free(high), free(columns), free(sums), free(squares), free(all);
    free(all_squares), free(edges);
}

#endif
