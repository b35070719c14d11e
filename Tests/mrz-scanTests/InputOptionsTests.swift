import Foundation
import Testing

/// Everything that can be named on the command line, and lists of names.
@Suite struct InputOptionsTests {
    private let specimen = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    private func sources(_ run: BuiltProgram.Outcome) throws -> [String?] {
        try run.results().map { $0["source"] as? String }
    }

    @Test func listsOfPathsComeAfterTheArguments() throws {
        try BuiltProgram.withFolder { folder in
            let names = ["a.pgm", "b\nc.pgm", "-"].map { folder.appending(path: $0) }
            for name in names { try BuiltProgram.blank.write(to: name) }
            let lines = Data("\(names[0].path)\n\n/no/such/file\n".utf8)
            let run = try BuiltProgram.run([names[2].path, "--files-from", "-"], input: lines)
            #expect(try sources(run) == [names[2].path, names[0].path, "/no/such/file"])
            #expect(run.status == 66)
            let list = folder.appending(path: "list")
            try Data((names[1].path + "\0" + names[0].path).utf8).write(to: list)
            #expect(
                try sources(BuiltProgram.run(["--files-from", list.path, "-0"])) == [names[1].path, names[0].path])
        }
    }

    @Test func listsThatCannotBe() throws {
        try BuiltProgram.expectRefusal(["-0", specimen], "-0 says how --files-from is written.")
        try BuiltProgram.expectRefusal(
            ["-", "--files-from", "-"], "Standard input is either a picture or a list of paths.")
        try BuiltProgram.expectRefusal(["-", "-"], "Standard input is read once: give - once.")
        let run = try BuiltProgram.run(["--files-from", "/no/such/list"])
        #expect(run.status == 66 && run.output.isEmpty && run.errors.contains("no such file"))
        for command in ["scan", "batch"] {
            let run = try BuiltProgram.run([command, "--files-from", "/tmp"])
            #expect(run.status == 66 && run.output.isEmpty, "\(run.output)")
            #expect(run.errors == "mrz-scan: error: /tmp: The list of paths is a folder, not a file.\n")
        }
    }

    /// Work that is shared out may leave somebody without any: that is said, and is no failure.
    @Test(arguments: ["scan", "batch"]) func listsThatNameNothing(_ command: String) throws {
        for list in ["", "\n\n"] {
            let run = try BuiltProgram.run([command, "--files-from", "-"], input: Data(list.utf8))
            #expect(run.status == 0 && run.output.isEmpty)
            #expect(run.errors.contains("mrz-scan: The list of --files-from names nothing to read.\n"))
            #expect(
                try BuiltProgram.run([command, "--quiet", "--files-from", "-"], input: Data(list.utf8)).errors == "")
        }
        let run = try BuiltProgram.run([command, "--files-from", "/dev/null", specimen])
        #expect(!run.errors.contains("names nothing"))
    }

    @Test func filesInArchives() throws {
        try BuiltProgram.withFolder { folder in
            let archive = folder.appending(path: "scans.tar.gz").path
            let tar = Process()
            tar.executableURL = URL(filePath: "/usr/bin/env")
            tar.arguments = ["tar", "-czf", archive, "-C", BuiltProgram.sample("td3"), "096-scan-rgb.jpg"]
            try tar.run()
            tar.waitUntilExit()
            for path in [archive, "\(archive)!/096-scan-rgb.jpg", folder.path] {
                let result = try #require(try BuiltProgram.run([path]).results().first)
                #expect(result["source"] as? String == "\(archive)!/096-scan-rgb.jpg")
                #expect(result["status"] as? String == "verified")
            }
        }
    }

    @Test func documentsWithoutPoppler() throws {
        let document = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures/owned.pdf").path
        let run = try BuiltProgram.run([document], environment: ["PATH": "/nowhere"])
        let error = try #require(try run.results().first?["error"] as? [String: String])
        #expect(error["code"] == "unsupported" && error["message"]?.contains("poppler-utils") == true)
        #expect(try BuiltProgram.run([document]).results().first?["status"] as? String == "not_found")
    }

    /// Workers are confined, and still read what needs a program or a library of its own.
    @Test(arguments: ["batch", "pipe"]) func confinedWorkersReadEveryKind(_ command: String) throws {
        let fixtures = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures").path
        let paths = ["owned.pdf", "gray.heic", "gray.avif", "locked.pdf"].map { "\(fixtures)/\($0)" }
        let list = Data(paths.joined(separator: "\n").utf8)
        let run = try BuiltProgram.run(
            command == "batch" ? ["batch", "--quiet", "--files-from", "-"] : ["pipe"], input: list)
        let answers = try run.results()
        let results = command == "batch" ? answers : answers.compactMap { ($0["results"] as? [[String: Any]])?.first }
        #expect(results.map { $0["source"] as? String } == paths)
        #expect(results.map { $0["status"] as? String } == ["not_found", "not_found", "not_found", "error"])
        #expect((results.last?["error"] as? [String: Any])?["code"] as? String == "encrypted")
    }

    @Test func filesInArchivesInBatches() throws {
        let archive = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures/pictures.zip").path
        let results = try BuiltProgram.run(["batch", "--quiet", archive]).results()
        #expect(
            results.map { $0["source"] as? String }
                == ["a/2.jpg", "a/10.png", "./b/über.PNG"].map { "\(archive)!/\($0)" })
        #expect(results.allSatisfy { $0["status"] as? String == "not_found" })
    }

    /// The codecs are kept from speaking for themselves.
    @Test func brokenPicturesAreReadInSilence() throws {
        try BuiltProgram.withFolder { folder in
            let whole = try Data(contentsOf: URL(filePath: specimen))
            let broken = folder.appending(path: "broken.jpg")
            try whole.prefix(whole.count - 300).write(to: broken)
            var flipped = whole
            for at in stride(from: 5000, to: whole.count, by: 5000) { flipped[at] ^= 0x55 }
            let damaged = folder.appending(path: "damaged.jpg")
            try flipped.write(to: damaged)
            let run = try BuiltProgram.run(["--quiet", broken.path, damaged.path])
            #expect(run.errors == "")
            #expect(try run.results().count == 2)
        }
    }
}
