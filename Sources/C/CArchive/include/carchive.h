// libarchive, opened with the first archive: few runs have one, and it brings seven other libraries along. Its own header
// brings `struct stat` along, which would then belong to this module and no longer to Glibc.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An archive that is read from front to back: ZIP, or tar, which gzip, bzip2, xz or Zstandard may have compressed.
typedef struct archive carchive;

typedef struct {
    /// UTF-8 wherever the archive says which characters it has; NULL without a name. It lives until the next entry.
    const char *path;
    bool is_file, is_encrypted;
    /// Bytes; negative where the archive does not say so beforehand.
    int64_t size;
} carchive_entry;

/// Opens libarchive and reads what has to be read of the system's files; done with the first archive otherwise. Whether
/// libarchive is there.
bool carchive_prepare(void);

/// NULL where there is no memory, or no libarchive.
carchive *carchive_new(void);
/// Either returns whether there is such an archive. What is read must live as long as the archive; a descriptor is that
/// of a regular file.
bool carchive_open_descriptor(carchive *archive, int descriptor);
bool carchive_open_memory(carchive *archive, const uint8_t *bytes, size_t count);
void carchive_free(carchive *archive);

/// 1 for an entry, 0 behind the last, -1 when the archive cannot be read on.
int carchive_next(carchive *archive, carchive_entry *entry);

/// Bytes of the entry's content, 0 at its end, negative when they cannot be read.
long carchive_read(carchive *archive, uint8_t *bytes, size_t count);

/// Whether passing over an entry means unpacking it.
bool carchive_is_compressed_as_a_whole(carchive *archive);
bool carchive_skip(carchive *archive);

/// What failed last, in libarchive's words, which may quote names; NULL where it has none.
const char *carchive_error(carchive *archive);

#endif
