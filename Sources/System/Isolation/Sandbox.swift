import CSandbox
import Glibc
import Processes

/// Keeps this process, for the rest of its life, from everything but computing on what it is handed.
public struct Sandbox: Sendable, Equatable {
    /// The version of Landlock that keeps it from files, TCP and other processes; nil where the kernel has none.
    public let landlock: Int?
    /// Whether a filter of system calls leaves it nothing but memory, threads and open descriptors.
    public let hasSystemCallFilter: Bool

    public init(landlock: Int?, hasSystemCallFilter: Bool) {
        self.landlock = landlock
        self.hasSystemCallFilter = hasSystemCallFilter
    }

    /// Enters it. What the process needs of files and libraries has to be open and loaded.
    ///
    /// The limits hold everywhere: no core dump, no byte written to any file, `memory` bytes of address space, few open
    /// descriptors, death with the thread that started the process, no tracing. Landlock and the filter are entered
    /// where the kernel has them. A process that runs out of memory ends with `EndStatus.exhausted`. Nothing is
    /// left of its environment, not even in memory: that of a service may hold secrets.
    ///
    /// - Throws: `SandboxError` when one of the limits cannot be set.
    public static func enter(memory: Int) throws(SandboxError) -> Sandbox {
        csandbox_tell_exhaustion(EndStatus.exhausted, CrashSentence.headroom, nil, nil, nil)
        for failure in [csandbox_detach(), csandbox_limit(UInt64(memory), 16)] where failure != 0 {
            throw SandboxError(errno: failure)
        }
        // What day it is will be asked later, and the zone of that is in the environment and in a file.
        tzset()
        OwnEnvironment.forget()
        let landlock = csandbox_landlock()
        return Sandbox(
            landlock: landlock > 0 ? Int(landlock) : nil, hasSystemCallFilter: csandbox_seccomp() == 0)
    }

    /// What the kernel does not have, for people; nil when it has everything.
    public var shortcoming: String? {
        switch (landlock, hasSystemCallFilter) {
        case (.some, true): nil
        case (nil, true): "This kernel has no Landlock; system calls are filtered and the limits hold."
        case (.some, false): "This kernel filters no system calls; Landlock and the limits hold."
        case (nil, false):
            "This kernel has neither Landlock nor filters of system calls: workers are only limited in memory, time, "
                + "open files and what they may write."
        }
    }
}

/// Why a process could not be limited.
public struct SandboxError: Error, Sendable, Equatable, CustomStringConvertible {
    public let errno: Int32

    public var description: String { "The worker could not be limited: \(String(cString: strerror(errno)))." }
}
