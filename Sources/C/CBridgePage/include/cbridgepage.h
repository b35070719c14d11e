#ifndef CBRIDGEPAGE_H
#define CBRIDGEPAGE_H

#include <stddef.h>

/// A file of `Page/`, linked into the binary so that the page needs no file at run time.
struct cbridgepage_file {
    /// Its name in `Page/`.
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/// All of them.
const struct cbridgepage_file *cbridgepage_files(void);

/// How many there are.
size_t cbridgepage_count(void);

#endif
