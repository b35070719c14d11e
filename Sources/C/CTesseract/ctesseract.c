#include "ctesseract.h"

#ifdef CTESSERACT_LINKED

// The wheel has it inside.
static const struct ctesseract_functions lib = {
#define ADDRESS(name) .name = name,
    CTESSERACT_FUNCTIONS(ADDRESS)};

const struct ctesseract_functions *ctesseract(void) { return &lib; }

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct ctesseract_functions lib;
static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Its OpenMP library is asked for by name.
    void *handle = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return;
#define LOOK_UP(name)                                                                                                  \
    void *name##_found = dlsym(handle, #name);                                                                         \
    if (!name##_found) return;                                                                                         \
    lib.name = (__typeof__(name) *)name##_found;
    CTESSERACT_FUNCTIONS(LOOK_UP)
    is_there = true;
}

const struct ctesseract_functions *ctesseract(void) {
    pthread_once(&once, load);
    return is_there ? &lib : NULL;
}

#endif
