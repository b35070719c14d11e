// Makes chosen calls of a program fail: loaded before its libraries by LD_PRELOAD.
//
//   FAULTS="CALL:ERROR:SKIP:COUNT[:PATH];..."
//
// After SKIP calls of CALL, COUNT of them fail with the number ERROR (-1: all from there on); with PATH only those whose
// file has that in its path. "short" in place of ERROR lets reads and writes move one byte. CALL may also be "clock":
// then the wall clock jumps back and forth by ERROR seconds at every look. For "malloc" PATH is the file of who
// asks, such as "libpng"; or "@" and a number in hexadecimal digits: only allocations that are reached in that way count; with
// COUNT -1, from its SKIP on, all do.
//
// With FAULTS_WAYS, a file of 2 * WAYS numbers of eight bytes, each way in which an allocation is reached is noted in it,
// with how often it was. A way is a number made of the return addresses on the stack: of their last twelve bits, which
// are the same wherever the system loads a library.
//
// Calls are counted from the moment in which the libraries are loaded. With FAULTS_TALLY, a file of 16 numbers of eight
// bytes, all processes that share it count together: for each of FAULTS how many calls there were, then for each how
// many failed.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_FAULTS 8
#define WAYS 65536
#define WAY_DEPTH 48

struct fault {
    char call[24];
    char path[128];
    int error, is_short;
    long skip, count;
    // 0: any.
    unsigned long way;
};
static struct fault faults[MAX_FAULTS];
static int fault_count;
static struct tally {
    atomic_long calls[MAX_FAULTS], failed[MAX_FAULTS];
} own_tally, *tally = &own_tally;
static struct way {
    atomic_ulong number;
    atomic_long calls;
} *ways;
static atomic_int is_loaded;
static int asks_for_ways, asks_for_files;

static void *shared(const char *path, size_t size) {
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return NULL;
    long memory = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
    syscall(SYS_close, file);
    return memory > 0 || memory < -4095 ? (void *)memory : NULL;
}

__attribute__((constructor)) static void read_faults(void) {
    const char *text = getenv("FAULTS");
    if (!text) return;
    struct tally *together = shared(getenv("FAULTS_TALLY"), sizeof *tally);
    if (together) tally = together;
    ways = shared(getenv("FAULTS_WAYS"), WAYS * sizeof *ways);
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", text);
    char *rest = copy;
    for (char *one; fault_count < MAX_FAULTS && (one = strsep(&rest, ";"));) {
        struct fault *fault = &faults[fault_count];
        char *call = strsep(&one, ":"), *error = strsep(&one, ":"), *skip = strsep(&one, ":"), *count = strsep(&one, ":");
        if (!call || !error || !skip || !count) continue;
        snprintf(fault->call, sizeof fault->call, "%s", call);
        snprintf(fault->path, sizeof fault->path, "%s", one ? one : "");
        fault->is_short = strcmp(error, "short") == 0;
        fault->error = atoi(error);
        fault->skip = atol(skip);
        fault->count = atol(count) < 0 ? LONG_MAX : atol(count);
        if (fault->path[0] == '@') fault->way = strtoul(fault->path + 1, NULL, 16);
        fault_count++;
    }
    for (int i = 0; i < fault_count; i++) {
        asks_for_ways |= faults[i].way != 0;
        asks_for_files |= !faults[i].way && faults[i].path[0] && strcmp(faults[i].call, "malloc") == 0;
    }
    asks_for_ways |= ways != NULL;
    atomic_store(&is_loaded, 1);
}

// The way in which whoever asks for memory was reached. Frames are chained by their pointers, in which Swift marks those of
// asynchronous functions; code without them ends the chain, or is left out of it.
static unsigned long way_here(void **frame) {
    unsigned long number = 14695981039346656037UL;
    for (int depth = 0; depth < WAY_DEPTH; depth++) {
        number = (number ^ ((unsigned long)frame[1] & 0xfff)) * 1099511628211UL;
        unsigned long next = (unsigned long)frame[0] & ~(1UL << 60), here = (unsigned long)frame;
        if (next <= here || next - here > 1 << 16 || next % 8) break;
        frame = (void **)next;
    }
    return number ? number : 1;
}

