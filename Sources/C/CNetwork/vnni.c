// One instruction for the products of two pairs and their sum, on registers of AVX.
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>
#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512vl,avx512vnni"))), apply_to = function)
#define KERNELS cnetwork_vnni
#define ADD_PRODUCTS(sum, a, b) ((sum) = (ints)_mm256_dpwssd_epi32((__m256i)(sum), (__m256i)(a), (__m256i)(b)))
#include "kernels.h"
#pragma clang attribute pop
#endif
