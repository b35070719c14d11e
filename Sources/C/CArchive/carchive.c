#define _GNU_SOURCE
#include "carchive.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

// The functions of libarchive that are used, each under its own name.
#define FUNCTIONS(F)                                                                                                   \
    F(archive_read_new)                                                                                                \
    F(archive_read_free)                                                                                               \
    F(archive_read_support_format_zip)                                                                                 \
    F(archive_read_support_format_tar)                                                                                 \
    F(archive_read_support_filter_gzip)                                                                                \
    F(archive_read_support_filter_bzip2)                                                                               \
    F(archive_read_support_filter_xz)                                                                                  \
    F(archive_read_support_filter_zstd)                                                                                \
    F(archive_read_set_seek_callback)                                                                                  \
    F(archive_read_open2)                                                                                              \
    F(archive_read_open_memory)                                                                                        \
    F(archive_read_next_header)                                                                                        \
    F(archive_read_data)                                                                                               \
    F(archive_read_data_skip)                                                                                          \
    F(archive_filter_count)                                                                                            \
    F(archive_error_string)                                                                                            \
    F(archive_set_error)                                                                                               \
    F(archive_entry_pathname)                                                                                          \
    F(archive_entry_pathname_utf8)                                                                                     \
    F(archive_entry_filetype)                                                                                          \
    F(archive_entry_hardlink)                                                                                          \
    F(archive_entry_is_data_encrypted)                                                                                 \
    F(archive_entry_size)                                                                                              \
    F(archive_entry_size_is_set)

#ifdef CARCHIVE_LINKED

// The wheel has it inside.
static const struct {
#define POINTER(name) __typeof__(name) *name;
    FUNCTIONS(POINTER)
} lib = {
#define ADDRESS(name) .name = name,
    FUNCTIONS(ADDRESS)};

static bool load(void) { return true; }

#else

static struct {
#define POINTER(name) __typeof__(name) *name;
    FUNCTIONS(POINTER)
} lib;

static bool load(void) {
    if (!dlopen("libarchive.so.13", RTLD_NOW | RTLD_GLOBAL)) return false;
    // As if it were linked: what was loaded before it in its place comes first.
#define LOOK_UP(name)                                                                                                  \
    if (!(lib.name = (__typeof__(name) *)dlsym(RTLD_DEFAULT, #name))) return false;
    FUNCTIONS(LOOK_UP)
    return true;
}

#endif

static bool is_there;
static locale_t utf8;

static void prepare(void) {
    is_there = load();
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

bool carchive_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    return is_there;
}

carchive *carchive_new(void) {
    if (!carchive_prepare()) return NULL;
    struct archive *archive = lib.archive_read_new();
    if (!archive) return NULL;
    lib.archive_read_support_format_zip(archive);
    lib.archive_read_support_format_tar(archive);
    lib.archive_read_support_filter_gzip(archive);
    lib.archive_read_support_filter_bzip2(archive);
    lib.archive_read_support_filter_xz(archive);
    lib.archive_read_support_filter_zstd(archive);
    return archive;
}

// A file that is open. libarchive's own way to read one asks the system about it first, which a confined process may
// not do.
struct source {
    int descriptor;
    off_t end;
    uint8_t bytes[1 << 17];
};

static la_ssize_t read_some(struct archive *archive, void *data, const void **bytes) {
    struct source *source = data;
    ssize_t count;
    do count = read(source->descriptor, source->bytes, sizeof source->bytes);
    while (count < 0 && errno == EINTR);
    if (count < 0) lib.archive_set_error(archive, errno, "cannot be read");
    *bytes = source->bytes;
    return count;
}

static la_int64_t skip(struct archive *archive, void *data, la_int64_t count) {
    (void)archive;
    const struct source *source = data;
    const off_t from = lseek(source->descriptor, 0, SEEK_CUR);
    // Not beyond the end: what is missing is found out by reading it.
    const off_t left = from < 0 || from > source->end ? 0 : source->end - from;
    const off_t to = lseek(source->descriptor, count < left ? count : left, SEEK_CUR);
    return to < from ? 0 : to - from;
}

static la_int64_t seek(struct archive *archive, void *data, la_int64_t offset, int whence) {
    const off_t place = lseek(((struct source *)data)->descriptor, offset, whence);
    if (place < 0) lib.archive_set_error(archive, errno, "cannot be read");
    return place < 0 ? ARCHIVE_FATAL : place;
}

static int release(struct archive *archive, void *data) {
    (void)archive;
    free(data);
    return ARCHIVE_OK;
}

bool carchive_open_descriptor(carchive *archive, int descriptor) {
    struct source *source = malloc(sizeof *source);
    if (!source) return false;
    source->descriptor = descriptor;
    source->end = lseek(descriptor, 0, SEEK_END);
    lseek(descriptor, 0, SEEK_SET);
    lib.archive_read_set_seek_callback(archive, seek);
    return lib.archive_read_open2(archive, source, NULL, read_some, skip, release) >= ARCHIVE_WARN;
}

// Warnings are about what is of no use here.
bool carchive_open_memory(carchive *archive, const uint8_t *bytes, size_t count) {
    return lib.archive_read_open_memory(archive, bytes, count) >= ARCHIVE_WARN;
}

void carchive_free(carchive *archive) { lib.archive_read_free(archive); }

int carchive_next(carchive *archive, carchive_entry *out) {
    // Names are converted to the characters of the thread's locale, which are plain ASCII unless somebody asked for more.
    const locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    struct archive_entry *entry = NULL;
    const int status = lib.archive_read_next_header(archive, &entry);
    if (status >= ARCHIVE_WARN && status != ARCHIVE_EOF) {
        const char *path = lib.archive_entry_pathname_utf8(entry);
        out->path = path ? path : lib.archive_entry_pathname(entry);
        out->is_file = lib.archive_entry_filetype(entry) == AE_IFREG && !lib.archive_entry_hardlink(entry);
        out->is_encrypted = lib.archive_entry_is_data_encrypted(entry);
        out->size = lib.archive_entry_size_is_set(entry) ? lib.archive_entry_size(entry) : -1;
    }
    if (utf8) uselocale(before);
    return status == ARCHIVE_EOF ? 0 : status >= ARCHIVE_WARN ? 1 : -1;
}

long carchive_read(carchive *archive, uint8_t *bytes, size_t count) {
    return lib.archive_read_data(archive, bytes, count);
}

bool carchive_is_compressed_as_a_whole(carchive *archive) { return lib.archive_filter_count(archive) > 1; }

bool carchive_skip(carchive *archive) { return lib.archive_read_data_skip(archive) > ARCHIVE_FAILED; }

const char *carchive_error(carchive *archive) { return lib.archive_error_string(archive); }
