#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define KERNELS cnetwork_avx2
#define ADD_PRODUCTS(sum, a, b) ((sum) += (ints)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#include "kernels.h"
#pragma clang attribute pop
#endif
