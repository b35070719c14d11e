#define _GNU_SOURCE
#include "ctiff.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
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
