// What keeps a process that handles untrusted data from reaching anything. Linux; see landlock(7), seccomp(2),
// setrlimit(2). Everything here holds for the rest of the process's life.
#pragma once
#include <stdint.h>
#include <sys/types.h>

/// No core dumps, no files written, no more than `memory` bytes of address space and `files` open descriptors.
/// 0, or an error number.
int csandbox_limit(uint64_t memory, uint64_t files);

/// Dies when the thread that started this process ends; cannot be traced by its own user; gains no privileges by
/// running other programs. 0, or an error number.
int csandbox_detach(void);

/// Takes every access to files, TCP and other processes away. The version of Landlock that enforces it, or an error
/// number below 0: -ENOSYS or -EOPNOTSUPP where the kernel has none.
int csandbox_landlock(void);

/// Leaves only the system calls that computing, memory, threads and open descriptors need; all others fail with EPERM,
/// and memory cannot become executable any more. 0, or an error number: EINVAL or ENOSYS where the kernel has none.
int csandbox_seccomp(void);

/// On a crash, ends the process with `status` when it ran out of memory: the thread that crashed was refused some last,
/// or no `headroom` bytes of address space are left. `sentence` then goes to standard error; `otherwise` does of any other
/// crash, which ends the process by its signal. Where threads crash together the first one decides, and one sentence is said.
///
/// Ends it with `status` and `starved` too where libdispatch, which would wait for ever, has had no memory or no thread for a
/// quarter of a minute.
///
/// The sentences stay the caller's, for ever; NULL says nothing.
void csandbox_tell_exhaustion(
    int status, uint64_t headroom, const char *sentence, const char *starved, const char *otherwise);

/// Sets how many seconds of processor time another process may have used when it is killed by SIGXCPU. 0, or an error
/// number.
int csandbox_set_cpu_limit(pid_t process, uint64_t seconds);

/// The nanoseconds of processor time that another process has used, or an error number below 0.
int64_t csandbox_cpu_time(pid_t process);