static void note_way(unsigned long number) {
    for (unsigned long place = number % WAYS, looks = 0; looks < WAYS; place = (place + 1) % WAYS, looks++) {
        unsigned long there = 0;
        if (atomic_compare_exchange_strong(&ways[place].number, &there, number) || there == number) {
            atomic_fetch_add(&ways[place].calls, 1);
            return;
        }
    }
}

static int path_fits(const struct fault *fault, int fd, const char *path) {
    if (!fault->path[0]) return 1;
    char link[64], target[PATH_MAX];
    if (!path) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, target, sizeof target - 1);
        if (length < 0) return 0;
        target[length] = 0;
        path = target;
    }
    return strstr(path, fault->path) != NULL;
}

// The fault that this call has now, or NULL.
static struct fault *due_on(unsigned long way, const char *call, int fd, const char *path) {
    if (!atomic_load(&is_loaded)) return NULL;
    int saved = errno;
    struct fault *found = NULL;
    for (int i = 0; i < fault_count && !found; i++) {
        struct fault *fault = &faults[i];
        if (strcmp(fault->call, call) != 0) continue;
        int goes_on = fault->count == LONG_MAX && atomic_load(&tally->failed[i]) > 0;
        if (fault->way ? fault->way != way && !goes_on : !path_fits(fault, fd, path)) continue;
        long number = atomic_fetch_add(&tally->calls[i], 1);
        if (number < fault->skip || number - fault->skip >= fault->count) continue;
        atomic_fetch_add(&tally->failed[i], 1);
        found = fault;
    }
    errno = saved;
    return found;
}

static struct fault *due(const char *call, int fd, const char *path) { return due_on(0, call, fd, path); }

// The file of the program or the library that has this code.
static const char *file_of(void *code) {
    Dl_info found;
    return dladdr(code, &found) && found.dli_fname ? found.dli_fname : "";
}

// The same for an allocation.
#define REFUSED(value)                                                                                             \
    do {                                                                                                           \
        unsigned long way = asks_for_ways ? way_here(__builtin_frame_address(0)) : 0;                              \
        if (ways) note_way(way);                                                                                   \
        const char *file = asks_for_files ? file_of(__builtin_return_address(0)) : "";                             \
        struct fault *fault = due_on(way, "malloc", -1, file);                                                     \
        if (fault) {                                                                                               \
            errno = fault->error;                                                                                  \
            return value;                                                                                          \
        }                                                                                                          \
    } while (0)

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(call, fd, path, value)                     \
    do {                                                \
        struct fault *fault = due(call, fd, path);      \
        if (fault && !fault->is_short) {                \
            errno = fault->error;                       \
            return value;                               \
        }                                               \
    } while (0)

static size_t shortened(const char *call, int fd, size_t count) {
    struct fault *fault = due(call, fd, NULL);
    return fault && fault->is_short && count > 1 ? 1 : count;
}

