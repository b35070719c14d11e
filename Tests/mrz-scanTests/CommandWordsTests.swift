import Foundation
import Testing

/// Words on the command line that are not quite right.
@Suite struct CommandWordsTests {
    @Test(arguments: [
        ("bacth", "batch"), ("repot", "report"), ("Scan", "scan"), ("sevre", "serve"), ("exprot", "export"),
        ("device", "devices"),
    ])
    func aMistypedCommand(_ word: String, _ meant: String) throws {
        for more in [[], ["--out", "x"], ["folder"]] {
            let run = try BuiltProgram.run([word] + more)
            #expect(run.status == 64 && run.output == "")
            #expect(run.errors.contains("There is no command and no file '\(word)'. Did you mean '\(meant)'?"))
        }
        #expect(try BuiltProgram.run(["help", word]).errors.contains("Did you mean '\(meant)'?"))
    }

    /// An MRZ where none is taken: nothing of it is said again.
    @Test(arguments: [
        ["parse", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"], ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"],
        [
            "chip", "--mrz", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
            "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
        ],
    ])
    func anMRZ(_ words: [String]) throws {
        let run = try BuiltProgram.run(words)
        #expect(run.status == 64 && run.output == "" && run.errors.contains("looks like an MRZ"))
        #expect(!run.errors.contains("ERIKSSON") && !run.errors.contains("L898902C3"))
    }

    /// What is no command is a path.
    @Test(arguments: ["passport.jpg", "./bacth", "scans", "holiday", "/tmp/bacth"])
    func aPath(_ word: String) throws {
        let run = try BuiltProgram.run([word])
        #expect(run.status == 66 && run.output.contains("\"code\":\"not_found\""))
    }

    /// A file that is called so is read.
    @Test func aFileWithTheNameOfAMistypedCommand() throws {
        try BuiltProgram.withFolder { folder in
            try BuiltProgram.blank.write(to: folder.appending(path: "bacth"))
            let process = BuiltProgram.make(["bacth"])
            process.currentDirectoryURL = folder
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
        }
    }

    @Test(arguments: ["--verison", "--formt", "--hlep"])
    func aMistypedOption(_ option: String) throws {
        let run = try BuiltProgram.run([option])
        #expect(run.status == 64 && run.errors.contains("Unknown option '\(option)'"), "\(run.errors)")
    }

    /// Letters of it are options, and one of them asks for help.
    @Test(arguments: [
        ["-photo.jpg"], ["scan", "-photo.jpg"], ["batch", "x", "-ah"], ["parse", "-photo.jpg"], ["-scan.jpg"],
    ])
    func aFileThatBeginsWithADash(_ words: [String]) throws {
        let name = words[words.count - 1]
        try BuiltProgram.expectRefusal(words, "Unknown option '\(name)'. A file of that name is ./\(name)")
        let run = try BuiltProgram.run(["--", name])
        #expect(run.status == 66 && run.output.contains("\"not_found\""))
    }

    @Test func shortOptionsInARow() throws {
        #expect(try BuiltProgram.run(["-qh"]).output.contains("USAGE: mrz-scan scan"))
    }

    @Test func helpOnACommandThatThereIsNot() throws {
        try BuiltProgram.expectRefusal(["help", "unheardof"], "There is no command 'unheardof'.")
        #expect(try BuiltProgram.run(["help", "worker"]).status == 0)
    }

    /// The usage is that of the command, by the name that a person types.
    @Test(arguments: ["scan", "batch"]) func nothingToRead(_ command: String) throws {
        let run = try BuiltProgram.run([command])
        #expect(run.status == 64 && run.errors.hasPrefix("Error: Missing expected argument '<paths> ...'"))
        #expect(run.errors.contains("age: mrz-scan \(command) "), "\(run.errors)")
        #expect(run.errors.contains("See 'mrz-scan \(command) --help'"))
        let list = try BuiltProgram.run([command, "--files-from", "/no/such/list"])
        #expect(list.status == 66 && list.errors.contains("error: /no/such/list: There is no such file.\n"))
    }

    @Test func anOptionThatIsMeant() throws {
        #expect(try BuiltProgram.run(["--formt"]).errors.contains("Did you mean '--format'?"))
    }

    @Test func theVersionByItsShortName() throws {
        let version = try BuiltProgram.run(["--version"])
        let short = try BuiltProgram.run(["-V"])
        #expect(short.status == 0 && short.output == version.output)
    }
}
