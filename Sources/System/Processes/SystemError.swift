import Glibc

/// The error number of a system call that failed.
package struct SystemError: Error, Sendable, Equatable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    /// The system's own words, for people.
    package var reason: String { String(cString: strerror(number)) }
}

/// What a system call returns; the one place that understands -1 and `errno`, and that repeats a call when a signal
/// came in between.
///
/// - Throws: `errno` of a call that returned -1.
package func valueOrErrno<Value: FixedWidthInteger>(_ call: () -> Value) throws(SystemError) -> Value {
    while true {
        let value = call()
        if value != -1 { return value }
        let number = errno
        if number != EINTR { throw SystemError(number) }
    }
}
