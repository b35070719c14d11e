// Calls the C of this package that needs no foreign library, for sanitizers that cannot live with those: on random
// numbers, and on the files that are named and damaged copies of them. Every result is looked at, so that memory which
// was never written is noticed.
//
//   shims SEED ROUNDS FILE...
//
// With JPEG defined also what goes through libjpeg.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "cjpeg.h"
#include "cnetwork.h"
#include "cprocess.h"
#include "csampling.h"

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#endif

static unsigned long calls;

// Has the sanitizer of memory look whether everything was written, and any other read it.
static void look(const void *memory, size_t count) {
#if __has_feature(memory_sanitizer)
    __msan_check_mem_is_initialized(memory, count);
#else
    static volatile uint8_t sum;
    for (size_t i = 0; i < count; i++) sum ^= ((const uint8_t *)memory)[i];
#endif
    calls++;
}

static void *filled(size_t count) {
    uint8_t *bytes = room(count);
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)chance(256);
    return bytes;
}

static void network(const struct cnetwork_kernels *kernels) {
    size_t rows = 1 + chance(5), inputs = 1 + chance(70), outputs = 8 * (1 + chance(6)), step = 1 + chance((uint32_t)inputs + 3);
    float *x = numbers((rows - 1) * step + inputs), *units = numbers(outputs), *biases = numbers(outputs);
    // What a damaged model may lead to.
    if (chance(4) == 0) x[chance((uint32_t)inputs)] = chance(2) ? NAN : INFINITY;
    int16_t *pairs = weights(inputs, outputs);
    float *y = room(rows * outputs * sizeof *y);
    kernels->affine(x, step, rows, inputs, pairs, units, biases, outputs, y);
    look(y, rows * outputs * sizeof *y);
    void (*in_place[])(float *, size_t) = {kernels->tanh, kernels->relu, kernels->logistic};
    for (size_t i = 0; i < 3; i++) {
        in_place[i](y, rows * outputs);
        look(y, rows * outputs * sizeof *y);
    }
    kernels->softmax(y, rows, outputs, 1 + chance((uint32_t)outputs));
    look(y, rows * outputs * sizeof *y);
    free(x), free(units), free(biases), free(pairs), free(y);

    size_t cells = 8 * (1 + chance(4)), steps = 1 + chance(6), sequences = 1 + chance(3);
    float *gates = numbers(steps * sequences * 4 * cells), *scale = numbers(4 * cells);
    float *out = room(steps * sequences * cells * sizeof *out), *scratch = room(24 * cells * sizeof *scratch);
    int16_t *recurrent = weights(cells, 4 * cells);
    kernels->lstm(
        gates, (ptrdiff_t)(4 * cells), (ptrdiff_t)(steps * 4 * cells), steps, sequences, cells, recurrent, scale, out,
        (ptrdiff_t)cells, (ptrdiff_t)(steps * cells), scratch);
    look(out, steps * sequences * cells * sizeof *out);
    free(gates), free(scale), free(out), free(scratch), free(recurrent);
}

static void sampling(void) {
    size_t width = 8 + chance(60), height = 8 + chance(40), count = 1 + chance(3);
    uint8_t *pixels = filled(width * height), *target = room(width * height);
    double x = 1 + chance(1000) / 1000.0, y = 1 + chance(1000) / 1000.0;
    csampling_path(pixels, (ptrdiff_t)width, x, y, chance(1000) / 1000.0, chance(1000) / 1000.0, count, target, 1);
    look(target, count);
    csampling_halve(pixels, pixels + width, width / 2, target);
    look(target, width / 2);
    csampling_transpose(pixels, (ptrdiff_t)width, width, height, target, (ptrdiff_t)height);
    look(target, width * height);
    float shares[4];
    csampling_weights((float)chance(1001) / 1000, shares);
    look(shares, sizeof shares);
    int32_t *first = room(width * sizeof *first);
    float *stretched = room(4 * width * sizeof *stretched), *four = numbers(4 * width);
    for (size_t i = 0; i < width; i++) first[i] = (int32_t)chance((uint32_t)width - 3);
    for (size_t i = 0; i < 4; i++) csampling_stretch(pixels + i * width, first, four, width, stretched + i * width);
    look(stretched, 4 * width * sizeof *stretched);
    csampling_mix(
        stretched, stretched + width, stretched + 2 * width, stretched + 3 * width, shares, width, target);
    look(target, width);
    free(pixels), free(target), free(first), free(stretched), free(four);
}

