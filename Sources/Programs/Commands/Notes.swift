import Glibc
import Processes
package import Threads

/// Says what is waited for when somebody at a terminal is to type what a program usually sends.
package func noteTerminalInput(_ what: String) {
    if isatty(STDIN_FILENO) == 1 { note("\(what) is read from this terminal; Ctrl-D ends it.") }
}

/// Says something to the person at the terminal, after the program's name. It must hold no personal data.
package func note(_ message: String) {
    writeToStandardError("\(programName.update { $0 }): \(message)\n")
}

/// Writes to standard error what has its form already.
package func writeToStandardError(_ text: String) {
    if let notes = queuedNotes.update({ $0 }) {
        notes.add(Array(text.utf8))
    } else {
        writeNow(Array(text.utf8))
    }
}

/// From here on who says something does not wait until it is written: a program that serves pages must not stand still
/// because nobody reads its standard error. What is too much is left out, and that is said.
///
/// - Throws: where there is no thread for it.
package func queueNotes() throws(ThreadError) {
    let notes = try LineQueue(LineQueue.Limits(bytes: 1 << 20, reserve: 0)) { count in
        Array("\(programName.update { $0 }): \(count) lines were left out here: nobody read them in time.\n".utf8)
    } write: { line in
        writeNow(line)
    }
    queuedNotes.update { $0 = notes }
}

/// Waits for what is queued, but not for a reader that has stopped.
package func flushNotes() {
    queuedNotes.update { $0 }?.flush(timeout: .milliseconds(500), until: .now + .seconds(1))
}

private func writeNow(_ bytes: [UInt8]) {
    do throws(SystemError) {
        try FileDescriptor.standardError.write(bytes)
    } catch {
        // Nobody can be told that standard error is closed.
    }
}

/// What notes begin with; set before the first one.
let programName = Monitor("mrz-scan")
/// Nil while each note is written at once.
private let queuedNotes = Monitor<LineQueue?>(nil)
