import Foundation
import ImageDecoding
import Imaging
import Testing

/// HEIF files are decoded by `mrz-scan heif`, a process of its own.
@Suite struct HEIFCommandTests {
    private static let fixtures = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures")

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.fixtures.appending(path: name)))
    }

    private func picture(_ bytes: [UInt8], color: Bool = false, by program: String?) throws(DecodingError) -> Picture {
        try EncodedImage(bytes: bytes, limits: DecodingLimits(heifProgram: program)).picture(color: color)
    }

    @Test(arguments: ["gray.heic", "color.heic", "turned.heic", "alpha.heic", "gray.avif"], [false, true])
    func thePixelsAreTheSame(_ name: String, _ color: Bool) throws {
        let bytes = try bytes(name)
        let here = try picture(bytes, color: color, by: nil)
        let there = try picture(bytes, color: color, by: BuiltProgram.executable.path)
        #expect(here.gray == there.gray)
        #expect(here.color?.red == there.color?.red && here.color?.blue == there.color?.blue)
    }

    @Test func errorsAreTheSame() throws {
        let whole = try bytes("color.heic")
        var codes: Set<DecodingError.Code> = []
        for end in stride(from: 40, to: whole.count, by: 97) {
            let file = Array(whole[..<end])
            let here = #expect(throws: DecodingError.self) { try picture(file, by: nil) }
            let there = #expect(throws: DecodingError.self) { try picture(file, by: BuiltProgram.executable.path) }
            #expect(here == there)
            if let here { codes.insert(here.code) }
        }
        #expect(!codes.isEmpty)
    }

    @Test func whatIsNoDecoderIsAnError() throws {
        let file = try bytes("gray.heic")
        for (program, code) in [
            ("no-such-program", DecodingError.Code.unsupported), ("false", .damaged), ("true", .damaged),
            ("/dev/null", .permissionDenied),
        ] {
            let error = #expect(throws: DecodingError.self) { try picture(file, by: program) }
            #expect(error?.code == code, "\(program)")
        }
    }

    @Test(
        arguments: [
            ("exit 71", DecodingError.Code.outOfMemory), ("kill -SEGV $$", .damaged), ("exit 3", .damaged),
            ("printf 'too_many_pixels\\nIt is too large.\\n'; exit 1", .tooManyPixels),
            ("printf 'NO CODE\\nAnything.\\n'; exit 1", .damaged),
            ("printf 'P5\\n2 1\\n255\\nab'", nil), ("printf 'P5\\n2 1\\n255\\na'", .damaged),
            ("printf 'P5\\n99999999 99999999\\n255\\nab'", .damaged), ("head -c 20000 /dev/zero", .damaged),
        ] as [(String, DecodingError.Code?)])
    func whateverTheProcessDoes(_ script: String, _ code: DecodingError.Code?) throws {
        try BuiltProgram.withFolder { folder in
            let program = folder.appending(path: "decoder").path
            try Self.write("#!/bin/sh\ncat > /dev/null\n\(script)\n", asProgram: program)
            let file = try bytes("gray.heic")
            do throws(DecodingError) {
                let gray = try picture(file, by: program).gray
                #expect(code == nil && gray.pixels == Array("ab".utf8))
            } catch {
                #expect(error.code == code)
            }
        }
    }

    /// Written by another process: a file that a process of another test has inherited open for writing, between its
    /// fork and its exec, can't be run ("text file busy").
    private static func write(_ text: String, asProgram path: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #"cat > "$1" && chmod 700 "$1""#, "sh", path]
        let input = Pipe()
        process.standardInput = input
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    /// A find of the fuzzer `heif`: libdav1d 1.0.0, which Debian 12 has, crashes on it.
    private static let crashing = """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA\
        AAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAALAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABL\
        aXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAIAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAA\
        AAABAAEEgYIDhAAAADRtZGF0EgAKCRgdIboIBD8IEDIdEYArAABA6UF/gGcamV0DAP9ar5+BMKR2dJvc+D4g
        """

    @Test(arguments: [["scan"], ["batch", "--quiet"], ["batch", "--quiet", "--isolation", "none"]])
    func aFileThatCrashesItsCodecCostsOnlyItself(_ command: [String]) throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "crash.avif")
            try #require(Data(base64Encoded: Self.crashing)).write(to: file)
            let good = BuiltProgram.sample("td3/096-scan-rgb.jpg")
            let run = try BuiltProgram.run(command + ["--today", "2026-11-22", file.path, good])
            let results = try run.results()
            #expect(results.map { $0["source"] as? String } == [file.path, good])
            // With another libdav1d it may be a picture, or be refused.
            let code = (results.first?["error"] as? [String: Any])?["code"] as? String
            #expect(["damaged", "worker_crashed", "unsupported", nil].contains(code))
            #expect(results.last?["status"] as? String == "verified")
            #expect([1, 66].contains(run.status))
        }
    }
}
