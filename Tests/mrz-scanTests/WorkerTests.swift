import Foundation
import Testing

/// Pictures that do what hostile ones do. They are PGM files with a word in their comment, and a library put before the
/// real decoder does what the word says: how real decoders are overcome is not for a test to know.
@Suite struct WorkerTests {
    private static let faults =
        HostilePicture.obey + #"""
            #include <fcntl.h>
            #include <stdio.h>
            #include <sys/mman.h>
            #include <sys/socket.h>
            #include <sys/wait.h>

            static int reaches_out(void) {
                char path[64] = "/tmp/mrz-scan-reached-XXXXXX";
                void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                if (environ && *environ) return 1;
                return open("/etc/passwd", O_RDONLY) >= 0 || mkstemp(path) >= 0 || socket(AF_INET, SOCK_STREAM, 0) >= 0
                    || fork() >= 0 || kill(getppid(), 0) == 0 || code != MAP_FAILED || unlink("/tmp/none") == 0
                    || execl("/bin/true", "true", (char *)NULL) >= 0;
            }

            // Answers in place of the worker: of so many pages with the one that is named, and blanks behind it.
            static void answer(int pages, const char *page, const char *more, int blanks) {
                char text[512];
                int size = snprintf(
                    text, sizeof text,
                    "{\"pages\":%d,\"results\":[{\"source\":\"\",\"index\":0,\"page\":%s,\"status\":\"not_found\"%s}]}",
                    pages, page, more);
                char *message = malloc(8 + size + blanks);
                unsigned long length = size + blanks;
                if (message == NULL) abort();
                memcpy(message, &length, 8);
                memcpy(message + 8, text, size);
                memset(message + 8 + size, ' ', blanks);
                if (write(0, message, 8 + length) != (ssize_t)(8 + length)) abort();
                free(message);
            }

            static void lie(const unsigned char *data, size_t size) {
                if (memmem(data, size, "TRUTH", 5)) answer(1, "1", "", 0);
                else if (memmem(data, size, "CLERK", 5)) answer(1, "1", ",\"correction\":{\"by\":\"Ada\"}", 0);
                else if (memmem(data, size, "BEFORE", 6)) answer(1, "-9223372036854775808", "", 0);
                else if (memmem(data, size, "BEYOND", 6)) answer(1, "2", "", 0);
                else if (memmem(data, size, "GROW", 4))
                    for (int pages = 2; pages < 5; pages++) answer(pages, "1", "", 0);
                else if (memmem(data, size, "FLOOD", 5))
                    for (int number = 0; number < 9; number++) answer(9, "1", "", 4000000);
                else return;
                _exit(0);
            }

            void *pixReadMemPnm(const unsigned char *data, size_t size) {
                obey(data, size);
                lie(data, size);
                if (memmem(data, size, "REACH", 5) && reaches_out()) abort();
                void *(*real)(const unsigned char *, size_t) = dlsym(RTLD_NEXT, "pixReadMemPnm");
                return real(data, size);
            }
            """#

    /// Runs the program over one picture for each word, the library before the decoder.
    private func run(_ words: [String], _ arguments: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(Self.faults, in: folder)
            var inputs: [String] = []
            for (number, word) in words.enumerated() {
                let file = folder.appending(path: "\(number).pgm")
                try HostilePicture.named("\(word) \(number)").write(to: file)
                inputs.append(file.path)
            }
            return try BuiltProgram.run(arguments + inputs, environment: ["LD_PRELOAD": library])
        }
    }

    private func codes(_ run: BuiltProgram.Outcome) throws -> [String] {
        try run.results().map { ($0["error"] as? [String: Any])?["code"] as? String ?? $0["status"] as? String ?? "" }
    }

    @Test func oneBadPictureNeverHurtsTheRest() throws {
        let run = try run(
            ["FINE", "CRASH", "FINE", "SPIN", "EXIT", "FINE", "EAT", "CRASH", "FINE", "SLEEP", "PRINT"],
            ["batch", "--quiet", "--workers", "2", "--page-seconds", "1", "--worker-memory", "512"])
        #expect(
            try codes(run) == [
                "not_found", "worker_crashed", "not_found", "worker_timed_out", "worker_crashed", "not_found",
                "worker_out_of_memory", "worker_crashed", "not_found", "worker_timed_out", "not_found",
            ])
        #expect(run.status == 66 && run.errors == "" && !run.output.contains("noise"))
    }

    /// A picture that has taken a worker over says what no worker says: nothing of that is a result.
    @Test(
        arguments: [
            ("TRUTH", ["not_found"]), ("CLERK", ["worker_crashed"]), ("BEFORE", ["worker_crashed"]),
            ("BEYOND", ["worker_crashed"]), ("GROW", ["not_found", "worker_crashed"]),
            ("FLOOD", [String](repeating: "not_found", count: 8) + ["worker_crashed"]),
        ] as [(String, [String])])
    func aWorkerThatLies(_ word: String, _ expected: [String]) throws {
        #expect(try codes(try run([word, "FINE"], ["batch", "--quiet"])) == expected + ["not_found"])
    }

    @Test(.enabled(if: Confinement.isRequired, "TEST_SANDBOX=required is not set"))
    func theKernelHasWhatConfinesAWorker() { #expect(Confinement.shortcoming == nil) }

    /// Neither files nor sockets, processes, signals or new code: the filter of system calls alone sees to all of it.
    /// Nor the environment, which a service may have secrets in.
    @Test(
        .enabled(if: Confinement.isFiltering, Confinement.isNot))
    func aPictureReachesNothing() throws {
        #expect(try codes(try run(["FINE", "REACH"], ["batch"])) == ["not_found", "not_found"])
    }

    /// A worker that is refused memory knows of no limit of its own: the result names it.
    @Test func aPictureThatWantsMoreThanAWorkerHas() throws {
        try BuiltProgram.withFolder { folder in
            let side = 14_000
            let file = folder.appending(path: "large.pbm")
            try (Data("P4 \(side) \(side)\n".utf8) + Data(count: side / 8 * side)).write(to: file)
            let run = try BuiltProgram.run(["batch", "--quiet", "--worker-memory", "512", file.path])
            #expect(try codes(run) == ["worker_out_of_memory"] && run.output.contains("--worker-memory"))
        }
    }

    @Test func withoutWorkersThePictureIsTheProgram() throws {
        let run = try run(["PRINT"], ["batch", "--quiet", "--isolation", "none"])
        #expect(try codes(run) == ["not_found"])
        #expect(run.errors == "noise")
    }
}
