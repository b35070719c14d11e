import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Nothing but results reaches standard output.
@Suite struct StandardOutputTests {
    /// A library that prints when the program opens Tesseract is put before the system's.
    @Test func whatLibrariesPrintGoesElsewhere() throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <stdio.h>
                #include <string.h>
                void *dlopen(const char *name, int flags) {
                    if (name && strstr(name, "libtesseract")) {
                        printf("a library speaks\\n");
                        fflush(stdout);
                    }
                    void *(*real)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
                    return real(name, flags);
                }
                """, in: folder)
            let run = try BuiltProgram.run(
                ["--jobs", "1", BuiltProgram.sample("td3/069-moire-4.jpg")], environment: ["LD_PRELOAD": library])
            #expect(run.status == 0)
            // Tesseract, the tie-breaker of what the first look did not settle.
            #expect(run.errors == "a library speaks\n")
            #expect(try run.results().count == 1)
            #expect(run.output.hasPrefix("{") && run.output.hasSuffix("}\n"))
        }
    }

    /// On a terminal results are for people, in colours unless they are not wanted; elsewhere they are JSON.
    @Test(
        arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)] as [([String: String], Bool)])
    func onATerminal(_ environment: [String: String], _ isColored: Bool) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not import.
        #expect(ioctl(master, 0x4004_5431, &unlocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        #expect(slave >= 0)
        let process = BuiltProgram.make(
            ["parse", "--today", "2026-02-28", "-"],
            environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle(fileDescriptor: slave)
        try process.run()
        input.fileHandleForWriting.write(Data(ParseCommandTests.passport.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let text = String(decoding: FileHandle(fileDescriptor: master).availableData, as: UTF8.self)
        close(slave)
        close(master)
        #expect(text.hasPrefix(isColored ? "\u{1B}[1;32mVERIFIED" : "VERIFIED"))
        #expect(text.contains("\u{1B}[") == isColored)
    }

    @Test func namesAndNumbersStayOffStandardError() throws {
        let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
        let lines = try #require(label["lines"] as? [String])
        let secrets =
            lines.flatMap { $0.split(separator: "<") }.map(String.init).filter { $0.count >= 4 }
            + ["ERIKSSON", "L898902C3", "740812"]
        let runs = [
            try BuiltProgram.run([BuiltProgram.sample("td3/096-scan-rgb.jpg"), "/no/such/file"]),
            try BuiltProgram.run(["parse"], input: Data((ParseCommandTests.passport.dropLast() + "4").utf8)),
            try BuiltProgram.run(["--model", "/no/such/model", BuiltProgram.sample("td3/096-scan-rgb.jpg")]),
        ]
        for run in runs { for secret in secrets { #expect(!run.errors.contains(secret)) } }
    }
}
