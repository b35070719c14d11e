// NEON, which every 64-bit ARM processor has. Its instructions for dot products take numbers of 8 bits, and these have 16.
#if defined(__aarch64__)
#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

typedef int32_t four_ints __attribute__((vector_size(16)));

#define HALF(a, i) ((int16x8_t)__builtin_shufflevector(a, a, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7))

// `b` is one pair of numbers, eight times: its two lanes multiply the first and the second weights of the pairs in `a`.
#define ADD_PRODUCTS(sum, a, b)                                                                                        \
    do {                                                                                                               \
        const int16x8_t lower = HALF(a, 0), upper = HALF(a, 8);                                                        \
        const int16x8_t first = vuzp1q_s16(lower, upper), second = vuzp2q_s16(lower, upper);                           \
        const int16x4_t two = vget_low_s16(HALF(b, 0));                                                               \
        int32x4_t left = (int32x4_t)__builtin_shufflevector(sum, sum, 0, 1, 2, 3);                                     \
        int32x4_t right = (int32x4_t)__builtin_shufflevector(sum, sum, 4, 5, 6, 7);                                    \
        left = vmlal_lane_s16(vmlal_lane_s16(left, vget_low_s16(first), two, 0), vget_low_s16(second), two, 1);      \
        right = vmlal_high_lane_s16(vmlal_high_lane_s16(right, first, two, 0), second, two, 1);                      \
        sum = __builtin_shufflevector((four_ints)left, (four_ints)right, 0, 1, 2, 3, 4, 5, 6, 7);                      \
    } while (0)
#define KERNELS cnetwork_neon
#include "kernels.h"
#endif
