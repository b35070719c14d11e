import Foundation
import LoopbackClient
import Testing

@Suite struct ExitStatusTests {
    @Test(
        arguments: [
            ([], 64), (["--format", "xml", "x"], 64), (["--today", "2024-02-30", "x"], 64), (["--jobs", "0", "x"], 64),
            (["--no-such-option"], 64), (["/no/such/file"], 66), (["--model", "/no/such/model", "x"], 78),
            (["--jobs", "\(Int.max)", "x"], 64), (["serve", "--jobs", "\(Int.max)"], 64),
            (["serve", "--max-connections", "\(Int.max)"], 64), (["parse", "/no/such/file"], 66), (["formats"], 0),
            (["--version"], 0), (["--help"], 0),
        ] as [([String], Int32)])
    func withoutPictures(_ arguments: [String], _ status: Int32) throws {
        #expect(try BuiltProgram.run(arguments).status == status)
    }

    @Test func everyInputVerified() throws {
        let run = try BuiltProgram.run([
            BuiltProgram.sample("td3/096-scan-rgb.jpg"), BuiltProgram.sample("td2/104-scan-rgb.jpg"),
        ])
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(try run.results().map { $0["status"] as? String } == ["verified", "verified"])
    }

    @Test func theGravestOfSeveral() throws {
        let blank = BuiltProgram.sample("negatives/207-white.jpg")
        let notFound = try BuiltProgram.run([BuiltProgram.sample("td3/096-scan-rgb.jpg"), blank])
        #expect(notFound.status == 1)
        #expect(notFound.errors == "mrz-scan: No MRZ found in 1 of 2 images.\n")
        // What could not be read is no image without an MRZ, and is named where the results go elsewhere.
        let both = try BuiltProgram.run([BuiltProgram.sample("td3/096-scan-rgb.jpg"), "/no/such/file", blank])
        #expect(both.status == 66)
        #expect(
            both.errors
                == "mrz-scan: /no/such/file: There is no such file.\nmrz-scan: No MRZ found in 1 of 2 images.\n")
        let text = try BuiltProgram.run(["parse", "/no/such/text"])
        #expect(text.status == 66 && text.errors == "mrz-scan: /no/such/text: There is no such file.\n")
        let batch = try BuiltProgram.run(["batch"] + (0..<8).map { "/no/such/\($0)" })
        #expect(batch.status == 66 && batch.errors.contains("mrz-scan: /no/such/4: There is no such file.\n"))
        #expect(batch.errors.hasSuffix("3 more could not be read; the results have all of them.\n"))
        let unreadable = try BuiltProgram.run(["--quiet", blank, "/no/such/file", blank])
        #expect(unreadable.status == 66)
        #expect(unreadable.errors == "")
        #expect(try unreadable.results().map { $0["status"] as? String } == ["not_found", "error", "not_found"])
    }

    @Test func aFileThatIsNoModel() throws {
        try BuiltProgram.withFolder { folder in
            let model = folder.appending(path: "none.traineddata")
            try Data("This is no model.".utf8).write(to: model)
            let run = try BuiltProgram.run(["--model", model.path, BuiltProgram.sample("td3/096-scan-rgb.jpg")])
            #expect(run.status == 78)
            #expect(run.output == "")
            #expect(run.errors.contains("recognition model is damaged"))
        }
    }

    /// A pipe that was closed before the first result: the reader wanted no more, which is no error.
    @Test func brokenPipe() throws {
        let process = BuiltProgram.make(["formats"])
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        process.standardOutput = pipe
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        try errors.fileHandleForWriting.close()
        #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    @Test func resultsThatCannotBeWritten() throws {
        let process = BuiltProgram.make(["formats"])
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 70)
    }

    /// After its first result the program waits for standard input; what it has written is whole.
    @Test func interrupted() throws {
        let process = BuiltProgram.make(["--jobs", "1", "/no/such/file", "-"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = try LinesFromPipe(output).next()
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(line.hasSuffix("}"))
        withExtendedLifetime(input) {}
    }

    /// A file whose name is not UTF-8 is there, though it can't be named.
    @Test(arguments: ["", "batch --quiet "])
    func aNameThatIsNotUTF8(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c",
                "name=$(printf 'a\\377.jpg'); : > \"$name\"; exec \(BuiltProgram.executable.path) \(command)\"$name\"",
            ]
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            let text = try process.outputToEnd()
            #expect(process.terminationStatus == 66 && text.contains("\"code\":\"unreadable_name\""), "\(text)")
        }
    }
}
