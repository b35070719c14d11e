// For any processor of the kind that the program is built for.
#if defined(__SSE2__)
#include <emmintrin.h>
#include <stdint.h>

typedef int32_t four_ints __attribute__((vector_size(16)));

#define HALF(a, i) ((__m128i)__builtin_shufflevector(a, a, i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7))
#define SUMS(a, b, i) ((four_ints)_mm_madd_epi16(HALF(a, i), HALF(b, i)))
#define ADD_PRODUCTS(sum, a, b) ((sum) += __builtin_shufflevector(SUMS(a, b, 0), SUMS(a, b, 8), 0, 1, 2, 3, 4, 5, 6, 7))
#endif
#define KERNELS cnetwork_plain
#include "kernels.h"