ssize_t read(int fd, void *buffer, size_t count) {
    FAIL("read", fd, NULL, -1);
    return syscall(SYS_read, fd, buffer, shortened("read-short", fd, count));
}
ssize_t write(int fd, const void *buffer, size_t count) {
    FAIL("write", fd, NULL, -1);
    return syscall(SYS_write, fd, buffer, shortened("write-short", fd, count));
}
ssize_t pwrite64(int fd, const void *buffer, size_t count, off64_t offset) {
    FAIL("pwrite", fd, NULL, -1);
    return syscall(SYS_pwrite64, fd, buffer, count, offset);
}
ssize_t pwrite(int fd, const void *buffer, size_t count, off_t offset) { return pwrite64(fd, buffer, count, offset); }
ssize_t pread64(int fd, void *buffer, size_t count, off64_t offset) {
    FAIL("pread", fd, NULL, -1);
    return syscall(SYS_pread64, fd, buffer, count, offset);
}
ssize_t pread(int fd, void *buffer, size_t count, off_t offset) { return pread64(fd, buffer, count, offset); }
int fsync(int fd) {
    FAIL("fsync", fd, NULL, -1);
    return (int)syscall(SYS_fsync, fd);
}
int fdatasync(int fd) {
    FAIL("fsync", fd, NULL, -1);
    return (int)syscall(SYS_fdatasync, fd);
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
    FAIL((flags & O_CREAT) ? "create" : "open", -1, path, -1);
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define MODE(flags)                                    \
    mode_t mode = 0;                                   \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {           \
        va_list list;                                  \
        va_start(list, flags);                         \
        mode = (mode_t)va_arg(list, int);              \
        va_end(list);                                  \
    }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
FILE *fopen(const char *path, const char *mode) {
    FAIL("open", -1, path, NULL);
    return REAL(fopen)(path, mode);
}
FILE *fopen64(const char *path, const char *mode) {
    FAIL("open", -1, path, NULL);
    return REAL(fopen64)(path, mode);
}
DIR *opendir(const char *path) {
    FAIL("open", -1, path, NULL);
    return REAL(opendir)(path);
}
int mkdir(const char *path, mode_t mode) {
    FAIL("mkdir", -1, path, -1);
    return (int)syscall(SYS_mkdir, path, mode);
}
int rename(const char *from, const char *to) {
    FAIL("rename", -1, to, -1);
    return (int)syscall(SYS_rename, from, to);
}
int link(const char *from, const char *to) {
    FAIL("link", -1, to, -1);
    return (int)syscall(SYS_link, from, to);
}
int unlink(const char *path) {
    FAIL("unlink", -1, path, -1);
    return (int)syscall(SYS_unlink, path);
}
int socketpair(int domain, int type, int protocol, int ends[2]) {
    FAIL("socketpair", -1, "", -1);
    return (int)syscall(SYS_socketpair, domain, type, protocol, ends);
}
int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
    FAIL("accept", fd, NULL, -1);
    return (int)syscall(SYS_accept4, fd, address, length, flags);
}
int accept(int fd, struct sockaddr *address, socklen_t *length) {
    FAIL("accept", fd, NULL, -1);
    return (int)syscall(SYS_accept, fd, address, length);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    struct fault *fault = due("thread", -1, "");
    if (fault) return fault->error;
    return REAL(pthread_create)(thread, attributes, body, argument);
}
// libv4l2's own name, which the camera is asked through; it makes its system calls itself.
int v4l2_ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    FAIL("ioctl", fd, NULL, -1);
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "v4l2_ioctl"))(fd, request, argument);
}
int poll(struct pollfd *polled, nfds_t count, int timeout) {
    FAIL("poll", -1, "", -1);
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, polled, count, timeout < 0 ? NULL : &time, NULL, 0L);
}

// What may not allocate itself: glibc's own names of what this stands before.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    REFUSED(NULL);
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    REFUSED(NULL);
    return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
    REFUSED(NULL);
    return __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
    REFUSED(NULL);
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
    // glibc sets the number as well.
    REFUSED(ENOMEM);
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
    FAIL("mmap", fd, NULL, MAP_FAILED);
    return (void *)syscall(SYS_mmap, address, length, protection, flags, fd, offset);
}
void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    return mmap64(address, length, protection, flags, fd, offset);
}
int socket(int domain, int type, int protocol) {
    FAIL("socket", -1, "", -1);
    return (int)syscall(SYS_socket, domain, type, protocol);
}
pid_t fork(void) {
    FAIL("spawn", -1, "", -1);
    return REAL(fork)();
}
#define SPAWN(name)                                                                                                 \
    int name(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,                          \
             const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {              \
        struct fault *fault = due("spawn", -1, path);                                                              \
        if (fault) return fault->error;                                                                            \
        return REAL(name)(process, path, actions, attributes, arguments, environment);                             \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (clock != CLOCK_REALTIME || result != 0) return result;
    static atomic_int looks;
    struct fault *fault = due("clock", -1, "");
    if (fault) time->tv_sec += (atomic_fetch_add(&looks, 1) % 2 ? -1 : 1) * (time_t)fault->error;
    return result;
}
