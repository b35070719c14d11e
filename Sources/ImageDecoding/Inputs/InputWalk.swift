import Glibc

/// The inputs that a list of paths stands for, one after another, found only when asked for.
///
/// A file is given as it is, whatever its name. A folder stands for the pictures in it and in its folders, told by
/// their extensions, in natural order; hidden files and folders are left out, and no folder is entered twice, so links
/// may lead in circles. `-` is the standard input.
public struct InputWalk: Sequence, IteratorProtocol {
    public enum Input: Sendable, Equatable {
        case standardInput
        case file(path: String)
        /// A folder that could not be walked or held no pictures, or what is no file. The walk goes on.
        case failed(path: String, DecodingError)
    }

    private var arguments: [String]
    /// The folders that the walk is in, the innermost last, each with what is left of it in reverse.
    private var open: [(path: String, rest: [Folder.Entry])] = []
    private var entered: Set<Folder.Identity> = []
    private var hasGivenSomething = true

    public init(_ paths: [String]) {
        arguments = paths.reversed()
    }

    public mutating func next() -> Input? {
        while true {
            if let entry = open.last?.rest.last {
                open[open.count - 1].rest.removeLast()
                if let input = visit(entry) { return give(input) }
            } else if let finished = open.popLast() {
                if open.isEmpty, !hasGivenSomething {
                    return .failed(path: finished.path, DecodingError(.noImages, "The folder holds no pictures."))
                }
            } else {
                guard let argument = arguments.popLast() else { return nil }
                if let input = begin(argument) { return input }
            }
        }
    }

    private mutating func give(_ input: Input) -> Input {
        hasGivenSomething = true
        return input
    }

    private mutating func begin(_ argument: String) -> Input? {
        if argument == "-" { return .standardInput }
        guard let status = Folder.status(argument), status.st_mode & S_IFMT == S_IFDIR else {
            return .file(path: argument)
        }
        entered = []
        hasGivenSomething = false
        return enter(argument)
    }

    private mutating func visit(_ entry: Folder.Entry) -> Input? {
        switch entry {
        case .file(let path): .file(path: path)
        case .folder(let path): enter(path)
        case .notAFile(let path): .failed(path: path, .notAFile)
        case .unreadableName:
            .failed(
                path: open.last?.path ?? "",
                DecodingError(.unreadableName, "The folder holds names that are not UTF-8; they were left out."))
        }
    }

    private mutating func enter(_ path: String) -> Input? {
        do throws(DecodingError) {
            let folder = try Folder(path: path)
            if entered.insert(folder.identity).inserted { open.append((path, folder.entries.reversed())) }
            return nil
        } catch {
            hasGivenSomething = true
            return .failed(path: path, error)
        }
    }
}
