import Foundation
import Glibc
import ImageDecoding
import Testing

@Suite struct FolderWatchTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // The system clears the folder of temporary files where this cannot.
        defer { do { try FileManager.default.removeItem(atPath: path) } catch {} }
        try body(path)
    }

    /// What has come in, with paths relative to `folder`, until there are `count` of them.
    private func found(_ watch: FolderWatch, _ count: Int, in folder: String) -> [String] {
        var found: [String] = []
        let deadline = ContinuousClock.now + .seconds(60)
        while found.count < count, ContinuousClock.now < deadline {
            for case .path(let path) in watch.arrivals(atMost: .milliseconds(100)) {
                found.append(String(path.dropFirst(folder.count + 1)))
            }
        }
        return found
    }

    @Test func whatIsWrittenAndWhatIsMovedIn() throws {
        try withFolder { folder in
            try Data("x".utf8).write(to: URL(filePath: folder + "/there.jpg"))
            let watch = try FolderWatch([folder])
            #expect(watch.arrivals(atMost: .zero).isEmpty)
            for name in ["notes.txt", ".hidden.jpg", "part.tmp", "a.jpg"] {
                try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            #expect(found(watch, 1, in: folder) == ["a.jpg"])
            try FileManager.default.moveItem(atPath: folder + "/part.tmp", toPath: folder + "/b.PNG")
            #expect(found(watch, 1, in: folder) == ["b.PNG"])
        }
    }

    /// A file is not given before it is closed.
    @Test func whatIsBeingWritten() throws {
        try withFolder { folder in
            let watch = try FolderWatch([folder])
            let descriptor = creat(folder + "/a.jpg", 0o600)
            #expect(write(descriptor, "x", 1) == 1)
            #expect(watch.arrivals(atMost: .milliseconds(20)).isEmpty)
            close(descriptor)
            #expect(found(watch, 1, in: folder) == ["a.jpg"])
        }
    }

    /// Links of both kinds, and a file that is delivered by a second name and loses its first one: none of them is
    /// written or moved here.
    @Test func whatIsLinkedIn() throws {
        try withFolder { folder in
            let (files, elsewhere) = (FileManager.default, folder + "-elsewhere")
            try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
            defer { do { try files.removeItem(atPath: elsewhere) } catch {} }
            for name in ["a", "b", "c", "d"] {
                try Data("x".utf8).write(to: URL(filePath: "\(elsewhere)/\(name)"))
            }
            let watch = try FolderWatch([folder])
            try files.linkItem(atPath: elsewhere + "/a", toPath: folder + "/a.jpg")
            try files.createSymbolicLink(atPath: folder + "/b.jpg", withDestinationPath: elsewhere + "/b")
            try files.linkItem(atPath: elsewhere + "/c", toPath: folder + "/c.jpg")
            try files.removeItem(atPath: elsewhere + "/c")
            // What is no picture by its name, leads nowhere or leads to no file.
            try files.linkItem(atPath: elsewhere + "/d", toPath: folder + "/d.txt")
            try files.createSymbolicLink(atPath: folder + "/e.jpg", withDestinationPath: elsewhere + "/e")
            try files.createSymbolicLink(atPath: folder + "/f.jpg", withDestinationPath: elsewhere)
            #expect(mkfifo(folder + "/g.jpg", 0o600) == 0)
            // The last one is a folder.
            #expect(Set(found(watch, 4, in: folder)) == ["a.jpg", "b.jpg", "c.jpg", "f.jpg"])
            #expect(watch.arrivals(atMost: .zero).isEmpty)
        }
    }

    @Test func foldersInside() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/old/er", withIntermediateDirectories: true)
            let watch = try FolderWatch([folder])
            try Data("x".utf8).write(to: URL(filePath: folder + "/old/er/a.jpg"))
            #expect(found(watch, 1, in: folder) == ["old/er/a.jpg"])
            try FileManager.default.createDirectory(atPath: folder + "/new", withIntermediateDirectories: true)
            // What was written before it was watched is found by walking it.
            #expect(found(watch, 1, in: folder) == ["new"])
            try Data("x".utf8).write(to: URL(filePath: folder + "/new/b.jpg"))
            #expect(found(watch, 1, in: folder) == ["new/b.jpg"])
        }
    }

    /// A link that is there and one that is made later, and one that leads back.
    @Test func linksToFolders() throws {
        try withFolder { folder in
            let (files, elsewhere) = (FileManager.default, folder + "-elsewhere")
            for name in ["a/in", "b", "c"] {
                try files.createDirectory(atPath: "\(elsewhere)/\(name)", withIntermediateDirectories: true)
            }
            defer { do { try files.removeItem(atPath: elsewhere) } catch {} }
            func link(_ name: String, to target: String) throws {
                try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
            }
            func put(_ name: String) throws { try Data("x".utf8).write(to: URL(filePath: "\(elsewhere)/\(name)")) }
            try link("a", to: elsewhere + "/a")
            try link("round", to: folder)
            let watch = try FolderWatch([folder])
            try put("a/in/1.jpg")
            #expect(found(watch, 1, in: folder) == ["a/in/1.jpg"])
            try link("b", to: elsewhere + "/b")
            try link("again", to: folder)
            #expect(found(watch, 1, in: folder) == ["b"])
            try put("b/2.jpg")
            #expect(found(watch, 1, in: folder) == ["b/2.jpg"])
            // The link leads elsewhere now, and what it led to is left alone.
            try link("new", to: elsewhere + "/c")
            #expect(found(watch, 1, in: folder) == ["new"])
            #expect(rename(folder + "/new", folder + "/b") == 0)
            #expect(found(watch, 1, in: folder) == ["b"])
            try put("b/3.jpg")
            try put("c/4.jpg")
            #expect(found(watch, 1, in: folder) == ["b/4.jpg"])
            // A link that is gone.
            #expect(unlink(folder + "/b") == 0)
            try put("c/5.jpg")
            try put("a/6.jpg")
            #expect(found(watch, 1, in: folder) == ["a/6.jpg"])
        }
    }

    /// Another folder in its place: by a rename, and made anew, often with the number that the first one had.
    @Test(arguments: [true, false])
    func aFolderThatIsReplaced(isKept: Bool) throws {
        try withFolder { above in
            let (files, folder) = (FileManager.default, above + "/in")
            try files.createDirectory(atPath: folder + "/deep", withIntermediateDirectories: true)
            let watch = try FolderWatch([folder])
            for number in 1...3 {
                if isKept {
                    try files.moveItem(atPath: folder, toPath: "\(above)/old\(number)")
                } else {
                    try files.removeItem(atPath: folder)
                }
                try files.createDirectory(atPath: folder + "/deep", withIntermediateDirectories: true)
                try Data("x".utf8).write(to: URL(filePath: folder + "/a.jpg"))
                // It is walked as a new one is.
                #expect(found(watch, 1, in: above) == ["in"])
                if isKept { try Data("x".utf8).write(to: URL(filePath: "\(above)/old\(number)/b.jpg")) }
                try Data("x".utf8).write(to: URL(filePath: folder + "/deep/c.jpg"))
                #expect(found(watch, 1, in: above) == ["in/deep/c.jpg"])
            }
        }
    }

    /// It is said once, and the folder is watched when it is back.
    @Test func aFolderThatIsGone() throws {
        try withFolder { above in
            let (files, folder) = (FileManager.default, above + "/in")
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let watch = try FolderWatch([folder])
            try files.removeItem(atPath: folder)
            var arrivals: [FolderWatch.Arrival] = []
            let deadline = ContinuousClock.now + .seconds(60)
            while arrivals.isEmpty, ContinuousClock.now < deadline {
                arrivals = watch.arrivals(atMost: .milliseconds(20))
            }
            guard case .failed(folder, let error)? = arrivals.first, arrivals.count == 1 else {
                Issue.record("nothing is said")
                return
            }
            #expect(error.code == .notFound)
            #expect(watch.arrivals(atMost: .milliseconds(20)).isEmpty)
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(found(watch, 1, in: above) == ["in"])
        }
    }

    /// What comes into a folder that was moved away is nobody's business, and has another path.
    @Test func aFolderInsideThatIsMovedAway() throws {
        try withFolder { above in
            let (files, folder) = (FileManager.default, above + "/in")
            try files.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
            let watch = try FolderWatch([folder])
            try files.moveItem(atPath: folder + "/a", toPath: above + "/a")
            #expect(watch.arrivals(atMost: .milliseconds(20)).isEmpty)
            try Data("x".utf8).write(to: URL(filePath: above + "/a/b/c.jpg"))
            try Data("x".utf8).write(to: URL(filePath: folder + "/d.jpg"))
            #expect(found(watch, 1, in: above) == ["in/d.jpg"])
            // Within the folder it has its new path.
            try files.moveItem(atPath: above + "/a", toPath: folder + "/e")
            #expect(found(watch, 1, in: above) == ["in/e"])
            try files.moveItem(atPath: folder + "/e", toPath: folder + "/f")
            #expect(found(watch, 1, in: above) == ["in/f"])
            try Data("x".utf8).write(to: URL(filePath: folder + "/f/b/g.jpg"))
            #expect(found(watch, 1, in: above) == ["in/f/b/g.jpg"])
        }
    }

    /// Folders in one another until their path is longer than the system takes; the first cannot be watched to its end.
    @Test func foldersBesideOneThatCannotBeWatched() throws {
        try withFolder { folder in
            let name = String(repeating: "a", count: 250)
            var chain = [Glibc.open(folder, O_RDONLY | O_DIRECTORY)]
            defer { for descriptor in chain { close(descriptor) } }
            for _ in 0..<18 {
                try #require(mkdirat(chain[chain.count - 1], name, 0o700) == 0)
                chain.append(openat(chain[chain.count - 1], name, O_RDONLY | O_DIRECTORY))
            }
            // No path leads to the innermost.
            defer { for descriptor in chain.dropLast().reversed() { unlinkat(descriptor, name, AT_REMOVEDIR) } }
            try FileManager.default.createDirectory(atPath: folder + "/b", withIntermediateDirectories: true)
            let watch = try FolderWatch([])
            #expect(throws: DecodingError.self) { try watch.add(folder) }
            try Data("x".utf8).write(to: URL(filePath: folder + "/b/c.jpg"))
            #expect(found(watch, 1, in: folder) == ["b/c.jpg"])
        }
    }

    /// Archives are not opened here: who walks them may have to do that in a process of its own.
    @Test func foldersThatAreMovedIn() throws {
        try withFolder { folder in
            let elsewhere = folder + "-elsewhere"
            try FileManager.default.createDirectory(atPath: elsewhere + "/in/it", withIntermediateDirectories: true)
            try Data("PK".utf8).write(to: URL(filePath: elsewhere + "/in/it/some.zip"))
            let watch = try FolderWatch([folder])
            try FileManager.default.moveItem(atPath: elsewhere + "/in", toPath: folder + "/in")
            try FileManager.default.removeItem(atPath: elsewhere)
            #expect(found(watch, 1, in: folder) == ["in"])
            try Data("x".utf8).write(to: URL(filePath: folder + "/in/it/a.jpg"))
            #expect(found(watch, 1, in: folder) == ["in/it/a.jpg"])
        }
    }

    /// A name without a path is said once, although it is announced as it is made and as it is closed.
    @Test func namesThatAreNotUTF8() throws {
        try withFolder { folder in
            let watch = try FolderWatch([folder])
            let descriptor = (Array(folder.utf8) + [0x2F, 0xFF] + Array(".jpg".utf8) + [0]).withUnsafeBufferPointer {
                $0.withMemoryRebound(to: CChar.self) { creat($0.baseAddress!, 0o600) }
            }
            #expect(descriptor >= 0)
            close(descriptor)
            try Data("x".utf8).write(to: URL(filePath: folder + "/a.jpg"))
            var arrivals: [FolderWatch.Arrival] = []
            let deadline = ContinuousClock.now + .seconds(60)
            while !arrivals.contains(.path(folder + "/a.jpg")), ContinuousClock.now < deadline {
                arrivals += watch.arrivals(atMost: .milliseconds(100))
            }
            #expect(arrivals.count == 2)
            guard case .failed(folder, let error)? = arrivals.first else {
                Issue.record("nothing is said of the name")
                return
            }
            #expect(error.code == .unreadableName)
        }
    }

    @Test(arguments: ["/dev/null", "/no/such/folder"])
    func whatCannotBeWatched(_ path: String) {
        #expect(throws: DecodingError.self) { try FolderWatch([path]) }
    }
}
