// What a program has to know of its own process before anything else, and what does not reach Swift.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>

/// The arguments as the C library was given them, the program's name first, and their number. Swift's runtime reads them
/// from /proc/self/cmdline instead, which may be missing.
char *const *cprocess_arguments(int *count);

/// Where this program lies: /proc/self/exe, or, without it, the path that it was started by.
const char *cprocess_executable(void);

/// Raises this process's limit for the main thread's stack as far as it may, up to `bytes`; returns what it is then,
/// no more than that.
size_t cprocess_widen_stack(size_t bytes);

/// The columns of the terminal behind a descriptor; 0 where there is none or nobody knows.
int cprocess_terminal_columns(int descriptor);

#endif
