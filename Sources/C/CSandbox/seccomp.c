#define _GNU_SOURCE
#include "csandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument: both architectures are little-endian.
#define LOAD_ARGUMENT(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (n))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE(number) ANSWER(SECCOMP_RET_ERRNO | (number))
/// Goes on after the next `count` instructions unless the value is `number`.
#define UNLESS(number, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (count))
#define PERMIT(call) UNLESS(SYS_##call, 1), ALLOW
#define YES 0
#define NO 1
/// Permits a call by a comparison of one of its arguments: YES or NO where it holds, and where it does not.
#define PERMIT_IF(call, argument, comparison, value, holds, holds_not)                   \
    UNLESS(SYS_##call, 4), LOAD_ARGUMENT(argument),                                      \
        BPF_JUMP(BPF_JMP | comparison | BPF_K, (value), (holds), (holds_not)), ALLOW, REFUSE(EPERM)

int csandbox_seccomp(void) {
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        // What is open already.
        PERMIT(read), PERMIT(write), PERMIT(readv), PERMIT(writev), PERMIT(close), PERMIT(lseek), PERMIT(fstat),
        PERMIT(ppoll),
        // Memory, none of it executable.
        PERMIT(brk), PERMIT(munmap), PERMIT(mremap), PERMIT(madvise),
        PERMIT_IF(mmap, 2, BPF_JSET, PROT_EXEC, NO, YES),
        PERMIT_IF(mprotect, 2, BPF_JSET, PROT_EXEC, NO, YES),
        // Threads, but no processes; clone3 hides its flags, and the C library then takes clone.
        PERMIT_IF(clone, 0, BPF_JSET, CLONE_THREAD, YES, NO),
        UNLESS(SYS_clone3, 1), REFUSE(ENOSYS),
        PERMIT(futex), PERMIT(set_robust_list), PERMIT(rseq), PERMIT(sched_yield), PERMIT(sched_getaffinity),
        PERMIT(exit), PERMIT(exit_group),
        // Signals of its own.
        PERMIT(rt_sigaction), PERMIT(rt_sigprocmask), PERMIT(rt_sigreturn), PERMIT(sigaltstack),
        PERMIT_IF(tgkill, 0, BPF_JEQ, getpid(), YES, NO),
        PERMIT(restart_syscall), PERMIT(getpid), PERMIT(gettid),
        // Clocks and chance.
        PERMIT(clock_gettime), PERMIT(clock_getres), PERMIT(gettimeofday), PERMIT(clock_nanosleep),
        PERMIT(nanosleep), PERMIT(getrandom), PERMIT(getrusage), PERMIT(sysinfo),
#ifdef __x86_64__
        PERMIT(poll), PERMIT(time),
#endif
        REFUSE(EPERM),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#else

int csandbox_seccomp(void) { return ENOSYS; }

#endif
