#define _GNU_SOURCE
#include "carchive.h"

#include <locale.h>
#include <pthread.h>
#include <sys/stat.h>

#include <archive.h>
#include <archive_entry.h>

static locale_t utf8;

static void make_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

carchive *carchive_new(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_locale);
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

// Warnings are about what is of no use here.
bool carchive_open_descriptor(carchive *archive, int descriptor) {
    return archive_read_open_fd(archive, descriptor, 1 << 17) >= ARCHIVE_WARN;
}

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
