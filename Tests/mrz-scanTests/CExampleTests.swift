import Foundation
import Testing

/// The example in C, compiled as a stranger would, reads what the program reads.
@Suite struct CExampleTests {
    private static let headers = BuiltProgram.repository.appending(path: "Sources/C/CMRZScan").path
    private static let library = BuiltProgram.executable.deletingLastPathComponent().appending(path: "libmrzscan.so")

    /// A library that is built with a sanitizer needs a program that brings its runtime.
    private static let sanitizer =
        ProcessInfo.processInfo.environment["TEST_SANITIZER"].map { ["-fsanitize=" + $0] } ?? []

    @Test func theExampleReadsWhatTheProgramReads() throws {
        let samples = [
            "td3/001-rotation-1.jpg", "td1/002-perspective-1.jpg", "formats/159-scan-png-palette.png", "nothing.jpg",
        ].map(BuiltProgram.sample)
        try BuiltProgram.withFolder { folder in
            let example = folder.appending(path: "read")
            let built = Self.library.deletingLastPathComponent().path
            try Self.run(
                "clang",
                [
                    "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", Self.headers,
                    BuiltProgram.repository.appending(path: "Examples/CExample/read.c").path, "-o", example.path,
                    "-L", built, "-lmrzscan", "-Wl,-rpath,\(built)",
                ] + Self.sanitizer)
            let output = try Self.run(example.path, samples)
            let program = try BuiltProgram.run(["--format", "jsonl"] + samples).output
            #expect(output.replacing(untimed, with: "") == program.replacing(untimed, with: ""))
            #expect(output.contains(#""status":"verified""#) && output.contains(#""code":"not_found""#))
        }
    }

    /// C++ takes the header and its initialisers, and structures are laid out as the first version of the library had
    /// them.
    @Test func theLayoutOfStructuresStays() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "layout.cc")
            try """
            #include <mrzscan.h>
            static_assert(sizeof(mrzscan_options) == 64 && offsetof(mrzscan_options, access_keys) == 56);
            static_assert(sizeof(mrzscan_pixels) == 48 && offsetof(mrzscan_pixels, layout) == 40);
            static_assert(sizeof(mrzscan_live_status) == 120 && offsetof(mrzscan_live_status, results) == 112);
            mrzscan_options options = MRZSCAN_OPTIONS;
            mrzscan_live_status status = MRZSCAN_LIVE_STATUS;
            """.write(to: file, atomically: true, encoding: .utf8)
            let checks = [
                "-x", "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", Self.headers,
            ]
            try Self.run("clang", checks + [file.path])
        }
    }

    /// What the header declares is what the packages list as the library's symbols.
    @Test func everySymbolIsListedForThePackages() throws {
        let header = try String(contentsOfFile: Self.headers + "/mrzscan.h", encoding: .utf8)
        let declared = Set(header.matches(of: #/\b(mrzscan_[a-z_]+)\(\s*[a-z]/#).map { String($0.1) })
        let symbols = try String(
            contentsOf: BuiltProgram.repository.appending(path: "packaging/debian/libmrzscan0.symbols"), encoding: .utf8
        )
        let listed = Set(symbols.matches(of: #/ (mrzscan_[a-z_]+)@/#).map { String($0.1) })
        #expect(declared == listed && listed.count > 30)
    }

    /// What a program writes, which has to end well. The toolchain of Swift brings clang.
    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self)
    }
}

/// The times of results, which differ from run to run.
nonisolated(unsafe) private let untimed = #/"timing":\{[^}]*\}/#
