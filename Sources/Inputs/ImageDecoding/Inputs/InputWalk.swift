import Glibc

/// The inputs that a list of paths stands for, one after another, found only when asked for.
///
/// A file is given as it is, whatever its name. A folder stands for the pictures in it and in its folders, told by
/// their extensions, in natural order; hidden files and folders are left out, and no folder is entered twice, so links
/// may lead in circles. An archive, told by its content, stands for the pictures in it, in the order in which they are
/// stored; `archive.zip!/in/it.jpg` is one of them. `-` is the standard input.
public struct InputWalk: Sequence, IteratorProtocol {
    public enum Input: Sendable, Equatable {
        case standardInput
        case file(path: String)
        /// A file in an archive.
        case entry(ArchivedFile)
        /// A folder or an archive that could not be walked or held no pictures, a file in an archive that could not be
        /// unpacked, or what is no file. The walk goes on.
        case failed(path: String, DecodingError)
    }

    private var arguments: [String]
    /// What comes after the arguments.
    private let list: PathList?
    private let limits: DecodingLimits
    private let isListing: Bool
    private let unpacking: Unpacking
    /// The folders that the walk is in, the innermost last, each with what is left of it in reverse.
    private var open: [(path: String, rest: [Folder.Entry])] = []
    /// The archive that the walk is in.
    private var archive: (any ArchiveFiles)?
    private var entered: Set<Folder.Identity> = []
    private var hasGivenSomething = true

    /// - Parameters:
    ///   - paths: files, folders, archives or `-`.
    ///   - list: further paths; there `-` is a file of that name.
    ///   - limits: what archives may unpack to.
    ///   - listing: whether inputs are only named: files in archives come without their bytes then.
    ///   - unpacking: who takes archives apart.
    public init(
        _ paths: [String], list: PathList? = nil, limits: DecodingLimits = DecodingLimits(), listing: Bool = false,
        unpacking: Unpacking = .inThisProcess
    ) {
        arguments = paths.reversed()
        self.list = list
        self.limits = limits
        isListing = listing
        self.unpacking = unpacking
    }

    public mutating func next() -> Input? {
        while true {
            if let archive {
                if let input = archive.next() { return give(input) }
                self.archive = nil
            } else if let entry = open.last?.rest.last {
                open[open.count - 1].rest.removeLast()
                if let input = visit(entry) { return give(input) }
            } else if let finished = open.popLast() {
                if open.isEmpty, !hasGivenSomething {
                    return .failed(path: finished.path, DecodingError(.noImages, "The folder holds no pictures."))
                }
            } else if let argument = arguments.popLast() {
                if argument == "-" { return .standardInput }
                if let input = begin(argument) { return input }
            } else {
                switch list?.next() {
                case nil: return nil
                case .path(let path): if let input = begin(path) { return input }
                case .failed(let error): return .failed(path: "", error)
                }
            }
        }
    }

    private mutating func give(_ input: Input) -> Input {
        hasGivenSomething = true
        return input
    }

    private mutating func begin(_ argument: String) -> Input? {
        guard let status = Folder.status(argument) else { return beginInArchive(argument) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return file(argument) }
        entered = []
        hasGivenSomething = false
        return enter(argument)
    }

    private mutating func visit(_ entry: Folder.Entry) -> Input? {
        switch entry {
        case .file(let path): Folder.hasExtension(path, of: archiveExtensions) ? file(path) : .file(path: path)
        case .folder(let path): enter(path)
        case .notAFile(let path): .failed(path: path, .notAFile)
        case .unreadableName:
            .failed(
                path: open.last?.path ?? "",
                DecodingError(.unreadableName, "The folder holds names that are not UTF-8; they were left out."))
        }
    }

    private mutating func file(_ path: String) -> Input? {
        guard ArchiveKind(path: path) != nil else { return .file(path: path) }
        archive = files(of: path)
        return nil
    }

    private func files(of archive: String, only: String? = nil) -> any ArchiveFiles {
        unpacking.files(ArchiveRequest(path: archive, only: only, isListing: isListing, limits: limits))
    }

    /// A path that leads nowhere may lead into an archive.
    private mutating func beginInArchive(_ argument: String) -> Input? {
        var end = argument.startIndex
        while let mark = argument[end...].firstRange(of: "!/") {
            let path = String(argument[..<mark.lowerBound])
            if ArchiveKind(path: path) != nil {
                archive = files(of: path, only: argument)
                return nil
            }
            end = mark.upperBound
        }
        return .file(path: argument)
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
