// Calls the C of this package that needs no foreign library, for sanitizers that cannot live with those: on random
// numbers, and on the files that are named and damaged copies of them. Every result is looked at, so that memory which
// was never written is noticed.
//
//   shims SEED ROUNDS FILE...
//
// With JPEG defined also what goes through libjpeg.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kernels.h"
#include "cjpeg.h"
#include "cprocess.h"

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

// Any result of kernels.h.
static void look_at(const void *values, size_t count, bool are_numbers) {
    look(values, are_numbers ? count * sizeof(float) : count);
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
    uint8_t *pairs = random_bytes(2 * width * height), *made;
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
        for (long round = 0; round < 20 * rounds; round++) run_layers(kernels, true, look_at);
        printf("kernels %s\n", kernels->name);
    }
    for (long round = 0; round < 20 * rounds; round++) {
        run_sampling(look_at);
        run_ink(look_at);
    }
    printf("%lu results, no report\n", calls);
    return 0;
}
