// The arithmetic of CNetwork and CSampling on the processor that this was compiled for.
//
//   kernels check SEED ROUNDS   every set of kernels against the plain one, on random numbers
//   kernels print SEED ROUNDS   what the best kernels and the sampling make of random numbers, to be compared
//   kernels work NAME LINES     a layer of the reader's size over LINES lines, to be counted
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "cnetwork.h"
#include "csampling.h"

// What weights are worth in a trained network.
static float *units(size_t count) {
    float *values = room(count * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = (float)(1 + chance(1000)) / 1e7f;
    return values;
}

// One random layer of each kind; all results in a row, to be freed by who asked.
static float *layers(const struct cnetwork_kernels *kernels, uint64_t number, size_t *count) {
    seed(number);
    size_t rows = 1 + chance(9), inputs = 1 + chance(70), outputs = 8 * (1 + chance(9)), step = 1 + chance(80);
    size_t cells = 8 * (1 + chance(4)), steps = 1 + chance(9), sequences = 1 + chance(9);
    size_t all = rows * outputs, shown = steps * sequences * cells;
    float *results = room((5 * all + shown) * sizeof *results);
    *count = 5 * all + shown;
    float *x = numbers((rows - 1) * step + inputs), *unit = units(outputs), *biases = numbers(outputs);
    int16_t *pairs = weights(inputs, outputs);
    kernels->affine(x, step, rows, inputs, pairs, unit, biases, outputs, results);
    for (size_t i = 1; i < 5; i++) memcpy(results + i * all, results, all * sizeof *results);
    kernels->tanh(results + all, all);
    kernels->relu(results + 2 * all, all);
    kernels->logistic(results + 3 * all, all);
    kernels->softmax(results + 4 * all, rows, outputs, 1 + chance((uint32_t)outputs));
    float *gates = numbers(steps * sequences * 4 * cells), *scales = units(4 * cells);
    float *scratch = room(24 * cells * sizeof *scratch);
    int16_t *recurrent = weights(cells, 4 * cells);
    kernels->lstm(gates, (ptrdiff_t)(4 * cells), (ptrdiff_t)(steps * 4 * cells), steps, sequences, cells, recurrent,
                  scales, results + 5 * all, (ptrdiff_t)cells, (ptrdiff_t)(steps * cells), scratch);
    free(x), free(unit), free(biases), free(pairs), free(gates), free(scales), free(scratch), free(recurrent);
    return results;
}

static const struct cnetwork_kernels *plain(void) {
    size_t i = 0;
    while (cnetwork_kernels_at(i + 1)) i++;
    return cnetwork_kernels_at(i);
}

static int check(uint64_t first, uint64_t rounds) {
    const struct cnetwork_kernels *kernels;
    for (size_t i = 0; (kernels = cnetwork_kernels_at(i)); i++) {
        double worst = 0;
        size_t all = 0;
        for (uint64_t round = 0; round < rounds; round++) {
            size_t count;
            float *own = layers(kernels, first + round, &count), *expected = layers(plain(), first + round, &count);
            for (size_t k = 0; k < count; k++) {
                double difference = fabs((double)own[k] - (double)expected[k]) / fmax(1, fabs((double)expected[k]));
                // What is no number is never equal.
                if (!(difference <= worst)) worst = difference;
            }
            all += count;
            free(own), free(expected);
        }
        printf("%s: %zu results, at most %.2g from the plain kernels\n", kernels->name, all, worst);
        if (!(worst < 1e-5) || all == 0) return 1;
    }
    return 0;
}

static void print_bytes(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) printf("b %d\n", bytes[i]);
}

