import Glibc
import Threads

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
    var text = text
    // Nobody can be told that standard error is closed.
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// What notes begin with; set before the first one.
let programName = Monitor("mrz-scan")
