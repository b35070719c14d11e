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

    /// Refuses a name that ends as files of another kind do, where no format was asked for: what is in a file that ends in
    /// `.pdf` opens nowhere if it is text.
    ///
    /// - Parameters:
    ///   - path: the file that will be written; nil for standard output.
    ///   - usual: the endings of what is written where a name has none.
    package static func validateEnding(of path: String?, usual: [String] = []) throws {
        guard let path, named(by: path) == nil, let name = path.split(separator: "/").last,
            let ending = name.firstMatch(of: /.\.(?<letters>[a-z][a-z0-9]{0,4})$/.ignoresCase())?.letters.lowercased(),
            !usual.contains(ending)
        else { return }
        let formats = allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            "--out: A file that ends in .\(ending) has another format than \(formats): name one with --format.")
    }
}
