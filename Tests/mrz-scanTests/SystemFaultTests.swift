import Crypto
import Foundation
import Glibc
import LoopbackClient
import Testing

/// Descriptors, memory, threads, signals, clocks and settings that are not as a program likes them.
@Suite(.enabled(if: Faults.library != nil, Faults.areMissing)) struct SystemFaultTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    /// Without what differs from run to run.
    private func comparable(_ text: String) -> String { text.replacing(/"timing":\{[^}]*\}/, with: "") }

    private func reference() throws -> String {
        comparable(try BuiltProgram.run(["--today", "2026-02-28", "--format", "jsonl", Self.passport]).output)
    }

    /// Calls that are interrupted, that move one byte, and clocks that jump a day at every look change nothing.
    @Test(arguments: [
        "read:\(EINTR):0:3:scan-rgb.jpg", "read-short:short:0:200:scan-rgb.jpg", "write:\(EINTR):0:3",
        "write-short:short:0:-1", "clock:86400:0:-1",
    ])
    func whatMakesNoDifference(_ fault: String) throws {
        let run = try Faults.run(fault, arguments: ["--today", "2026-02-28", "--format", "jsonl", Self.passport])
        #expect(run.status == 0 && run.errors == "")
        #expect(comparable(run.output) == (try reference()))
    }

    /// The same in a batch with its workers and their sockets.
    @Test(arguments: ["read:\(EINTR):0:40", "write-short:short:0:-1", "clock:86400:0:-1"])
    func whatMakesNoDifferenceToABatch(_ fault: String) throws {
        let run = try Faults.run(
            fault, arguments: ["batch", "--quiet", "--today", "2026-02-28", "--format", "jsonl", Self.passport])
        #expect(run.status == 0 && run.errors == "")
        #expect(comparable(run.output) == (try reference()))
    }

    /// Settings of the user's that have nothing to do with documents.
    @Test(arguments: [
        ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "de_DE.UTF-8", "LANG": "x"],
        ["LC_ALL": "no such locale \u{1}"], ["HOME": "", "USER": "", "PATH": ""], ["TZ": "Pacific/Kiritimati"],
        ["TMPDIR": "/no/such/folder"], ["OMP_NUM_THREADS": "64"], ["TESSDATA_PREFIX": "/no/such/folder"],
    ])
    func settings(_ environment: [String: String]) throws {
        let run = try BuiltProgram.run(
            ["--today", "2026-02-28", "--format", "jsonl", Self.passport], environment: environment)
        #expect(run.status == 0 && run.errors == "")
        #expect(comparable(run.output) == (try reference()))
    }

    /// Not even an environment.
    @Test func noEnvironment() throws {
        let process = BuiltProgram.make(["--today", "2026-02-28", "--format", "jsonl", Self.passport])
        process.environment = [:]
        let said = try process.outputToEnd()
        #expect(process.terminationStatus == 0)
        #expect(comparable(said) == (try reference()))
    }

    @Test(arguments: [
        ("read:\(EIO):0:-1:scan-rgb.jpg", "io", 66), ("open:\(EMFILE):0:-1:scan-rgb.jpg", "io", 66),
        ("open:\(EACCES):0:-1:scan-rgb.jpg", "permission_denied", 66),
        ("open:\(ENOMEM):0:-1:scan-rgb.jpg", "out_of_memory", 66),
    ])
    func inputsThatCannotBeRead(_ fault: String, _ code: String, _ status: Int) throws {
        for command in ["scan", "batch"] {
            let run = try Faults.run(fault, arguments: [command, "--format", "jsonl", "--quiet", Self.passport])
            #expect(Int(run.status) == status && run.errors == "")
            let error = try #require(try run.results().first?["error"] as? [String: String])
            #expect(error["code"] == code && error["message"]?.hasSuffix(".") == true)
        }
    }

    /// Workers that cannot be started or have no socket end a batch with a sentence.
    @Test(arguments: ["socketpair:\(EMFILE):0:-1", "socketpair:\(ENFILE):0:-1"])
    func workersThatCannotBeHad(_ fault: String) throws {
        let run = try Faults.run(fault, arguments: ["batch", "--quiet", Self.passport])
        #expect(run.status == 70, "\(run.status)")
        #expect(run.errors.contains("mrz-scan: error: ") && run.errors.hasSuffix(".\n"), "\(run.errors)")
    }

    @Test func fewDescriptors() throws {
        let run = try Faults.run(ulimit: "-n 16", ["--format", "jsonl", Self.passport])
        #expect(run.status == 0 && comparable(run.output).contains("\"verified\""))
        // Too few for the workers of a batch: it says so or does with what there is.
        let batch = try Faults.run(ulimit: "-n 7", ["batch", "--quiet", "--workers", "4", Self.passport])
        #expect([0, 66, 70].contains(batch.status))
        if batch.status == 70 { #expect(batch.errors.hasSuffix(".\n")) }
    }

    /// A picture that would need more memory than there is: an error for it, and the next one is read.
    @Test func littleMemory() throws {
        try BuiltProgram.withFolder { folder in
            let huge = folder.appending(path: "huge.pgm")
            let head = Data("P5\n40000 40000\n255\n".utf8)
            try head.write(to: huge)
            #expect(truncate(huge.path, off_t(head.count) + 40000 * 40000) == 0)
            let run = try Faults.run(
                ulimit: "-v 1500000",
                [
                    "--format", "jsonl", "--jobs", "1", "--max-pixels", "2000000000", "--max-bytes", "4000000000",
                    huge.path, Self.passport,
                ])
            #expect(run.status == 66, "\(run.status) \(run.errors)")
            let results = try run.results()
            #expect((results.first?["error"] as? [String: String])?["code"] == "out_of_memory")
            #expect(results.last?["status"] as? String == "verified")
        }
    }

    /// Swift's runtime gives up where it is refused memory: that has a sentence and a status, too. `make faults` has
    /// more.
    @Test(arguments: ["once", "from then on"], [500, 3000, 20_000])
    func noMemory(_ many: String, _ place: Int) throws {
        let fault = "malloc:\(ENOMEM):\(place):\(many == "once" ? 1 : -1)"
        for command in [["scan", Self.passport], ["batch", Self.passport]] {
            let run = try Faults.run(fault, arguments: command + ["--quiet", "--format", "jsonl"])
            #expect(run.status == 70, "\(run.status)")
            // Where it was a worker that had none, the batch says that there is no worker.
            let sentences = [
                "mrz-scan: error: The system gave the program too little memory to go on.\n",
                "mrz-scan: error: The worker did not get ready.\n",
            ]
            #expect(sentences.contains { run.errors.hasSuffix($0) }, "\(run.errors)")
            #expect(run.output == "")
        }
    }

    /// A library that ends the process where it has no memory does not choose the status: libgomp's would say that the
    /// document is not verified.
    @Test func aLibraryThatEndsTheProgram() throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                "#include <stdlib.h>\nint pixGetWidth(void *picture) { (void)picture; exit(1); }\n", in: folder)
            let run = try BuiltProgram.run(
                [
                    "--engine", "tesseract", "--format", "jsonl", "--quiet",
                    BuiltProgram.sample("formats/158-scan-png-rgb.png"),
                ],
                environment: ["LD_PRELOAD": library])
            #expect(run.status == 70 && run.output == "")
            #expect(run.errors == "mrz-scan: error: A library has ended the program.\n")
        }
    }

    /// A frame that can't be encoded, or only in part, does not take the older one's place.
    @Test(arguments: ["return 1;", "*bytes = calloc(1, 9); *count = 9; return 0;"])
    func aFrameThatCannotBeEncoded(_ encoder: String) throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                """
                #include <stdlib.h>
                int pixWriteMemJpeg(unsigned char **bytes, size_t *count, void *pix, int quality, int progressive) {
                    (void)bytes, (void)count, (void)pix, (void)quality, (void)progressive;
                    \(encoder)
                }

                """, in: folder)
            let frame = folder.appending(path: "frame.jpg")
            try Data("an older frame".utf8).write(to: frame)
            let run = try BuiltProgram.run(
                ["--images", Self.passport, "--format", "jsonl", "--quiet", "--save-frame", frame.path],
                environment: ["LD_PRELOAD": library])
            #expect(run.status == 70, "\(run.status)")
            #expect(run.errors == "mrz-scan: error: \(frame.path) could not be written: Cannot allocate memory.\n")
            #expect(try Data(contentsOf: frame) == Data("an older frame".utf8))
        }
    }

    /// Any other crash ends the program by its signal, after a sentence.
    @Test func aCrash() throws {
        let process = BuiltProgram.make(["--images", Self.passport, "--hold", "1000000", "--continuous"])
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        _ = output.fileHandleForReading.availableData
        kill(process.processIdentifier, SIGSEGV)
        _ = output.fileHandleForReading.readDataToEndOfFile()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGSEGV)
        #expect(said.hasSuffix("mrz-scan: error: The program has crashed.\n"))
    }

    /// Where threads crash in the same moment the first one says why, once, and nobody ends the process before it has.
    @Test func threadsThatCrashTogether() throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                """
                #include <errno.h>
                #include <pthread.h>
                #include <signal.h>
                #include <unistd.h>
                static pthread_barrier_t together;
                static void *crash(void *nothing) {
                    pthread_barrier_wait(&together);
                    errno = ENOMEM;
                    raise(SIGSEGV);
                    return nothing;
                }
                int pixWriteMemJpeg(void *bytes, void *count, void *pix, int quality, int progressive) {
                    (void)bytes, (void)count, (void)pix, (void)quality, (void)progressive;
                    pthread_t threads[8];
                    pthread_barrier_init(&together, NULL, 8);
                    for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, crash, NULL);
                    for (;;) pause();
                }

                """, in: folder)
            for _ in 0..<10 {
                let run = try BuiltProgram.run(
                    [
                        "--images", Self.passport, "--format", "jsonl", "--quiet",
                        "--save-frame", folder.appending(path: "frame.jpg").path,
                    ], environment: ["LD_PRELOAD": library])
                #expect(run.status == 70, "\(run.status)")
                #expect(run.errors == "mrz-scan: error: The system gave the program too little memory to go on.\n")
            }
        }
    }

    /// libdispatch waits for ever for threads and memory that it is refused; a server that is to end does not.
    @Test func aServerWhoseQueuesStandStill() throws {
        try BuiltProgram.withFolder { folder in
            let library = try BuiltProgram.library(
                "void dispatch_async(void *queue, void *block) { (void)queue, (void)block; }\n", in: folder)
            let end = try ServedProgram([], environment: ["LD_PRELOAD": library]).end()
            #expect(end.status == 0 && end.errors.isEmpty)
        }
    }

    /// What libdispatch is refused for good it waits for, for ever; the program does not.
    @Test(arguments: [0, 3])
    func memoryThatLibdispatchWaitsFor(_ place: Int) throws {
        try batch("malloc:\(ENOMEM):\(place):-1:libdispatch") { run, _ in
            #expect(run.status == 70, "\(run.status)")
            #expect(
                run.errors
                    == "mrz-scan: error: The system gave the program too little memory or too few threads to go on.\n")
        }
    }

    /// Runs a batch of the passport with a fault, and has a look at its end and its store.
    private func batch(
        _ fault: String, then look: (_ run: BuiltProgram.Outcome, _ store: String) throws -> Void
    ) throws {
        try BuiltProgram.withFolder { folder in
            let store = folder.path + "/results.sqlite"
            let run = try Faults.run(
                fault, arguments: ["batch", "--quiet", "--workers", "1", "--out", store, Self.passport])
            try look(run, store)
        }
    }

    /// A picture whose decoder is refused memory is not called damaged: it may be read another time.
    @Test(arguments: [
        ("158-scan-png-rgb.png", "libpng"), ("163-scan-tiff-lzw.tif", "libtiff"), ("166-scan-webp.webp", "libwebp"),
        ("170-scan-gif.gif", "libgif"), ("174-scan-progressive.jpg", "libjpeg"),
    ])
    func aDecoderThatIsRefusedMemory(_ name: String, _ library: String) throws {
        var refused = 0
        for place in 0..<8 {
            let run = try Faults.run(
                "malloc:\(ENOMEM):\(place):1:\(library)",
                arguments: [
                    "--format", "jsonl", "--quiet", "--jobs", "1", "--today", "2026-02-28",
                    BuiltProgram.sample("formats/" + name),
                ])
            let result = try #require(try run.results().first, "\(place)")
            let code = (result["error"] as? [String: String])?["code"]
            #expect(code == nil ? result["warnings"] as? [String] != ["damaged"] : code == "out_of_memory", "\(place)")
            refused += code == nil ? 0 : 1
        }
        #expect(refused > 0)
    }

    /// A thread that cannot be had when the command has begun, from any of them on: what would run on it does not run
    /// in the place of what waits for it.
    @Test(arguments: 0..<6)
    func threadsThatAreGone(_ place: Int) throws {
        let run = try Faults.run(
            "thread:\(EAGAIN):\(place):-1",
            arguments: ["--images", Self.passport, "--format", "jsonl", "--today", "2026-02-28"])
        #expect([69, 70].contains(run.status), "\(run.status)")
        #expect(run.errors.contains("too few threads"), "\(run.errors)")
    }

    @Test(arguments: 0..<7)
    func threadsThatAreGoneInABatch(_ place: Int) throws {
        try batch("thread:\(EAGAIN):\(place):-1") { run, _ in
            #expect(run.status == 70 && run.errors.hasSuffix(".\n"), "\(run.status) \(run.errors)")
        }
    }

    /// A worker whose answer cannot be sent ends, and is not waited for.
    @Test func aWorkerThatCannotAnswer() throws {
        // With a store nothing but the socket is written to: the worker's third write is its first answer.
        try batch("write:\(EIO):2:1") { run, store in
            #expect(run.status == 66 && run.errors == "", "\(run.status) \(run.errors)")
            let result = try #require(try BuiltProgram.run(["export", store]).results().first)
            #expect((result["error"] as? [String: String])?["code"] == "worker_crashed")
        }
    }

    /// Messages that cannot be read are no end of the messages.
    @Test func aBridgeThatCannotReadOn() throws {
        let run = try Faults.run(
            "read:\(EIO):0:1:/in", arguments: ["bridge"], input: Data(#"{"id":"1","domain":"x","method":"y"}"#.utf8))
        #expect(run.status == 66 && run.output == "", "\(run.status)")
        #expect(run.errors == "mrz-scan: error: Standard input could not be read: Input/output error.\n")
    }

    /// Connections that cannot be accepted cost those that ask, and nobody else for good.
    @Test func aServerWithoutDescriptors() throws {
        let served = try ServedProgram([], environment: try Faults.environment(["accept:\(EMFILE):1:20"]))
        func health() throws -> Int {
            try LoopbackSocket(port: served.port).request("GET", "/healthz", port: served.port).status
        }
        #expect(try health() == 200)
        // The kernel keeps those that wait: as soon as there are descriptors they are served.
        #expect(try health() == 200)
        #expect(served.end().status == 0)
    }

    @Test func aServerWhoseClockJumps() throws {
        let served = try ServedProgram([], environment: try Faults.environment(["clock:100000:0:-1"]))
        for _ in 0..<3 {
            let reply = try LoopbackSocket(port: served.port).request(
                "POST", "/scan", port: served.port, body: Array(BuiltProgram.blank))
            #expect(reply.status == 200)
        }
        let metrics = try LoopbackSocket(port: served.port).request("GET", "/metrics", port: served.port).text
        // A day would be 86400.
        let uptime = try #require(metrics.firstMatch(of: /mrz_scan_uptime_seconds ([0-9.]+)/).flatMap { Double($0.1) })
        #expect(uptime < 3600)
        #expect(served.end().status == 0)
    }

    /// Played pictures take their time from a clock that nobody sets.
    @Test func aLiveScanWhoseClockJumps() throws {
        let run = try Faults.run(
            "clock:100000:0:-1",
            arguments: ["--images", Self.passport, "--format", "jsonl", "--today", "2026-02-28", "--timeout", "60"])
        #expect(run.status == 0 && run.errors == "" && run.output.contains("\"verified\""))
    }

    /// Whatever ends it, there is no half of a line.
    @Test(arguments: [SIGTERM, SIGINT])
    func signals(_ signal: Int32) throws {
        let process = BuiltProgram.make([
            "--images", Self.passport, "--hold", "1000000", "--continuous", "--format", "jsonl",
        ])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = output.fileHandleForReading.availableData
        kill(process.processIdentifier, signal)
        said += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: said, as: UTF8.self)
        #expect(text.hasSuffix("}\n"))
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    }

    @Test func models() throws {
        try BuiltProgram.withFolder { folder in
            let original = BuiltProgram.repository.appending(path: "models/ocrb.traineddata")
            let whole = try Data(contentsOf: original)
            let file = folder.appending(path: "model.traineddata")
            var holed = whole
            for place in stride(from: 0, to: 200, by: 4) { holed[place] ^= 0x55 }
            for (content, name) in [(Data(), "empty"), (whole.prefix(whole.count / 2), "half"), (holed, "holed")] {
                try content.write(to: file)
                let run = try BuiltProgram.run(["--model", file.path, Self.passport])
                #expect(run.status == 78 && run.output == "" && run.errors.hasSuffix(".\n"), "\(name)")
            }
            try whole.write(to: file)
            #expect(try BuiltProgram.run(["--model", file.path, Self.passport]).status == 0)
            // One bit in the weights leaves a model that can be read: only a checksum beside it tells.
            let digest = folder.appending(path: "model.traineddata.sha256")
            let right = SHA256.hash(data: whole).map { String(format: "%02x", $0) }.joined()
            try Data("\(right)  model.traineddata\n".utf8).write(to: digest)
            #expect(try BuiltProgram.run(["--model", file.path, Self.passport]).status == 0)
            var bent = whole
            bent[whole.count * 3 / 4] ^= 1
            try bent.write(to: file)
            let refused = try BuiltProgram.run(["--model", file.path, Self.passport])
            #expect(refused.status == 78 && refused.output == "" && refused.errors.contains(".sha256 says."))
            try FileManager.default.removeItem(at: digest)
            try whole.write(to: file)
            // A folder opens as a file does, and cannot be read.
            #expect(try BuiltProgram.run(["--model", folder.path, Self.passport]).status == 78)
        }
    }
}
