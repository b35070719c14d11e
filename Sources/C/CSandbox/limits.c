#define _GNU_SOURCE
#include "csandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A sanitizer reserves terabytes of addresses for its own records.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SHADOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SHADOW 1
#endif
#endif

static int limit(int resource, rlim_t value) {
    struct rlimit limits = {value, value};
    return setrlimit(resource, &limits) == 0 ? 0 : errno;
}

int csandbox_limit(uint64_t memory, uint64_t files) {
    int failure = limit(RLIMIT_CORE, 0);
    if (failure == 0) failure = limit(RLIMIT_FSIZE, 0);
#ifndef HAS_SHADOW
    if (failure == 0) failure = limit(RLIMIT_AS, memory);
#else
    (void)memory;
#endif
    if (failure == 0) failure = limit(RLIMIT_NOFILE, files);
    return failure;
}

int csandbox_detach(void) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return 0;
}

static struct {
    int status;
    size_t headroom;
    const char *sentence, *otherwise, *starved;
} ending;

static void say(const char *sentence) {
    if (sentence) (void)!write(STDERR_FILENO, sentence, strlen(sentence));
}

// The thread that ends the process, or 0.
static atomic_int ending_thread;

static void crashed(int number) {
    int error = errno, nobody = 0, thread = (int)syscall(SYS_gettid);
    if (!atomic_compare_exchange_strong(&ending_thread, &nobody, thread)) {
        // Where threads crash together, the first one says why.
        while (nobody != thread) ppoll(NULL, 0, NULL, NULL);
        // It has crashed in here.
        signal(number, SIG_DFL);
        raise(number);
    }
    // malloc(3) has said so just before, or there is hardly an address left.
    int is_exhausted = error == ENOMEM;
    if (!is_exhausted) {
        void *room = mmap(NULL, ending.headroom, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        is_exhausted = room == MAP_FAILED && errno == ENOMEM;
    }
    say(is_exhausted ? ending.sentence : ending.otherwise);
    if (is_exhausted) _exit(ending.status);
    // The signal ends the process as it would have without a handler.
    signal(number, SIG_DFL);
    raise(number);
}

// C++ says in pieces what was thrown before it aborts, and a sentence of another thread would stand between them.
static void abort_in_silence(void) {
    void (*(*set_terminate)(void (*)(void)))(void) =
        (void (*(*)(void (*)(void)))(void))dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE");
    if (set_terminate) set_terminate(abort);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// How long libdispatch may be refused memory or threads, and the longest pause within one such shortage, in milliseconds.
enum { MAX_SHORTAGE = 15000, MAX_PAUSE = 3000 };

// libdispatch, on which Swift's concurrency runs, sleeps a second where it is refused memory or a thread, and asks again, for
// ever. It finds this in place of the C library's, which nothing else in the program calls: sleeps without a pause between
// them are one shortage.
unsigned sleep(unsigned seconds) {
    static _Atomic int64_t begun, woken;
    int64_t start = now();
    if (start - atomic_load(&woken) > MAX_PAUSE) atomic_store(&begun, start);
    struct timespec left = {.tv_sec = seconds};
    int was_interrupted = nanosleep(&left, &left) != 0;
    atomic_store(&woken, now());
    if (ending.status && now() - atomic_load(&begun) >= MAX_SHORTAGE) {
        say(ending.starved);
        _exit(ending.status);
    }
    return was_interrupted ? (unsigned)left.tv_sec : 0;
}

void csandbox_tell_exhaustion(
    int status, uint64_t headroom, const char *sentence, const char *starved, const char *otherwise) {
    ending.status = status;
    ending.headroom = headroom;
    ending.sentence = sentence;
    ending.starved = starved;
    ending.otherwise = otherwise;
    abort_in_silence();
    // The stack may be what ran out.
    static char stack_space[1 << 16];
    stack_t stack = {.ss_sp = stack_space, .ss_size = sizeof stack_space};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_NODEFER};
    int numbers[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

int csandbox_set_cpu_limit(pid_t process, uint64_t seconds) {
    struct rlimit limits = {seconds, RLIM_INFINITY};
    return prlimit(process, RLIMIT_CPU, &limits, NULL) == 0 ? 0 : errno;
}

int64_t csandbox_cpu_time(pid_t process) {
    clockid_t clock;
    int failure = clock_getcpuclockid(process, &clock);
    if (failure != 0) return -failure;
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) return -errno;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
