#define _GNU_SOURCE
#include "cprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

// Built with a sanitizer, the program that decodes HEIF files is confined all the same: it cannot look for leaks at its end.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZERS "ASAN_OPTIONS=detect_leaks=0", "TSAN_OPTIONS=report_bugs=0",
#endif
#endif
#ifndef SANITIZERS
#define SANITIZERS
#endif

// What is on a child's first descriptors, and nothing behind them.
static int arrange(posix_spawn_file_actions_t *actions, const int streams[4]) {
    int status = 0;
    for (int stream = 0; stream < 3 && !status; stream++)
        status = streams[stream] >= 0
                     ? posix_spawn_file_actions_adddup2(actions, streams[stream], stream)
                     : posix_spawn_file_actions_addopen(actions, stream, "/dev/null", stream ? O_WRONLY : O_RDONLY, 0);
    const int is_handed = streams[3] >= 0;
    if (!status && is_handed) status = posix_spawn_file_actions_adddup2(actions, streams[3], 3);
    return status ? status : posix_spawn_file_actions_addclosefrom_np(actions, is_handed ? 4 : 3);
}

static void describe(posix_spawnattr_t *attributes, unsigned options) {
    short flags = 0;
    if (options & CPROCESS_OWN_GROUP) {
        posix_spawnattr_setpgroup(attributes, 0);
        flags |= POSIX_SPAWN_SETPGROUP;
    }
    sigset_t set;
    sigemptyset(&set);
    if (options & CPROCESS_UNBLOCKED_SIGNALS) {
        posix_spawnattr_setsigmask(attributes, &set);
        flags |= POSIX_SPAWN_SETSIGMASK;
    }
    if (options & CPROCESS_USUAL_SIGNALS) {
        sigaddset(&set, SIGPIPE);
        sigaddset(&set, SIGXFSZ);
        posix_spawnattr_setsigdefault(attributes, &set);
        flags |= POSIX_SPAWN_SETSIGDEF;
    }
    posix_spawnattr_setflags(attributes, flags);
}

int cprocess_spawn(const char *program, char *const arguments[], const int streams[4], unsigned options, size_t memory,
                   pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int status = posix_spawn_file_actions_init(&actions);
    if (status) return status;
    status = posix_spawnattr_init(&attributes);
    if (status) {
        posix_spawn_file_actions_destroy(&actions);
        return status;
    }
    status = arrange(&actions, streams);
    describe(&attributes, options);
    // Where nothing can be made, no cache of fonts is.
    char *const bare[] = {"LC_ALL=C.UTF-8", "HOME=/dev/null", SANITIZERS NULL};
    char *const *environment = options & CPROCESS_BARE_ENVIRONMENT ? bare : environ;
    if (!status)
        status = options & CPROCESS_ALONG_PATH
                     ? posix_spawnp(child, program, &actions, &attributes, arguments, environment)
                     : posix_spawn(child, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (status || !(options & CPROCESS_LIMITED)) return status;
    const struct rlimit space = {memory, memory}, none = {0, 0};
    // They cannot fail but for a program that has ended already.
    if (memory) prlimit(*child, RLIMIT_AS, &space, NULL);
    prlimit(*child, RLIMIT_CORE, &none, NULL);
    return 0;
}
