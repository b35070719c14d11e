import ArgumentParser
import ImageDecoding

/// What a command is to read: paths on the command line, and paths in a list.
struct InputOptions: ParsableArguments {
    @Argument(help: "Pictures, documents, archives, folders of them, or - for standard input.")
    var paths: [String] = []

    @Option(
        help: ArgumentHelp("Read the paths in this file too, one a line; - is standard input.", valueName: "file"))
    var filesFrom: String?

    @Flag(name: .customShort("0"), help: "The paths of --files-from end in a NUL each, as find -print0 writes them.")
    var nulSeparated = false

    func validate() throws {
        if nulSeparated, filesFrom == nil { throw ValidationError("-0 says how --files-from is written.") }
        if paths.contains("-"), filesFrom == "-" {
            throw ValidationError("Standard input is either a picture or a list of paths.")
        }
    }

    var isGiven: Bool { !paths.isEmpty || filesFrom != nil }

    /// For commands that have nothing else to read.
    func requireSome() throws {
        guard isGiven else {
            throw ValidationError("Missing expected argument '<paths> ...' or '--files-from <file>'.")
        }
    }

    /// The inputs, one after another.
    ///
    /// - Parameters:
    ///   - listing: whether they are only named.
    ///   - unpacking: who takes archives apart.
    /// - Throws: `DecodingError` when there is no list to read.
    func walk(
        limits: DecodingLimits, listing: Bool = false, unpacking: Unpacking = .inThisProcess
    ) throws(DecodingError) -> InputWalk {
        var list: PathList?
        if let filesFrom { list = try PathList(path: filesFrom, separator: nulSeparated ? .nul : .newline) }
        return InputWalk(paths, list: list, limits: limits, listing: listing, unpacking: unpacking)
    }
}
