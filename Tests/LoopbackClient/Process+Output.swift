public import Foundation

extension Process {
    /// Runs it to its end.
    ///
    /// - Returns: what it wrote to its standard output.
    public func outputToEnd() throws -> String {
        let output = Pipe()
        standardOutput = output
        try run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        waitUntilExit()
        return said
    }
}
