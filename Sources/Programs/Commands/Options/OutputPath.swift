import ArgumentParser

/// Refuses the name of a file to write to that is not UTF-8: it has come here with other characters in it, and another
/// file would be written; and `-`, which means standard output elsewhere.
///
/// - Parameter option: that it was given with.
package func validateOutput(_ path: String?, _ option: String) throws {
    if path == "-" {
        throw ValidationError("\(option): Standard output has no name here. A file of this name is ./-")
    }
    if path?.contains("\u{FFFD}") == true {
        throw ValidationError("\(option): The name is not UTF-8, so nothing can be written there.")
    }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// The format that a file's name ends in, in capitals or not.
    package static func named(by path: String) -> Self? {
        let path = path.lowercased()
        return allCases.first { path.hasSuffix("." + $0.rawValue) }
    }
}
