#define _GNU_SOURCE
#include "ctiff.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The kind of handler that Leptonica leaves alone: the other kind it takes away with every file.
typedef void (*handler)(void *file, const char *module, const char *format, va_list arguments);

static _Thread_local bool has_damage;

static void hear_error(void *file, const char *module, const char *format, va_list arguments) {
    (void)file, (void)module, (void)format, (void)arguments;
    has_damage = true;
}

/// Whether the functions of libtiff with that name decode: Fax4Decode, LZWDecode, TIFFFillStrip, JPEGLib.
static bool decodes(const char *module) {
    static const char *const names[] = {"Decode", "Fax", "TIFFFill", "TIFFRead", "JPEGLib", "LogL", "Zip", "ZIP"};
    // It reads tags, not pixels.
    if (module == NULL || strncmp(module, "TIFFReadDir", 11) == 0) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(module, names[i])) return true;
    return false;
}

static void hear_warning(void *file, const char *module, const char *format, va_list arguments) {
    (void)file, (void)format, (void)arguments;
    if (decodes(module)) has_damage = true;
}

static void set(const char *name, handler handler) {
    typedef void *(*setter)(void *);
    const setter set = (setter)dlsym(RTLD_DEFAULT, name);
    if (set) set((void *)handler);
}

void ctiff_listen(void) {
    // These print.
    set("TIFFSetErrorHandler", NULL);
    set("TIFFSetWarningHandler", NULL);
    set("TIFFSetErrorHandlerExt", hear_error);
    set("TIFFSetWarningHandlerExt", hear_warning);
}

void ctiff_forget(void) { has_damage = false; }

bool ctiff_heard_damage(void) { return has_damage; }

// A page as libtiff reads it itself.

/// What libtiff calls a file.
typedef struct tiff tiff;

/// A file in memory, as libtiff's procedures are handed it.
struct memory {
    const uint8_t *bytes;
    uint64_t size;
    uint64_t at;
};

static ptrdiff_t read_memory(void *handle, void *target, ptrdiff_t wanted) {
    struct memory *memory = handle;
    const uint64_t left = memory->at < memory->size ? memory->size - memory->at : 0;
    const uint64_t count = wanted < 0 ? 0 : (uint64_t)wanted < left ? (uint64_t)wanted : left;
    memcpy(target, memory->bytes + (count ? memory->at : 0), count);
    memory->at += count;
    return (ptrdiff_t)count;
}

static ptrdiff_t write_nothing(void *handle, void *source, ptrdiff_t count) {
    (void)handle, (void)source, (void)count;
    return -1;
}

static uint64_t seek_memory(void *handle, uint64_t offset, int whence) {
    struct memory *memory = handle;
    // Offsets are signed there; what leads out of the file is found by reading nothing.
    memory->at = offset + (whence == SEEK_CUR ? memory->at : whence == SEEK_END ? memory->size : 0);
    return memory->at;
}

static int close_memory(void *handle) {
    (void)handle;
    return 0;
}

static uint64_t size_memory(void *handle) { return ((struct memory *)handle)->size; }

static int map_memory(void *handle, void **base, uint64_t *size) {
    struct memory *memory = handle;
    *base = (void *)(uintptr_t)memory->bytes;
    *size = memory->size;
    return 1;
}

static void unmap_memory(void *handle, void *base, uint64_t size) { (void)handle, (void)base, (void)size; }

typedef ptrdiff_t (*transfer)(void *, void *, ptrdiff_t);
typedef tiff *(*opener)(
    const char *name, const char *mode, void *handle, transfer read, transfer write,
    uint64_t (*seek)(void *, uint64_t, int), int (*close)(void *), uint64_t (*size)(void *),
    int (*map)(void *, void **, uint64_t *), void (*unmap)(void *, void *, uint64_t));
typedef void (*closer)(tiff *);
typedef int (*selector)(tiff *, uint64_t directory);
typedef int (*tester)(tiff *, char message[1024]);
typedef int (*reader)(
    tiff *, uint32_t width, uint32_t height, uint32_t *raster, int orientation, int stops_at_damage);

/// Pixels as libtiff packs them, red in the lowest byte and multiplied by their opacity, over white.
static void copy_over_white(const uint32_t *raster, size_t count, int samples, uint8_t *pixels) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t white = 255 - (raster[i] >> 24);
        for (int sample = 0; sample < samples; sample++) {
            const uint32_t level = (raster[i] >> 8 * sample & 255) + white;
            *pixels++ = (uint8_t)(level < 255 ? level : 255);
        }
    }
}

ctiff_result ctiff_read(
    const uint8_t *bytes, size_t size, uint64_t directory, uint32_t width, uint32_t height, int samples,
    uint8_t *pixels) {
    const opener open = (opener)dlsym(RTLD_DEFAULT, "TIFFClientOpen");
    const closer close = (closer)dlsym(RTLD_DEFAULT, "TIFFClose");
    const selector select = (selector)dlsym(RTLD_DEFAULT, "TIFFSetSubDirectory");
    const tester is_readable = (tester)dlsym(RTLD_DEFAULT, "TIFFRGBAImageOK");
    const reader read = (reader)dlsym(RTLD_DEFAULT, "TIFFReadRGBAImageOriented");
    if (!open || !close || !select || !is_readable || !read) return ctiff_unsupported;
    struct memory memory = {bytes, size, 0};
    tiff *const file = open(
        "memory", "r", &memory, read_memory, write_nothing, seek_memory, close_memory, size_memory, map_memory,
        unmap_memory);
    ctiff_result result = ctiff_damaged;
    uint32_t *raster = NULL;
    char message[1024];
    if (!file || !select(file, directory)) {
        // There is no such page.
    } else if (!is_readable(file, message)) {
        result = ctiff_unsupported;
    } else {
        const size_t count = (size_t)width * height;
        const int top_left = 1;
        raster = malloc(count * sizeof *raster);
        // What is not decoded stays white.
        if (raster) memset(raster, 255, count * sizeof *raster);
        if (!raster) {
            result = ctiff_no_memory;
        } else if (read(file, width, height, raster, top_left, 0)) {
            copy_over_white(raster, count, samples, pixels);
            result = ctiff_read_whole;
        }
    }
    if (file) close(file);
    free(raster);
    return result;
}
