import Foundation
import Testing

/// What this kernel has of what confines workers.
enum Confinement {
    /// What it does not have, as the program says it; nil when it has everything.
    static let shortcoming: String? = {
        do {
            let said = try BuiltProgram.run(["batch", "-"], input: BuiltProgram.blank).errors
            return said.split(separator: "\n").first { $0.contains("This kernel") }.map(String.init)
        } catch {
            return "\(error)"
        }
    }()

    /// Where the environment says `TEST_SANDBOX=required`, a kernel without it fails the tests.
    static let isRequired = ProcessInfo.processInfo.environment["TEST_SANDBOX"] == "required"

    /// The filter of system calls alone sees to nearly all of it.
    static let isFiltering = isRequired || shortcoming?.contains("filters") != true

    static let isNot: Comment = "the kernel filters no system calls"
}
