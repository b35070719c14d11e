#define _GNU_SOURCE
#include "carchive.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

static locale_t utf8;

static void make_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

void carchive_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_locale);
}

carchive *carchive_new(void) {
    carchive_prepare();
    struct archive *archive = archive_read_new();
    if (!archive) return NULL;
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
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
    if (count < 0) archive_set_error(archive, errno, "cannot be read");
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
    if (place < 0) archive_set_error(archive, errno, "cannot be read");
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
    archive_read_set_seek_callback(archive, seek);
    return archive_read_open2(archive, source, NULL, read_some, skip, release) >= ARCHIVE_WARN;
}

// Warnings are about what is of no use here.
bool carchive_open_memory(carchive *archive, const uint8_t *bytes, size_t count) {
    return archive_read_open_memory(archive, bytes, count) >= ARCHIVE_WARN;
}

void carchive_free(carchive *archive) { archive_read_free(archive); }

int carchive_next(carchive *archive, carchive_entry *out) {
    // Names are converted to the characters of the thread's locale, which are plain ASCII unless somebody asked for more.
    const locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    struct archive_entry *entry = NULL;
    const int status = archive_read_next_header(archive, &entry);
    if (status >= ARCHIVE_WARN && status != ARCHIVE_EOF) {
        const char *path = archive_entry_pathname_utf8(entry);
        out->path = path ? path : archive_entry_pathname(entry);
        out->is_file = archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry);
        out->is_encrypted = archive_entry_is_data_encrypted(entry);
        out->size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1;
    }
    if (utf8) uselocale(before);
    return status == ARCHIVE_EOF ? 0 : status >= ARCHIVE_WARN ? 1 : -1;
}

long carchive_read(carchive *archive, uint8_t *bytes, size_t count) { return archive_read_data(archive, bytes, count); }

bool carchive_is_compressed_as_a_whole(carchive *archive) { return archive_filter_count(archive) > 1; }

bool carchive_skip(carchive *archive) { return archive_read_data_skip(archive) > ARCHIVE_FAILED; }

const char *carchive_error(carchive *archive) { return archive_error_string(archive); }
