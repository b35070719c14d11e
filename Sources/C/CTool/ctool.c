#define _GNU_SOURCE
#include "ctool.h"

#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>

// Built with a sanitizer, the program that decodes HEIF files is confined all the same: it cannot look for leaks at its end.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZERS "ASAN_OPTIONS=detect_leaks=0", "TSAN_OPTIONS=report_bugs=0",
#endif
#endif
#ifndef SANITIZERS
#define SANITIZERS
#endif

int ctool_start(const char *name, char *const arguments[], const int streams[3], size_t memory, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int status = posix_spawn_file_actions_init(&actions);
    if (status) return status;
    status = posix_spawnattr_init(&attributes);
    if (status) {
        posix_spawn_file_actions_destroy(&actions);
        return status;
    }
    for (int stream = 0; stream < 3 && !status; stream++)
        status = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
    if (!status) status = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    // A broken pipe ends it as usual, though our own program ignores that.
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    // Where nothing can be made, no cache of fonts is.
    char *const environment[] = {"LC_ALL=C.UTF-8", "HOME=/dev/null", SANITIZERS NULL};
    if (!status) status = posix_spawnp(child, name, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (status) return status;
    const struct rlimit space = {memory, memory}, none = {0, 0};
    // They cannot fail but for a program that has ended already.
    if (memory) prlimit(*child, RLIMIT_AS, &space, NULL);
    prlimit(*child, RLIMIT_CORE, &none, NULL);
    return 0;
}
