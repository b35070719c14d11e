// Random numbers for the tests of our C, the same ones for the same seed, and what is made of them.
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

#include "cnetwork.h"

static uint64_t state;

// Has the next numbers begin anew.
static void seed(uint64_t number) { state = number * 0x9E3779B97F4A7C15u + 1; }

static uint32_t chance(uint32_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

// Between -4 and 4.
static float number(void) { return ((float)chance(20001) - 10000) / 2500; }

static void *room(size_t count) {
    void *memory = malloc(count ? count : 1);
    if (!memory) exit(70);
    return memory;
}

static uint8_t *random_bytes(size_t count) {
    uint8_t *values = room(count);
    for (size_t i = 0; i < count; i++) values[i] = (uint8_t)chance(256);
    return values;
}

static float *numbers(size_t count) {
    float *values = room(count * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = number();
    return values;
}

// The weights of a layer as the kernels take them.
static int16_t *weights(size_t inputs, size_t outputs) {
    size_t count = (inputs + 1) / 2 * outputs * 2;
    int16_t *pairs = room(count * sizeof *pairs);
    int max = CNETWORK_MAX_WEIGHT / (int)(inputs + 1);
    if (max > 32767) max = 32767;
    for (size_t i = 0; i < count; i++) pairs[i] = (int16_t)((int)chance((uint32_t)(2 * max + 1)) - max);
    if (inputs % 2)
        for (size_t i = 0; i < outputs; i++) pairs[((inputs - 1) / 2 * outputs + i) * 2 + 1] = 0;
    return pairs;
}

#endif
