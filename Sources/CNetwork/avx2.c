#if defined(__x86_64__)
#include <stdint.h>
#include <string.h>
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define KERNELS cnetwork_avx2
#include "kernels.h"
#pragma clang attribute pop
#endif
