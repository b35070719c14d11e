import Foundation

/// Debian's python3-jsonschema, which holds lines to schemas.
enum SchemaValidator {
    /// Where the environment says `TEST_CONTRACTS=required`, they are to run and fail rather than be left out.
    static let canRun: Bool = {
        if ProcessInfo.processInfo.environment["TEST_CONTRACTS"] == "required" { return true }
        do { return try run(["-c", "import jsonschema; jsonschema.Draft202012Validator"]).status == 0 } catch {
            return false
        }
    }()

    static func run(_ arguments: [String]) throws -> (status: Int32, said: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }
}
