import Chip
import ChipReporting
import Commands
import Glibc
import ImageDecoding
import JSON
import Processes
import Reporting

/// Files of certificates, and the folder to which a chip's files are written.
enum ChipFolder {
    /// A file, or every file of a folder by its name.
    ///
    /// - Throws: `DecodingError`.
    static func files(_ path: String) throws(DecodingError) -> [(name: String, bytes: [UInt8])] {
        guard isFolder(path) else { return [(name(path), try bytes(path))] }
        var names: [String?] = []
        do throws(SystemError) {
            let folder = try FolderListing(path)
            while let entry = try folder.next() {
                if !entry.isHidden { names.append(entry.name) }
            }
        } catch {
            throw failure(error, of: path)
        }
        guard !names.contains(nil) else {
            throw DecodingError(.unreadableName, "The folder holds a name that is not UTF-8.")
        }
        var found: [(name: String, bytes: [UInt8])] = []
        for name in names.compactMap(\.self).sorted() where !isFolder("\(path)/\(name)") {
            let path = "\(path)/\(name)"
            do throws(DecodingError) {
                // A pipe in a folder would be waited for for ever.
                found.append(
                    (name, try InputBytes.read(path, limits: DecodingLimits(maxBytes: TrustList.maxBytes)).bytes))
            } catch {
                throw error.naming(path)
            }
        }
        return found
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func bytes(_ path: String) throws(DecodingError) -> [UInt8] {
        let descriptor: FileDescriptor
        do throws(DecodingError) {
            descriptor = try openedInput(path)
        } catch {
            throw error.naming(path)
        }
        defer { descriptor.close() }
        do throws(FileDescriptor.ReadError) {
            return try descriptor.readAll(maxBytes: TrustList.maxBytes)
        } catch {
            switch error {
            case .tooMuch:
                throw DecodingError(.tooManyBytes, "The file has more than \(TrustList.maxBytes) bytes.").naming(path)
            case .system(let number): throw failure(number, of: path)
            }
        }
    }

    private static func failure(_ error: SystemError, of path: String) -> DecodingError {
        let failure =
            switch error.number {
            case ENOENT, ENOTDIR: DecodingError(.notFound, "There is no such file.", errno: error.number)
            case EACCES, EPERM:
                DecodingError(.permissionDenied, "This user may not read the file.", errno: error.number)
            default: DecodingError(.io, "The file could not be read: \(error.reason).", errno: error.number)
            }
        return failure.naming(path)
    }

    /// Writes what was read: every file as it came and, where they were read, the pictures. All of it for this user
    /// only. What an earlier document left in the folder is taken away first.
    ///
    /// - Throws: `OutputError`.
    static func write(_ report: ChipReport, to folder: String) throws(OutputError) {
        try requireRoom(in: folder)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .file(folder, errno: errno) }
        try clear(folder)
        do throws(OutputError) {
            try fill(folder, with: report)
        } catch {
            // Half a document has no report that says whose it is. The first error is what matters.
            do throws(OutputError) {
                try clear(folder)
            } catch {
                note("files of the document may be left in \(folder.printable()): they can't be removed.")
            }
            throw error
        }
    }

    /// - Throws: `OutputError` of a file that `write` would replace where no report says that it is of a chip.
    static func requireRoom(in folder: String) throws(OutputError) {
        func isThere(_ name: String) -> Bool {
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0
        }
        guard !isThere(reportName), let other = names.first(where: isThere) else { return }
        throw .file("\(folder)/\(other)", errno: EEXIST)
    }

    /// Takes away what `fill` may have written.
    private static func clear(_ folder: String) throws(OutputError) {
        for name in names where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
            throw .file("\(folder)/\(name)", errno: errno)
        }
    }

    private static func fill(_ folder: String, with report: ChipReport) throws(OutputError) {
        let reading = report.reading
        for (file, bytes) in reading.files { try OutputFile.writePrivately(bytes, to: "\(folder)/\(file.name).bin") }
        for (name, image) in [("face", reading.face), ("signature", reading.signature)] {
            if let image {
                try OutputFile.writePrivately(image.bytes, to: "\(folder)/\(name).\(image.format.fileEnding)")
            }
        }
        try OutputFile.writePrivately(Array((report.json.text + "\n").utf8), to: "\(folder)/\(reportName)")
    }

    private static let reportName = "chip.json"

    /// What `write` may write; the report last.
    private static var names: [String] {
        let pictures = ["face", "signature"].flatMap { name in
            ChipImage.Format.allCases.map { "\(name).\($0.fileEnding)" }
        }
        return ChipFile.allCases.map { "\($0.name).bin" } + pictures + [reportName]
    }

    /// The files of a chip that `write` has written.
    ///
    /// - Throws: `DecodingError`; `not_found` also where none is there.
    static func read(_ folder: String) throws(DecodingError) -> [ChipFile: [UInt8]] {
        let all = try files(folder)
        var found: [ChipFile: [UInt8]] = [:]
        for file in ChipFile.allCases {
            found[file] = all.first { $0.name == "\(file.name).bin" }?.bytes
        }
        guard !found.isEmpty else { throw DecodingError(.notFound, "The folder holds no file of a chip.") }
        return found
    }
}
