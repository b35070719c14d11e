import Foundation
import Glibc
import LoopbackClient
import Testing

/// A system that gives the program less than it needs, or none of its files.
@Suite(.enabled(if: Faults.library != nil, Faults.areMissing)) struct OwnProcessTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    /// Where no thread can be made nothing may wait for one: each command says so and ends.
    @Test(arguments: [
        ["parse"], [passport], ["batch", "--quiet", passport], ["pipe"], ["bridge"], ["serve", "--port", "0"],
        ["launch", "--page", "/tmp", "--dialect", "self"], ["--images", passport], ["report", "x"], ["formats"],
    ])
    func noThreads(_ arguments: [String]) throws {
        let run = try Faults.run("thread:\(EAGAIN):0:-1", arguments: arguments)
        #expect(run.status == 70 && run.output == "", "\(arguments)")
        #expect(run.errors.contains("The system gives this program too few threads: Resource temporarily unavailable."))
    }

    /// Some threads, but fewer than the command needs.
    @Test(arguments: [["batch", "--quiet", passport], ["bridge"], ["serve", "--port", "0"]])
    func tooFewThreads(_ arguments: [String]) throws {
        let run = try Faults.run("thread:\(EAGAIN):2:-1", arguments: arguments)
        #expect(run.status == 70 && run.output == "" && run.errors.contains("too few threads"), "\(arguments)")
    }

    /// Little more of addresses than its libraries need, half of what a scan does, and a stack that is too small.
    @Test func littleRoom() throws {
        let memory = try Faults.run(ulimit: "-v 131072", ["parse", "/dev/null"])
        #expect([65, 70].contains(memory.status))
        let scan = try Faults.run(ulimit: "-v 131072", ["--jobs", "4", Self.passport])
        #expect(scan.status == 70 && scan.errors.contains("(ulimit -v)"), "\(scan.errors)")
        let stack = try Faults.run(ulimit: "-s 64", [Self.passport])
        #expect(stack.status == 70 && stack.output == "")
        #expect(stack.errors.contains("The stack may have no more than 64 KiB (ulimit -s)"))
    }

    /// A limit that may be raised is raised; a small stack that is enough is enough.
    @Test(arguments: ["-S -s 64", "-s 1024"])
    func aSmallStack(_ limit: String) throws {
        let run = try Faults.run(ulimit: limit, ["--quiet", Self.passport])
        #expect(run.status == 0 && run.output.contains("\"status\":\"verified\""), "\(run.errors)")
    }

    private static let mayUnmount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["unshare", "--mount", "umount", "-l", "/proc"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Arguments, workers and other programs of its own are there without /proc.
    @Test(.enabled(if: mayUnmount, "nobody but root may hide /proc"), arguments: [[], ["batch", "--quiet"]])
    func noProc(_ command: [String]) throws {
        let folder = BuiltProgram.sample("formats")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let pictures = names.filter { $0.hasSuffix(".heic") || $0.hasSuffix(".pdf") || $0.hasSuffix(".zip") }.sorted()
        let inputs = [Self.passport] + pictures.map { "\(folder)/\($0)" }
        let expected = try BuiltProgram.run(command + ["--format", "jsonl"] + inputs)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["unshare", "--mount", "sh", "-c", "umount -l /proc && exec \"$@\"", "sh", BuiltProgram.executable.path]
            + command + ["--format", "jsonl"] + inputs
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == expected.status)
        #expect(try BatchCommandTests.comparable(said) == BatchCommandTests.comparable(expected.output))
        #expect(said.contains("\"status\":\"verified\""))
    }
}
