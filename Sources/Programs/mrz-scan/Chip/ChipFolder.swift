import Chip
import ChipReporting
import Commands
import Glibc
import ImageDecoding
import JSON
import Processes

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
            found.append((name, try bytes("\(path)/\(name)")))
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
        do throws(SystemError) {
            descriptor = try .open(path, O_RDONLY)
        } catch {
            throw failure(error, of: path)
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
    /// only. What an earlier document left in the folder under the names of such files is taken away first.
    ///
    /// - Throws: `OutputError`.
    static func write(_ report: ChipReport, to folder: String) throws(OutputError) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .file(folder, errno: errno) }
        for name in names where unlink("\(folder)/\(name)") != 0 && errno != ENOENT {
            throw .file("\(folder)/\(name)", errno: errno)
        }
        let reading = report.reading
        for (file, bytes) in reading.files { try OutputFile.writePrivately(bytes, to: "\(folder)/\(file.name).bin") }
        for (name, image) in [("face", reading.face), ("signature", reading.signature)] {
            if let image {
                try OutputFile.writePrivately(image.bytes, to: "\(folder)/\(name).\(image.format.fileEnding)")
            }
        }
        try OutputFile.writePrivately(Array((report.json.text + "\n").utf8), to: "\(folder)/chip.json")
    }

    /// What `write` may write.
    private static var names: [String] {
        let pictures = ["face", "signature"].flatMap { name in
            ChipImage.Format.allCases.map { "\(name).\($0.fileEnding)" }
        }
        return ChipFile.allCases.map { "\($0.name).bin" } + pictures + ["chip.json"]
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
