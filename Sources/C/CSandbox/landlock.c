#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on every architecture; older headers have neither them nor the newer fields.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

/// `struct landlock_ruleset_attr` as of version 6.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

/// How many kinds of access to files each version knows, from 1.
static const int kinds[] = {13, 14, 15, 15, 16};

int csandbox_landlock(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    if (version < 0) return -errno;
    long last = sizeof kinds / sizeof *kinds;
    struct ruleset ruleset = {.files = (1ULL << kinds[(version < last ? version : last) - 1]) - 1};
    size_t size = offsetof(struct ruleset, network);
    // Version 4: binding and connecting TCP.
    if (version >= 4) {
        ruleset.network = 3;
        size = offsetof(struct ruleset, scopes);
    }
    // Version 6: abstract sockets and signals of other processes.
    if (version >= 6) {
        ruleset.scopes = 3;
        size = sizeof ruleset;
    }
    int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0) return -errno;
    long status = syscall(SYS_landlock_restrict_self, descriptor, 0);
    int failure = errno;
    close(descriptor);
    return status == 0 ? (int)version : -failure;
}
