#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int argument_count;
static char *const *argument_list;

// glibc hands each of these the arguments of main, before main.
__attribute__((constructor)) static void keep_arguments(int count, char **list) {
    argument_count = count;
    argument_list = list;
}

char *const *cprocess_arguments(int *count) {
    *count = argument_count;
    return argument_list;
}

const char *cprocess_executable(void) {
    static const char own[] = "/proc/self/exe";
    if (!access(own, X_OK)) return own;
    const char *started = (const char *)getauxval(AT_EXECFN);
    return started ? started : own;
}

size_t cprocess_widen_stack(size_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit)) return bytes;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes) return bytes;
    const struct rlimit before = limit;
    limit.rlim_cur = bytes;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < bytes) {
        // Who may, raises the limit of limits as well; others go as far as they may.
        limit.rlim_max = bytes;
        if (!setrlimit(RLIMIT_STACK, &limit)) return bytes;
        limit.rlim_cur = limit.rlim_max = before.rlim_max;
    }
    return setrlimit(RLIMIT_STACK, &limit) ? before.rlim_cur : limit.rlim_cur;
}

static struct {
    int status;
    const char *sentence;
} refused_exit;

static void refuse_exit(void) {
    if (!refused_exit.sentence) return;
    (void)!write(STDERR_FILENO, refused_exit.sentence, strlen(refused_exit.sentence));
    _exit(refused_exit.status);
}

void cprocess_refuse_exit(int status, const char *sentence) {
    static int is_registered;
    refused_exit.status = status;
    refused_exit.sentence = sentence;
    if (!is_registered) is_registered = !atexit(refuse_exit);
}

void cprocess_allow_exit(void) { refused_exit.sentence = NULL; }

void cprocess_forget_variable(const char *name) {
    char *value = getenv(name);
    if (value) explicit_bzero(value, strlen(value));
    unsetenv(name);
}

void cprocess_forget_environment(void) {
    for (char **variable = environ; variable && *variable; variable++) explicit_bzero(*variable, strlen(*variable));
    clearenv();
}

int cprocess_terminal_columns(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

void cprocess_keep_memory(int max_kept, int min_mapped) {
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, max_kept);
    mallopt(M_MMAP_THRESHOLD, min_mapped);
#endif
}

int cprocess_is_being_written(int descriptor) {
    // Whoever opens it for writing in this moment waits for the end of the lease. The usual signal of that, SIGIO,
    // would end this process; this one does nothing.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}
