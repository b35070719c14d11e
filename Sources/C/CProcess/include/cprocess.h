// Processes: what a program has to know of its own before anything else, and starting others. What does not reach Swift.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <sys/types.h>

/// The arguments as the C library was given them, the program's name first, and their number. Swift's runtime reads them
/// from /proc/self/cmdline instead, which may be missing.
char *const *cprocess_arguments(int *count);

/// Where this program lies: /proc/self/exe, or, without it, the path that it was started by.
const char *cprocess_executable(void);

/// Raises this process's limit for the main thread's stack as far as it may, up to `bytes`; returns what it is then,
/// no more than that.
size_t cprocess_widen_stack(size_t bytes);

/// Has any call of exit(3) end this process with `status`, after `sentence` on standard error, which stays the caller's:
/// a library that calls it for want of memory, as libgomp does, chooses a number that means something else here.
void cprocess_refuse_exit(int status, const char *sentence);

/// Has exit(3) do again what it is asked for.
void cprocess_allow_exit(void);

/// Takes a variable out of this process's environment, and its value out of the memory that it came in, which
/// /proc/PID/environ shows. Called while no other thread asks for any.
void cprocess_forget_variable(const char *name);

/// Takes all of them out, as `cprocess_forget_variable` does one.
void cprocess_forget_environment(void);

/// The columns of the terminal behind a descriptor; 0 where there is none or nobody knows.
int cprocess_terminal_columns(int descriptor);

/// Whether a file, which is open for reading here, is open for writing anywhere: 1 or 0, and -1 where the system does
/// not say, as of another user's. It is asked for a lease, which it gives while nobody writes (F_SETLEASE of fcntl(2)).
int cprocess_is_being_written(int descriptor);

/// Tells malloc(3) of how many bytes that were freed it may keep at its end before it gives them back to the kernel, and
/// from which size on a piece is mapped on its own and given back at once: M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of
/// mallopt(3), which the Glibc module does not have. Other C libraries decide for themselves.
void cprocess_keep_memory(int max_kept, int min_mapped);

/// What a process that is started has; any of them together.
enum {
    /// The program is looked for along PATH.
    CPROCESS_ALONG_PATH = 1 << 0,
    /// It leads a process group of its own, which signals of the terminal do not reach.
    CPROCESS_OWN_GROUP = 1 << 1,
    /// No signal is blocked.
    CPROCESS_UNBLOCKED_SIGNALS = 1 << 2,
    /// A broken pipe and a file that grows too large end it, though this process ignores them.
    CPROCESS_USUAL_SIGNALS = 1 << 3,
    /// Hardly any environment.
    CPROCESS_BARE_ENVIRONMENT = 1 << 4,
    /// No core dump, and as much address space as `memory` says.
    CPROCESS_LIMITED = 1 << 5,
};

/// Starts a program. 0, or an error number.
///
/// `streams` are its standard input, output and error, /dev/null where they are below 0, and a descriptor that it is handed
/// as number 3, or below 0 for none; nothing else is open in it. `memory`, in bytes of address space, counts with
/// CPROCESS_LIMITED; 0 is any number.
int cprocess_spawn(const char *program, char *const arguments[], const int streams[4], unsigned options, size_t memory,
                   pid_t *child);

#endif
