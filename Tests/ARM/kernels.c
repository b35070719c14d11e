// The arithmetic of CNetwork and CSampling on the processor that this was compiled for.
//
//   kernels check SEED ROUNDS   every set of kernels against the plain one, on random numbers
//   kernels print SEED ROUNDS   what the best kernels and the sampling make of random numbers, to be compared
//   kernels work NAME LINES     a layer of the reader's size over LINES lines, to be counted
#include <stdio.h>

#include "../kernels.h"

// Everything that a set of kernels has made, in a row.
static float *results;
static size_t result_count;

static void keep(const void *values, size_t count, bool are_numbers) {
    if (!are_numbers) abort();
    results = realloc(results, (result_count + count) * sizeof *results);
    if (!results) exit(70);
    memcpy(results + result_count, values, count * sizeof *results);
    result_count += count;
}

// The layers of a seed, to be freed by who asked.
static float *layers(const struct cnetwork_kernels *kernels, uint64_t number, size_t *count) {
    results = NULL, result_count = 0;
    seed(number);
    run_layers(kernels, false, keep);
    *count = result_count;
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

static void print_result(const void *values, size_t count, bool are_numbers) {
    for (size_t i = 0; i < count; i++)
        are_numbers ? printf("f %.9g\n", (double)((const float *)values)[i]) : printf("b %d\n", ((const uint8_t *)values)[i]);
}

static int print(uint64_t first, uint64_t rounds) {
    for (uint64_t round = 0; round < rounds; round++) {
        seed(first + round);
        run_layers(cnetwork_kernels_at(0), false, print_result);
        run_sampling(print_result);
        run_ink(print_result);
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
