// libpng: only its simplified interface is used. libpng manual, section V.
#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <png.h>

#endif
