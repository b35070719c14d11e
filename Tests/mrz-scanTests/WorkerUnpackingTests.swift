import Foundation
import Testing

/// Archives are taken apart in a confined process. As in `WorkerTests`, a library put before the real one does what a
/// word in the archive says.
@Suite struct WorkerUnpackingTests {
    private static let faults =
        HostilePicture.obey + #"""
            #include <fcntl.h>
            #include <sys/socket.h>
            #include <sys/types.h>

            static int reaches_out(void) {
                return open("/etc/passwd", O_RDONLY) >= 0 || socket(AF_INET, SOCK_STREAM, 0) >= 0 || fork() >= 0
                    || kill(getppid(), 0) == 0 || unlink("/tmp/none") == 0 || execl("/bin/true", "true", (char *)NULL) >= 0;
            }

            ssize_t archive_read_data(void *archive, void *bytes, size_t size) {
                ssize_t (*real)(void *, void *, size_t) = dlsym(RTLD_NEXT, "archive_read_data");
                ssize_t count = real(archive, bytes, size);
                if (count <= 0) return count;
                obey(bytes, count);
                if (memmem(bytes, count, "REACH", 5) && reaches_out()) abort();
                if (memmem(bytes, count, "LIE", 3)) {
                    static const char lie[] = "\x1c\0\0\0\0\0\0\0{\"path\":\"/another/file.jpg\"}";
                    if (write(0, lie, sizeof lie - 1) < 0) abort();
                }
                return count;
            }
            """#

    /// A tar archive with one picture for each word; its path.
    private func archive(_ words: [String], in folder: URL, _ name: String) throws -> String {
        let content = folder.appending(path: name + ".content")
        try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
        let names = words.indices.map { "\($0).pgm" }
        for (file, word) in zip(names, words) {
            try HostilePicture.named("\(word) \(name)").write(to: content.appending(path: file))
        }
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/env")
        let path = folder.appending(path: name).path
        tar.arguments = ["tar", "-czf", path, "-C", content.path] + names
        try tar.run()
        tar.waitUntilExit()
        try #require(tar.terminationStatus == 0)
        return path
    }

    /// Runs a batch over archives; for each result its source behind the folder, and its code or status.
    private func run(
        _ archives: [[String]], _ arguments: [String] = [],
        within limits: [String] = ["--page-seconds", "1", "--worker-memory", "512"]
    ) throws -> (results: [String], run: BuiltProgram.Outcome) {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(Self.faults, in: folder)
            let paths = try archives.enumerated().map { number, words in
                try archive(words, in: folder, "\(number).tgz")
            }
            let run = try BuiltProgram.run(
                ["batch", "--workers", "1"] + limits + arguments + paths,
                environment: ["LD_PRELOAD": library])
            let results = try run.results().map { result in
                let source = try #require(result["source"] as? String).dropFirst(folder.path.count + 1)
                let code = (result["error"] as? [String: Any])?["code"] as? String
                return "\(source) \(code ?? result["status"] as? String ?? "")"
            }
            return (results, run)
        }
    }

    @Test func oneBadArchiveNeverHurtsTheRest() throws {
        let (results, run) = try run(
            [["FINE", "CRASH", "FINE"], ["SPIN"], ["EXIT"], ["EAT"], ["SLEEP"], ["FINE", "PRINT"]], ["--quiet"])
        #expect(
            results == [
                "0.tgz!/0.pgm not_found", "0.tgz worker_crashed", "1.tgz worker_timed_out", "2.tgz worker_crashed",
                "3.tgz worker_out_of_memory", "4.tgz worker_timed_out", "5.tgz!/0.pgm not_found",
                "5.tgz!/1.pgm not_found",
            ])
        #expect(run.status == 66 && run.errors == "" && !run.output.contains("noise"))
    }

    /// Neither files nor sockets, processes or signals, where the kernel has what that takes.
    @Test(.enabled(if: Confinement.isFiltering, Confinement.isNot))
    func anArchiveReachesNothing() throws {
        let (results, _) = try run([["FINE", "REACH"]])
        #expect(results == ["0.tgz!/0.pgm not_found", "0.tgz!/1.pgm not_found"])
    }

    @Test func anArchiveSpeaksOfItselfOnly() throws {
        let (results, run) = try run([["FINE", "LIE"], ["FINE"]], ["--quiet"])
        #expect(results == ["0.tgz!/0.pgm not_found", "0.tgz worker_crashed", "1.tgz!/0.pgm not_found"])
        #expect(!run.output.contains("another"))
    }

    @Test func withoutWorkersTheArchiveIsInTheProgram() throws {
        let (results, run) = try run([["PRINT"]], ["--quiet", "--isolation", "none"], within: [])
        #expect(results == ["0.tgz!/0.pgm not_found"])
        #expect(run.errors == "noise")
    }

    /// Every kind of archive, and every kind of trouble with one, is told of as it is without workers.
    @Test func itIsAllTheSameWithoutWorkers() throws {
        let fixtures = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures")
        let archives = [
            "pictures.zip", "stored.zip", "pictures.tar", "pictures.tar.gz", "pictures.tar.bz2", "pictures.tar.xz",
            "pictures.tar.zst", "nested.tar", "deep.zip", "locked.zip", "bomb.zip", "bomb.tar.gz", "many.zip",
            "links.tar", "latin1.tar", "text.txt.gz", "nested.tar!/in/inner.zip!/gray.jpg", "nested.tar!/none.jpg",
        ].map { fixtures.appending(path: $0).path }
        let runs = try ["process", "none"].map { isolation in
            try BatchCommandTests.comparable(
                try BuiltProgram.run(["batch", "--quiet", "--isolation", isolation] + archives).output)
        }
        #expect(runs[0].count > archives.count)
        #expect(runs[0] == runs[1])
    }

    /// libarchive is opened with the first archive: where it is not installed, pictures are read all the same.
    @Test(arguments: ["process", "none"])
    func aSystemWithoutTheLibrary(_ isolation: String) throws {
        let archive = "Tests/ImageDecodingTests/Fixtures/pictures.zip"
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <string.h>
                void *dlopen(const char *name, int flags) {
                    if (name && strstr(name, "libarchive")) return NULL;
                    void *(*real)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
                    return real(name, flags);
                }
                """, in: folder)
            let run = try BuiltProgram.run(
                [
                    "batch", "--quiet", "--isolation", isolation, BuiltProgram.repository.appending(path: archive).path,
                    BuiltProgram.sample("td3/096-scan-rgb.jpg"),
                ], environment: ["LD_PRELOAD": library])
            let results = try run.results()
            #expect(results.map { $0["status"] as? String } == ["error", "verified"])
            let error = try #require(results.first?["error"] as? [String: Any])
            #expect(error["code"] as? String == "unsupported")
            #expect((error["message"] as? String)?.contains("libarchive13") == true)
            #expect(run.status == 66)
        }
    }
}
