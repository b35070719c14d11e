#ifndef KERNEL_TABLE_H
#define KERNEL_TABLE_H

#include "cnetwork.h"

extern const struct cnetwork_kernels cnetwork_plain;
#if defined(__x86_64__)
extern const struct cnetwork_kernels cnetwork_avx2;
extern const struct cnetwork_kernels cnetwork_vnni;
#elif defined(__aarch64__)
extern const struct cnetwork_kernels cnetwork_neon;
#endif

#endif
