// Starting a program that is trusted with nothing but three streams. What it takes is declared to GNU sources only, and
// Swift's are none.
#ifndef CTOOL_H
#define CTOOL_H

#include <stddef.h>
#include <sys/types.h>

/// Starts a program found along PATH, with `streams` as its standard input, output and error, nothing else open, hardly
/// any environment, no more than `memory` bytes of address space, 0 for any number, and no core dump.
///
/// Returns 0 or an error number.
int ctool_start(const char *name, char *const arguments[], const int streams[3], size_t memory, pid_t *child);

#endif
