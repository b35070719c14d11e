import Foundation
import Glibc
import ResultStore
import Testing

/// Disks that are full, broken or may not be written: a sentence, the documented exit status, and nothing half-written.
@Suite(.enabled(if: Faults.library != nil, Faults.areMissing)) struct OutputFaultTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    /// Each error number with what the message says of it.
    private static let failures = [(ENOSPC, "No space left"), (EIO, "Input/output error"), (EROFS, "Read-only")]

    @Test(arguments: [["scan"], ["batch"]])
    func fullStandardOutput(_ command: [String]) throws {
        let process = BuiltProgram.make(command + [Self.passport])
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 70)
        #expect(said.contains("The results could not be written: No space left on device."))
    }

    @Test(arguments: failures)
    func aFileOfResults(_ number: Int32, _ reason: String) throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.path + "/results.jsonl"
            let run = try Faults.run(
                number == EROFS ? "create:\(number):0:-1:results.jsonl" : "write:\(number):1:-1:results.jsonl",
                arguments: [
                    "batch", "--quiet", "--out", file, Self.passport, BuiltProgram.sample("td1/101-scan-rgb.jpg"),
                ])
            #expect(run.status == 70 && run.errors.contains(reason) && run.output == "")
            guard number != EROFS else {
                #expect(!FileManager.default.fileExists(atPath: file))
                return
            }
            // The first result, whole.
            let kept = try String(contentsOfFile: file, encoding: .utf8)
            #expect(kept.hasPrefix("{") && kept.hasSuffix("}\n") && kept.count(where: { $0 == "\n" }) == 1)
        }
    }

    /// Results that the disk has not taken are not there, whatever was said before.
    @Test func aFileOfResultsThatIsNotOnTheDisk() throws {
        try BuiltProgram.withFolder { folder in
            let run = try Faults.run(
                "fsync:\(EIO):0:-1:results.jsonl",
                arguments: ["batch", "--quiet", "--out", folder.path + "/results.jsonl", Self.passport])
            #expect(run.status == 70 && run.errors.contains("Input/output error"), "\(run.errors)")
        }
    }

    /// An export or a report that could not be written whole is gone, so that it can be asked for again.
    @Test(arguments: ["export", "report"])
    func aFileOfAStore(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let (store, file) = (folder.path + "/store.sqlite", folder.path + "/out")
            let batch = [Self.passport, BuiltProgram.sample("td1/101-scan-rgb.jpg")]
            #expect(try BuiltProgram.run(["batch", "--quiet", "--out", store] + batch).errors == "")
            let arguments = [command, store, "--out", file]
            let run = try Faults.run(
                "write:\(ENOSPC):\(command == "export" ? 1 : 0):-1:out", arguments: arguments)
            #expect(run.status == 70 && run.errors.contains("No space left") && run.output == "")
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try BuiltProgram.run(arguments).status == 0)
            let whole = try String(contentsOfFile: file, encoding: .utf8)
            #expect(try BuiltProgram.run([command, store]).output == whole)
            // What is there is not written over, and stays.
            #expect(try BuiltProgram.run(arguments).status == 64)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == whole)
        }
    }

    /// A disk that fails at the end, a file system on which a file has one name, and a file that somebody else makes
    /// meanwhile.
    @Test(arguments: [
        ("fsync:\(EIO):0:-1:out", 70, "Input/output error"), ("link:\(EPERM):0:-1:out", 0, ""),
        ("link:\(EEXIST):0:-1:out", 64, "There is something at"),
    ])
    func theEndOfAFile(_ fault: String, _ status: Int32, _ said: String) throws {
        try BuiltProgram.withFolder { folder in
            let (store, file) = (folder.path + "/store.sqlite", folder.path + "/out")
            #expect(try BuiltProgram.run(["batch", "--quiet", "--out", store, Self.passport]).status == 0)
            let run = try Faults.run(fault, arguments: ["export", store, "--out", file])
            #expect(run.status == status && (said.isEmpty ? run.errors == "" : run.errors.contains(said)))
            let made = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("out") }
            #expect(made == (status == 0 ? ["out"] : []))
        }
    }

    /// What somebody ends while it is written is gone, so that it can be asked for again.
    @Test(arguments: ["export", "report"])
    func aFileThatIsInterrupted(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/store.sqlite"
            #expect(try BuiltProgram.run(["batch", "--quiet", "--out", store, Self.passport]).status == 0)
            // The first write to the file is the moment of the signal, and never comes to its end.
            let library = try BuiltProgram.library(
                """
                #define _GNU_SOURCE
                #include <signal.h>
                #include <stdio.h>
                #include <string.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                ssize_t write(int descriptor, const void *bytes, size_t count) {
                    char link[32], path[4096];
                    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
                    ssize_t length = readlink(link, path, sizeof path - 1);
                    path[length < 0 ? 0 : length] = 0;
                    if (strstr(path, "/kept")) {
                        kill(getpid(), SIGTERM);
                        for (;;) pause();
                    }
                    return syscall(SYS_write, descriptor, bytes, count);
                }

                """, in: folder)
            let arguments = [command, store, "--out", folder.path + "/kept"]
            func kept() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("kept") }
            }
            let run = try BuiltProgram.run(arguments, environment: ["LD_PRELOAD": library])
            #expect(run.status == 130 && run.output == "" && run.errors == "")
            #expect(try kept() == [])
            #expect(try BuiltProgram.run(arguments).status == 0)
            #expect(try kept() == ["kept"])
        }
    }

    /// A limit for the size of files lets a part of a line through: it is taken back.
    @Test func noHalfALine() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.path + "/results.csv"
            // 512 bytes: the head of the table, and half a row.
            let run = try Faults.run(ulimit: "-f 1", ["batch", "--quiet", "--out", file, Self.passport])
            #expect(run.status == 70 && run.errors.contains("File too large"))
            let kept = try String(contentsOfFile: file, encoding: .utf8)
            #expect(kept.isEmpty || kept.hasSuffix("\n"))
        }
    }

    /// What is replaced is whole or as it was, and drafts are gone.
    @Test(arguments: [
        "create:\(ENOSPC):0:-1:run.json", "write:\(ENOSPC):0:-1:run.json", "fsync:\(EIO):0:-1:run.json",
        "rename:\(EIO):0:-1:run.json",
    ])
    func aFileThatIsReplaced(_ fault: String) throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "run.json")
            try Data("before".utf8).write(to: file)
            let samples = BuiltProgram.repository.appending(path: "Samples").path
            let run = try Faults.run(
                fault, arguments: [samples, "--limit", "1", "--jobs", "1", "--json", file.path],
                program: BuiltProgram.bench)
            #expect(run.status == 70 && run.errors.contains("could not be written"))
            #expect(try String(contentsOf: file, encoding: .utf8) == "before")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.json"])
        }
    }

    /// A file that may be written in a folder that may not is written where it lies, and is on the disk as well.
    @Test func aFileInAFolderThatMayNotBeWritten() throws {
        try BuiltProgram.withFolder { folder in
            let file = folder.appending(path: "run.json")
            let samples = BuiltProgram.repository.appending(path: "Samples").path
            let arguments = [samples, "--limit", "1", "--jobs", "1", "--json", file.path]
            let refusal = "create:\(EACCES):0:-1:run.json.part"
            try Data("before".utf8).write(to: file)
            let lost = try Faults.run(
                refusal, "fsync:\(EIO):0:-1:run.json", arguments: arguments, program: BuiltProgram.bench)
            #expect(lost.status == 70 && lost.errors.contains("could not be written"), "\(lost.errors)")
            try Data("before".utf8).write(to: file)
            let run = try Faults.run(refusal, arguments: arguments, program: BuiltProgram.bench)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("{"))
        }
    }

    /// What is said to a person is whole, however little of it the system takes at a time.
    @Test(arguments: ["write:\(EINTR):0:3", "write-short:short:0:-1"]) func notes(_ fault: String) throws {
        let command = ["export", "/no/such/store"]
        let plain = try BuiltProgram.run(command)
        #expect(try Faults.run(fault, arguments: command).errors == plain.errors && !plain.errors.isEmpty)
    }

    /// Another process has the store, or the file system knows no locks: that is not the same.
    @Test func aStoreThatCannotBeLocked() throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                """
                #include <errno.h>
                #include <stdlib.h>
                int flock(int descriptor, int operation) {
                    static int calls;
                    (void)descriptor, (void)operation;
                    const char *number = getenv("FLOCK");
                    if (!number || (atoi(number) == EINTR && calls++ > 0)) return 0;
                    errno = atoi(number);
                    return -1;
                }

                """, in: folder)
            let store = folder.path + "/results.sqlite"
            func run(_ number: Int32, _ arguments: [String]) throws -> BuiltProgram.Outcome {
                try BuiltProgram.run(
                    ["batch", "--quiet", "--today", "2026-02-28", "--out", store, Self.passport] + arguments,
                    environment: ["LD_PRELOAD": library, "FLOCK": "\(number)"])
            }
            let refused = try run(ENOLCK, [])
            #expect(
                refused.status == 70 && refused.errors.contains("could not be locked: No locks"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: store))
            #expect(try run(EINTR, []).status == 0)
            let again = try run(ENOLCK, ["--resume"])
            #expect(again.status == 70 && again.errors.contains("could not be locked"), "\(again.errors)")
            let taken = try run(EWOULDBLOCK, ["--resume"])
            #expect(taken.status != 0 && taken.errors.contains("Another mrz-scan"), "\(taken.errors)")
        }
    }

    @Test func aFrameThatCannotBeSaved() throws {
        try BuiltProgram.withFolder { folder in
            let frame = folder.path + "/frame.jpg"
            let command = ["--images", Self.passport, "--save-frame", frame]
            let run = try Faults.run("write:\(ENOSPC):0:-1:frame.jpg", arguments: command)
            #expect(run.status == 70 && run.errors.contains("No space left"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            #expect(try BuiltProgram.run(command).status == 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: frame)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test(arguments: ["pwrite:\(EIO):30:-1:.sqlite", "fsync:\(EIO):4:-1:.sqlite", "pwrite:\(ENOSPC):30:-1:.sqlite"])
    func aStoreThatBreaks(_ fault: String) throws {
        try BuiltProgram.withFolder { folder in
            let (pictures, store) = (folder.appending(path: "in"), folder.path + "/results.sqlite")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            for number in 0..<100 {
                var picture = BuiltProgram.blank
                picture[picture.count - 1] = UInt8(number)
                try picture.write(to: pictures.appending(path: "\(number).pgm"))
            }
            let command = ["batch", "--quiet", "--out", store, pictures.path]
            let run = try Faults.run(fault, arguments: command)
            #expect(run.status == 70 && run.errors.contains("store could not be"), "\(run.errors)")
            // What it said to have kept is there, and the rest comes with the next run.
            let again = try BuiltProgram.run(command + ["--resume"])
            #expect(again.status == 1, "\(again.errors)")
            #expect(try BuiltProgram.run(["export", store]).results().count == 100)
        }
    }

    /// A store of another user, or on a read-only disk: SQLite can put nothing beside it. It is read as it lies there,
    /// but not where a log has more than is in it.
    @Test(arguments: [EACCES, EROFS])
    func aStoreWhereNothingCanBeMade(_ number: Int32) throws {
        try BuiltProgram.withFolder { folder in
            // A name that an address has otherwise.
            let store = folder.path + "/100% #1?.sqlite"
            let batch = try BuiltProgram.run([
                "batch", "--quiet", "--today", "2026-02-28", "--out", store, Self.passport,
            ])
            #expect(batch.status == 0)
            let fault = "create:\(number):0:-1:.sqlite-"
            for command in [["export", store], ["report", store], ["batch", "--check", store]] {
                let before = try Faults.run(fault, arguments: command)
                // Who may leave an empty log behind.
                let plain = try BuiltProgram.run(command)
                let after = try Faults.run(fault, arguments: command)
                for run in [before, after] {
                    #expect(run.status == plain.status && run.output == plain.output, "\(run.errors)")
                    #expect(run.errors == plain.errors)
                }
            }
            for ending in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: store + ending) {
                try FileManager.default.removeItem(atPath: store + ending)
            }
            try Data("more".utf8).write(to: URL(filePath: store + "-wal"))
            let run = try Faults.run(fault, arguments: ["export", store])
            #expect(run.status == 66 && run.output == "")
            #expect(run.errors.contains("only its owner"), "\(run.errors)")
        }
    }

    /// Another user's reading leaves nothing beside a store, which its owner could not write to any more.
    @Test(.enabled(if: geteuid() == 0, "only root becomes another user"), arguments: ["export", "report"])
    func aStoreThatAnotherUserReads(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            #expect(try BuiltProgram.run(["batch", "--quiet", "--out", store, Self.passport]).status == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.path)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
            let run = try BuiltProgram.run(
                ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.executable.path, command, store],
                program: URL(filePath: "/usr/bin/setpriv"))
            #expect(run.status == 0 && !run.output.isEmpty, "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["results.sqlite"])
        }
    }

    /// A folder that could not be opened, and can be now: nothing of that stays in the store.
    @Test func aFolderThatCouldNotBeOpened() throws {
        try BuiltProgram.withFolder { folder in
            let (pictures, store) = (folder.appending(path: "in"), folder.path + "/results.sqlite")
            try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: Self.passport, toPath: pictures.appending(path: "passport.jpg").path)
            let command = ["batch", "--quiet", "--out", store, pictures.path]
            #expect(try Faults.run("open:\(EMFILE):0:-1:/in", arguments: command).status == 66)
            #expect(try BuiltProgram.run(command + ["--resume"]).status == 0)
            #expect(try BuiltProgram.run(["export", store]).results().count == 1)
        }
    }

    @Test func aStoreThatMayNotBeMade() throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let run = try Faults.run(
                "create:\(EROFS):0:-1:.sqlite", "open:\(EROFS):0:-1:.sqlite",
                arguments: ["batch", "--quiet", "--out", store, Self.passport])
            #expect(
                [66, 70].contains(run.status) && run.errors.contains("could not be made: Read-only file system"),
                "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func stripsWithoutAFolder() throws {
        try BuiltProgram.withFolder { folder in
            let run = try Faults.run(
                "mkdir:\(EROFS):0:-1:strips",
                arguments: ["strips", Self.passport, "--out", folder.path + "/strips"], program: BuiltProgram.bench)
            #expect(run.status == 70 && run.errors.contains("Read-only"))
        }
    }
}
