import CProcess

/// What the program has to know of its own process before anything else.
struct OwnProcess {
    /// The arguments of the command line, without the program's name. A byte that is not UTF-8 becomes U+FFFD.
    let arguments: [String]
    /// Why it had better not go on; nil when nothing is wrong.
    let problem: String?

    /// Bytes that the main thread's stack should have.
    private static let usualStack = 8 << 20
    /// Bytes of stack without which nothing can be done.
    private static let minStack = 512 << 10

    init() {
        var count: Int32 = 0
        let list = cprocess_arguments(&count)
        arguments = (1..<max(1, Int(count))).compactMap { list?[$0].map { String(cString: $0) } }
        let stack = cprocess_widen_stack(Self.usualStack)
        problem =
            stack >= Self.minStack
            ? nil
            : "The stack may have no more than \(stack >> 10) KiB (ulimit -s), which is too little: "
                + "\(Self.minStack >> 10) are needed."
    }
}
