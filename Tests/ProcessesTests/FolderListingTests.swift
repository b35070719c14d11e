import Glibc
import Processes
import Testing

@Suite struct FolderListingTests {
    /// Runs `body` on a folder of its own, which is gone afterwards with the files and folders right in it.
    private func inFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/mrz-scan-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        defer {
            for name in ["a.png", ".hidden", "ä", "\u{1B}"] { unlink("\(path)/\(name)") }
            rmdir("\(path)/folder")
            rmdir(path)
        }
        try body(path)
    }

    private func make(_ path: String) throws {
        try FileDescriptor.open(path, O_WRONLY | O_CREAT, permissions: 0o600).close()
    }

    private func entries(_ listing: FolderListing) throws -> [FolderListing.Entry] {
        var entries: [FolderListing.Entry] = []
        while let entry = try listing.next() { entries.append(entry) }
        return entries
    }

    @Test func everyNameButItsOwnAndItsParents() throws {
        try inFolder { path in
            #expect(try entries(FolderListing(path)).isEmpty)
            for name in ["a.png", ".hidden", "ä", "\u{1B}"] { try make("\(path)/\(name)") }
            mkdir("\(path)/folder", 0o700)
            let found = try entries(FolderListing(path))
            #expect(Set(found.map(\.name)) == ["a.png", ".hidden", "ä", "\u{1B}", "folder"])
            #expect(found.filter(\.isHidden).map(\.name) == [".hidden"])
            // Some file systems do not tell what is a folder.
            for entry in found where Int(entry.type) != Int(DT_UNKNOWN) {
                #expect((Int(entry.type) == Int(DT_DIR)) == (entry.name == "folder"))
            }
        }
    }

    @Test func aNameThatIsNotUTF8() throws {
        try inFolder { path in
            // Some file systems refuse such names.
            let file = path.utf8CString.dropLast() + [0x2F, CChar(truncatingIfNeeded: 0xFF), 0]
            let number = open(Array(file), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard number >= 0 else { return }
            defer {
                close(number)
                unlink(Array(file))
            }
            let found = try entries(FolderListing(path))
            #expect(found.count == 1 && found.first?.name == nil && found.first?.isHidden == false)
        }
    }

    @Test func aFolderThatIsOpen() throws {
        try inFolder { path in
            try make("\(path)/a.png")
            let listing = try FolderListing(FileDescriptor.open(path, O_RDONLY | O_DIRECTORY))
            #expect(try listing.folder.status().st_mode & S_IFMT == S_IFDIR)
            #expect(try entries(listing).map(\.name) == ["a.png"])
        }
    }

    @Test func whatIsNoFolder() throws {
        #expect(throws: SystemError(ENOENT)) { try FolderListing("/no/such/folder") }
        #expect(throws: SystemError(ENOTDIR)) { try FolderListing("/dev/null") }
        #expect(throws: SystemError(ENOTDIR)) { try FolderListing(FileDescriptor.open("/dev/null", O_RDONLY)) }
    }

    /// A folder that cannot be read to its end is not one that ends there.
    @Test func anErrorIsNotTheEnd() throws {
        try inFolder { path in
            try make("\(path)/a.png")
            let listing = try FolderListing(path)
            // From here on it is something else that is read.
            let nothing = try FileDescriptor.open("/dev/null", O_RDONLY)
            dup2(nothing.number, listing.folder.number)
            nothing.close()
            #expect(throws: SystemError(ENOTDIR)) { try listing.next() }
        }
    }
}
