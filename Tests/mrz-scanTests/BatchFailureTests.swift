import Foundation
import Glibc
import ResultStore
import Testing

@Suite struct BatchFailureTests {
    @Test func aHostileFolder() throws {
        try BuiltProgram.withFolder { scratch in
            // A link in it leads up, into the folder that it is in: nothing is read twice.
            let folder = scratch.appending(path: "in")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let content = try HostileFolder.fill(folder)
            #expect(content.count >= 200)
            let run = try BuiltProgram.run(["batch", "--quiet", folder.path])
            #expect(run.status == 66 && run.errors == "")
            let results = try run.results()
            var codes: [String: String] = [:]
            var verified: [String: [String]] = [:]
            for result in results {
                let source = try #require(result["source"] as? String)
                let name = String(source.dropFirst(folder.path.count + 1))
                let status = try #require(result["status"] as? String)
                codes[name] = status
                if status == "verified" { verified[name] = result["lines"] as? [String] }
                guard status == "error" else { continue }
                let error = try #require(result["error"] as? [String: String])
                codes[name] = error["code"]
                #expect(error["code"]?.isEmpty == false && error["message"]?.hasSuffix(".") == true, "\(name)")
            }
            #expect(codes.count == content.count)
            for (name, code) in content.refused { #expect(codes[name] == code, "\(name)") }
            let truth = try #require(try Labels.of(HostileFolder.passport)?["lines"] as? [String])
            for name in content.good { #expect(verified[name] == truth, "\(name)") }
            let others = codes.filter { $0.key.hasPrefix("other") || $0.key.hasPrefix("bomb") }
            #expect(others.count > 30)
            for (name, code) in others { #expect(code != "verified" && code != "not_found", "\(name)") }
        }
    }

    /// Pictures without a zone, each different.
    private func fill(_ folder: URL, _ count: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            var picture = BuiltProgram.blank
            picture[picture.count - 1] = UInt8(number % 256)
            picture[picture.count - 2] = UInt8(number / 256)
            try picture.write(to: folder.appending(path: "\(number).pgm"))
        }
    }

    private func exported(_ store: String) throws -> [String] {
        try BatchCommandTests.comparable(try BuiltProgram.run(["export", store]).output)
    }

    /// Killed at some moments and resumed: as if nothing had happened. `Tests/scripts/kill_and_resume.py` does the same
    /// with more pictures and at random moments.
    @Test func killedAndResumed() throws {
        try BuiltProgram.withFolder { folder in
            let pictures = folder.appending(path: "in")
            try fill(pictures, 60)
            let (whole, torn) = (folder.path + "/whole.sqlite", folder.path + "/torn.sqlite")
            #expect(try BuiltProgram.run(["batch", "--quiet", "--out", whole, pictures.path]).status == 1)
            var killed = 0
            for goal in [1, 20, 40] {
                let process = BuiltProgram.make(["batch", "--quiet", "--resume", "--out", torn, pictures.path])
                process.standardError = FileHandle.nullDevice
                try process.run()
                var inputs = 0
                while inputs < goal, process.isRunning {
                    // Until it is there it is missing, then empty, then busy.
                    do { inputs = try ResultStore.reading(torn).summary().inputs } catch {}
                    usleep(1000)
                }
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                process.waitUntilExit()
                if process.terminationReason == .uncaughtSignal { killed += 1 }
            }
            #expect(killed >= 1, "each run was faster than its end")
            #expect(try BuiltProgram.run(["batch", "--quiet", "--resume", "--out", torn, pictures.path]).status == 1)
            let results = try exported(torn)
            #expect(try results.count == 60 && results == exported(whole))
        }
    }

    /// The store hits a limit for the size of files, which is what a full disk is to it.
    @Test func aFullDisk() throws {
        try BuiltProgram.withFolder { folder in
            // Names of 800 bytes: the store of 600 inputs is twice as large as the limit, however few commits write it.
            let pictures = (0..<4).reduce(folder.appending(path: "in")) { path, _ in
                path.appending(path: String(repeating: "n", count: 200))
            }
            try fill(pictures, 600)
            let store = folder.path + "/results.sqlite"
            let command = ["batch", "--quiet", "--out", store, pictures.path]
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            // 512 bytes each.
            process.arguments =
                ["-c", "ulimit -f 1000; exec \"$@\"", "sh", BuiltProgram.executable.path] + command
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 70)
            #expect(said.contains("store could not be"))
            let kept = try ResultStore.reading(store).summary().inputs
            #expect((1..<600).contains(kept))
            #expect(try BuiltProgram.run(command + ["--resume"]).status == 1)
            #expect(try exported(store).count == 600)
        }
    }
}