static void sampling(uint64_t number) {
    seed(number);
    size_t width = 8 + chance(60), height = 8 + chance(40);
    uint8_t *pixels = room(width * height), *target = room(width * height);
    for (size_t i = 0; i < width * height; i++) pixels[i] = (uint8_t)chance(256);
    csampling_path(pixels, (ptrdiff_t)width, 1 + chance(1000) / 1000.0, 1 + chance(1000) / 1000.0, chance(1000) / 1000.0,
                   chance(1000) / 1000.0, 3, target, 1);
    print_bytes(target, 3);
    csampling_halve(pixels, pixels + width, width / 2, target);
    print_bytes(target, width / 2);
    csampling_transpose(pixels, (ptrdiff_t)width, width, height, target, (ptrdiff_t)height);
    print_bytes(target, width * height);
    float shares[4];
    csampling_weights((float)chance(1001) / 1000, shares);
    int32_t *first = room((width + 1) * sizeof *first);
    float *stretched = room(4 * width * sizeof *stretched), *four = room(4 * width * sizeof *four);
    for (size_t i = 0; i < width; i++) {
        first[i] = (int32_t)chance((uint32_t)width - 3);
        csampling_weights((float)chance(1001) / 1000, four + 4 * i);
    }
    for (size_t i = 0; i < 4; i++) csampling_stretch(pixels + i * width, first, four, width, stretched + i * width);
    for (size_t i = 0; i < 4 * width; i++) printf("f %.9g\n", (double)stretched[i]);
    csampling_mix(stretched, stretched + width, stretched + 2 * width, stretched + 3 * width, shares, width, target);
    print_bytes(target, width);
    uint16_t *columns = room(width * sizeof *columns);
    csampling_smooth(pixels, pixels + width, pixels + 2 * width, width, columns, target);
    print_bytes(target, width);
    size_t squares = (width + 3) / 4;
    int32_t *sums = room(2 * squares * sizeof *sums);
    int64_t *all = room(2 * squares * sizeof *all);
    csampling_block_sums(pixels, width, width, 4, sums, sums + squares);
    for (size_t i = 0; i < 2 * squares; i++) {
        all[i] = sums[i];
        printf("b %d\n", sums[i]);
    }
    csampling_thresholds(all, all + squares, squares, 3, width, 4, 0.35f, 3, target, target + squares);
    print_bytes(target, 2 * squares);
    csampling_mark_counts(pixels, width, width, 8, sums, sums + squares);
    for (size_t i = 0; i < (width + 15) / 16; i++) printf("b %d\nb %d\n", sums[i], sums[squares + i]);
    size_t edges = csampling_edges(pixels, width, 2, first);
    for (size_t i = 0; i < edges; i++) printf("b %d\n", first[i]);
    free(columns), free(sums), free(all);
    free(pixels), free(target), free(first), free(stretched), free(four);
}

static int print(uint64_t first, uint64_t rounds) {
    for (uint64_t round = 0; round < rounds; round++) {
        size_t count;
        float *results = layers(cnetwork_kernels_at(0), first + round, &count);
        for (size_t i = 0; i < count; i++) printf("f %.9g\n", (double)results[i]);
        free(results);
        sampling(first + round);
    }
    return 0;
}

// The widest layer of the reader: 96 cells over 20 columns of a strip, two lines together.
static int work(const char *name, uint64_t lines) {
    const struct cnetwork_kernels *kernels;
    enum { cells = 96, steps = 20 };
    seed(0);
    for (size_t i = 0; (kernels = cnetwork_kernels_at(i)); i++) {
        if (strcmp(kernels->name + strlen("cnetwork_"), name) != 0) continue;
        float *x = numbers(2 * steps * cells), *unit = units(4 * cells), *biases = numbers(4 * cells);
        float *gates = room(2 * steps * 4 * cells * sizeof *gates), *out = room(2 * steps * cells * sizeof *out);
        float *scratch = room(24 * cells * sizeof *scratch);
        int16_t *pairs = weights(cells, 4 * cells);
        for (uint64_t line = 0; line < lines; line += 2) {
            kernels->affine(x, cells, 2 * steps, cells, pairs, unit, biases, 4 * cells, gates);
            kernels->lstm(gates, 4 * cells, steps * 4 * cells, steps, 2, cells, pairs, unit, out, cells, steps * cells,
                          scratch);
        }
        float sum = 0;
        for (size_t k = 0; k < 2 * steps * cells; k++) sum += out[k];
        printf("%s: %g\n", kernels->name, (double)sum);
        return 0;
    }
    return 64;
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    uint64_t last = strtoull(arguments[3], NULL, 10);
    if (strcmp(arguments[1], "work") == 0) return work(arguments[2], last);
    uint64_t first = strtoull(arguments[2], NULL, 10);
    if (strcmp(arguments[1], "check") == 0) return check(first, last);
    if (strcmp(arguments[1], "print") == 0) return print(first, last);
    return 64;
}
