import CSandbox

/// What a process says when it crashes.
public enum CrashSentence {
    /// Where this many bytes of address space are not to be had, memory is what is wanting.
    static let headroom: UInt64 = 64 << 20

    /// Says a sentence on standard error in place of a crash that comes of too little memory, and ends the process with
    /// `status`; and another before any other crash, which still ends it by its signal.
    ///
    /// Swift's runtime and C++ give up where they are refused memory, in the middle of whatever they are at: nothing
    /// else runs after that, and nothing of what is in memory is said.
    ///
    /// libdispatch does not give up where it is refused memory or a thread, and waits: a quarter of a minute of that
    /// ends the process too.
    ///
    /// - Parameters:
    ///   - status: the exit status where memory or threads were short.
    ///   - exhausted: the sentence for memory, a whole line.
    ///   - starved: the sentence for what libdispatch waits for, a whole line.
    ///   - crashed: the sentence for any other crash, a whole line.
    public static func prepare(
        status: Int32, exhausted: StaticString, starved: StaticString, crashed: StaticString
    ) {
        func text(_ sentence: StaticString) -> UnsafePointer<CChar> {
            UnsafeRawPointer(sentence.utf8Start).assumingMemoryBound(to: CChar.self)
        }
        csandbox_tell_exhaustion(status, headroom, text(exhausted), text(starved), text(crashed))
    }
}