static void ink(void) {
    size_t width = 2 + chance(90), height = 1 + chance(4), count = (width + 3) / 4, radius = 1 + chance(4);
    uint8_t *pixels = filled(width * 16), *target = room(width), *low = room(count), *high = room(count);
    uint16_t *columns = room(width * sizeof *columns);
    csampling_smooth(pixels, pixels + width, pixels + 2 * width, width, columns, target);
    look(target, width);
    int32_t *sums = room(count * sizeof *sums), *squares = room(count * sizeof *squares);
    csampling_block_sums(pixels, width, width, height, sums, squares);
    look(sums, count * sizeof *sums);
    look(squares, count * sizeof *squares);
    int64_t *all = room(count * sizeof *all), *all_squares = room(count * sizeof *all_squares);
    for (size_t i = 0; i < count; i++) all[i] = sums[i], all_squares[i] = squares[i];
    csampling_thresholds(all, all_squares, count, radius, width, height, 0.35f, 3, low, high);
    look(low, count);
    look(high, count);
    size_t squares_of_sixteen = (width + 15) / 16;
    csampling_mark_counts(pixels, width, width, 1 + chance(16), sums, squares);
    look(sums, squares_of_sixteen * sizeof *sums);
    look(squares, squares_of_sixteen * sizeof *squares);
    int32_t *edges = room((width + 1) * sizeof *edges);
    size_t found = csampling_edges(pixels, width, 1 + (uint8_t)chance(2), edges);
    look(edges, found * sizeof *edges);
    free(pixels), free(target), free(low), free(high), free(columns), free(sums), free(squares), free(all);
    free(all_squares), free(edges);
}

static void jpeg(const uint8_t *bytes, size_t count) {
    uint32_t row = 0;
    cjpeg_condition condition = cjpeg_walk(bytes, count, chance(2), &row);
    look(&condition, sizeof condition);
    look(&row, sizeof row);
#ifdef JPEG
    cjpeg_decoder *decoder = cjpeg_create();
    cjpeg_header header;
    cjpeg_picture picture;
    bool damaged;
    if (decoder && cjpeg_open(decoder, bytes, count, &header) && (uint64_t)header.width * header.height < 1 << 22 &&
        cjpeg_begin(decoder, 1 + (int)chance(8), chance(2), &picture)) {
        size_t size = (size_t)picture.width * picture.height * (size_t)picture.samples;
        uint8_t *pixels = room(size);
        if (cjpeg_read(decoder, pixels, &damaged)) look(pixels, size);
        free(pixels);
    }
    cjpeg_destroy(decoder);
    uint32_t width = 2 * (1 + chance(20)), height = 1 + chance(20);
    uint8_t *pairs = filled(2 * width * height), *made;
    size_t size;
    if (cjpeg_encode_yuyv(pairs, width, height, 1 + (int)chance(100), &made, &size)) look(made, size), free(made);
    free(pairs);
#endif
}

static void damaged_jpeg(const uint8_t *bytes, size_t count) {
    // Of its own size, so that what is read behind it is noticed.
    size_t left = chance(3) ? count : 1 + chance((uint32_t)count);
    uint8_t *copy = room(left);
    memcpy(copy, bytes, left);
    for (uint32_t i = chance(12); i > 0; i--) copy[chance((uint32_t)left)] ^= (uint8_t)(1u << chance(8));
    jpeg(copy, left);
    free(copy);
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    seed(strtoull(arguments[1], NULL, 10));
    long rounds = atol(arguments[2]);
    int known;
    look(cprocess_arguments(&known)[0], 1);
    printf("%d arguments, a stack of %zu bytes\n", known, cprocess_widen_stack(1 << 20));
    for (int i = 3; i < count; i++) {
        FILE *file = fopen(arguments[i], "rb");
        if (!file) return 66;
        static uint8_t bytes[1 << 20];
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (length == 0) continue;
        jpeg(bytes, length);
        for (long round = 0; round < rounds; round++) damaged_jpeg(bytes, length);
    }
    const struct cnetwork_kernels *kernels;
    for (size_t i = 0; (kernels = cnetwork_kernels_at(i)); i++) {
        for (long round = 0; round < 20 * rounds; round++) network(kernels);
        printf("kernels %s\n", kernels->name);
    }
    for (long round = 0; round < 20 * rounds; round++) {
        sampling();
        ink();
    }
    printf("%lu results, no report\n", calls);
    return 0;
}
