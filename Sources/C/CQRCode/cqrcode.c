#include "cqrcode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

// What libqrencode's qrencode.h declares. Declared here, no header is needed to build.
struct code {
    int version, width;
    unsigned char *data;
};

enum { level_m = 1 };

static struct {
    struct code *(*encode)(const char *, int, int);
    void (*release)(struct code *);
} lib;

static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    lib.encode = (__typeof__(lib.encode))dlsym(handle, "QRcode_encodeString8bit");
    lib.release = (__typeof__(lib.release))dlsym(handle, "QRcode_free");
    is_there = lib.encode && lib.release;
}

int cqrcode_draw(const char *text, uint8_t *modules) {
    pthread_once(&once, load);
    if (!is_there) return -1;
    struct code *code = lib.encode(text, 0, level_m);
    if (!code) return 0;
    int side = code->width <= CQRCODE_MAX_SIDE ? code->width : 0;
    // The lowest bit of each byte is the module; the others say what it is for.
    for (int i = 0; i < side * side; i++) modules[i] = code->data[i] & 1;
    lib.release(code);
    return side;
}
