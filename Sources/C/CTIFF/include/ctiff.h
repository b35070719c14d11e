// What libtiff complains of. Its handlers are the process's and take a list of arguments as C has it; libtiff comes with
// Leptonica, so its functions are looked up in the running program and its headers need not be here.
#ifndef CTIFF_H
#define CTIFF_H

#include <stdbool.h>

/// Takes libtiff's messages, which it writes to the standard error stream otherwise. Once for the process.
void ctiff_listen(void);

/// Begins anew on this thread.
void ctiff_forget(void);

/// Whether something was wrong with the data that were decoded on this thread since. What libtiff says of tags that it
/// does not know, or that are not quite as they should be, does not count: sound files have them.
bool ctiff_heard_damage(void);

#endif
