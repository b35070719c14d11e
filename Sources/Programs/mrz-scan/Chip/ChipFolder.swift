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
    /// Gives a file, or every file of a folder by its name, one after another. What cannot be read in a folder is named
    /// and left out.
    ///
    /// - Throws: `DecodingError`, and what `body` throws.
    static func forEachFile(_ path: String, _ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
        guard isFolder(path) else { return try body(name(path), try bytes(path)) }
        for name in try names(in: path) where !isFolder("\(path)/\(name)") {
            let bytes: [UInt8]
            do throws(DecodingError) {
                bytes = try readFile("\(path)/\(name)")
            } catch {
                note("\(name.printable()) was left out: \(error.message)")
                continue
            }
            try body(name, bytes)
        }
    }

    /// The names in a folder but for hidden ones, in order.
    private static func names(in path: String) throws(DecodingError) -> [String] {
        var names: [String?] = []
        do throws(SystemError) {
            let folder = try FolderListing(path)
            while let entry = try folder.next() {
                if !entry.isHidden { names.append(entry.name) }
            }
        } catch {
            throw failure(error, of: path)
        }
        if names.contains(nil) { note("What has a name that is not UTF-8 was left out.") }
        return names.compactMap(\.self).sorted()
    }

    /// A pipe in a folder would be waited for for ever: it is none.
    private static func readFile(_ path: String) throws(DecodingError) -> [UInt8] {
        try InputBytes.read(path, limits: DecodingLimits(maxBytes: TrustList.maxBytes)).bytes
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func isFolder(_ path: String) -> Bool {
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

    /// The files of a chip that `write` has written. Nothing else in the folder is opened.
    ///
    /// - Throws: `DecodingError`; `not_found` also where none is there.
    static func read(_ folder: String) throws(DecodingError) -> [ChipFile: [UInt8]] {
        let listed = Set(try names(in: folder))
        var found: [ChipFile: [UInt8]] = [:]
        for file in ChipFile.allCases where listed.contains("\(file.name).bin") {
            let path = "\(folder)/\(file.name).bin"
            do throws(DecodingError) {
                found[file] = try readFile(path)
            } catch {
                throw error.naming(path)
            }
        }
        guard !found.isEmpty else { throw DecodingError(.notFound, "The folder holds no file of a chip.") }
        return found
    }
}
