// For any processor of the kind that the program is built for.
#define KERNELS cnetwork_plain
#include "kernels.h"
