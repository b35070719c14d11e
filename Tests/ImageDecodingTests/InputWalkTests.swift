import Foundation
import ImageDecoding
import Testing

@Suite struct InputWalkTests {
    /// A folder of its own for each test, removed with the suite's instance.
    private final class Scratch {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            // The system clears the folder of temporary files where this cannot.
            do { try FileManager.default.removeItem(atPath: path) } catch {}
        }

        func touch(_ names: String...) throws {
            for name in names {
                let file = URL(fileURLWithPath: path).appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: file)
            }
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
        }

        /// What the walk gives, with paths relative to this folder.
        func walk(_ names: String...) -> [String] {
            InputWalk(names.map { $0.isEmpty ? path : "\(path)/\($0)" }).map { input in
                switch input {
                case .standardInput: "-"
                case .file(let found): String(found.dropFirst(path.count + 1))
                case .entry(let file): String(file.path.dropFirst(path.count + 1))
                case .failed(let found, let error): "\(error.code.rawValue) \(found.dropFirst(path.count + 1))"
                }
            }
        }
    }

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func filesAreGivenAsTheyAre() {
        #expect(
            InputWalk(["b.txt", "-", "a.jpg"]).map { $0 } == [
                .file(path: "b.txt"), .standardInput, .file(path: "a.jpg"),
            ])
        #expect(InputWalk([]).map { $0 }.isEmpty)
    }

    @Test func foldersAreWalkedInNaturalOrder() throws {
        try scratch.touch("10.jpg", "2.PNG", "1.tiff", "3/b.webp", "3/a.jp2", "notes.txt", "README", "4.jpg.bak")
        #expect(scratch.walk("") == ["1.tiff", "2.PNG", "3/a.jp2", "3/b.webp", "10.jpg"])
    }

    @Test func documentsAndArchivesAreFoundToo() throws {
        try scratch.touch("1.PDF", "2.heic", "3.avif", "notes.gz")
        try Data(Fixture.bytes("stored.zip")).write(to: URL(fileURLWithPath: "\(scratch.path)/4.zip"))
        // By its name an archive, by its content none: who opens it says so.
        try scratch.touch("5.tar.gz")
        #expect(
            scratch.walk("") == [
                "1.PDF", "2.heic", "3.avif", "4.zip!/a/2.jpg", "4.zip!/a/10.png", "4.zip!/./b/über.PNG", "5.tar.gz",
            ])
    }

    @Test func hiddenOnesAreLeftOut() throws {
        try scratch.touch(".a.jpg", ".hidden/b.jpg", "c.jpg")
        #expect(scratch.walk("") == ["c.jpg"])
    }

    @Test func aFolderWithoutPicturesIsAFailureOfItsOwn() throws {
        try scratch.touch("empty/deep/notes.txt", "full/a.jpg")
        #expect(scratch.walk("empty", "full") == ["no_images empty", "full/a.jpg"])
    }

    @Test func linksInCirclesEnd() throws {
        try scratch.touch("a/1.jpg")
        try scratch.link("a/up", to: "..")
        try scratch.link("b", to: "a")
        #expect(scratch.walk("") == ["a/1.jpg"])
    }

    @Test func linksToFilesAreFollowed() throws {
        try scratch.touch("picture")
        try scratch.link("1.jpg", to: "picture")
        try scratch.link("2.jpg", to: "nowhere")
        #expect(scratch.walk("") == ["1.jpg", "2.jpg"])
    }

    /// Opening a pipe would wait for somebody to write to it.
    @Test func whatIsNoFileIsReported() throws {
        try scratch.touch("a.jpg")
        #expect(mkfifo(scratch.path + "/pipe.jpg", 0o600) == 0 && mkfifo(scratch.path + "/pipe", 0o600) == 0)
        try scratch.link("zero.png", to: "/dev/zero")
        #expect(scratch.walk("") == ["a.jpg", "not_a_file pipe.jpg", "not_a_file zero.png"])
    }

    @Test func namesThatAreNotUTF8AreReported() throws {
        try scratch.touch("a.jpg")
        let name = Array("\(scratch.path)/".utf8) + [0xFF] + Array(".jpg".utf8) + [0]
        let descriptor = name.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { creat($0.baseAddress!, 0o600) }
        }
        close(descriptor)
        #expect(scratch.walk("") == ["a.jpg", "unreadable_name "])
    }

    @Test func theSameFolderTwiceIsWalkedTwice() throws {
        try scratch.touch("a/1.jpg")
        #expect(scratch.walk("a", "a") == ["a/1.jpg", "a/1.jpg"])
    }
}
