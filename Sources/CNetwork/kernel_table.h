#ifndef KERNEL_TABLE_H
#define KERNEL_TABLE_H

#include "cnetwork.h"

// The functions of cnetwork.h for one kind of processor.
struct cnetwork_kernels {
    __typeof__(cnetwork_affine) *affine;
    __typeof__(cnetwork_tanh) *tanh;
    __typeof__(cnetwork_relu) *relu;
    __typeof__(cnetwork_logistic) *logistic;
    __typeof__(cnetwork_softmax) *softmax;
    __typeof__(cnetwork_lstm) *lstm;
};

extern const struct cnetwork_kernels cnetwork_plain;
#if defined(__x86_64__)
extern const struct cnetwork_kernels cnetwork_avx2;
#endif

#endif
