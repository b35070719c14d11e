import Foundation
import Testing

/// What `--out` and its kin make of names, and what is left where nothing was written.
struct OutputNameTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    /// A corrected command finds nothing in its way.
    @Test(arguments: [
        (["--watch", "/no/such/folder"], 66, "/no/such/folder: There is no such file."),
        (["--files-from", "/no/such/list"], 66, "/no/such/list: There is no such file."),
        (["--model", "nosuch", passport], 78, "no model nosuch"),
    ])
    func aBatchThatCannotBeginLeavesNothing(_ arguments: [String], _ status: Int32, _ said: String) throws {
        for name in ["results.jsonl", "results.csv", "results.sqlite"] {
            try BuiltProgram.withFolder { folder in
                let run = try BuiltProgram.run(["batch", "--out", "\(folder.path)/\(name)"] + arguments)
                #expect(run.status == status && run.errors.contains(said), "\(run.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            }
        }
    }

    /// Elsewhere `-` is a standard stream: nobody wants a file of that name by it.
    @Test(arguments: [["batch", passport], ["export", "store.sqlite"], ["report", "store.sqlite"]])
    func aDashIsNoFile(_ command: [String]) throws {
        try BuiltProgram.expectRefusal(command + ["--out", "-"], "Standard output has no name here.")
    }

    /// As for inputs, capitals count as small letters.
    @Test func theEndingInCapitalsNamesTheFormat() throws {
        try BuiltProgram.withFolder { folder in
            func data(_ name: String, _ command: [String]) throws -> Data {
                let path = "\(folder.path)/\(name)"
                #expect(try BuiltProgram.run(command + ["--out", path]).status == 0)
                return try Data(contentsOf: URL(filePath: path))
            }
            let store = folder.path + "/A.SQLITE"
            for (name, command, beginning) in [
                ("A.JSONL", ["batch", "--quiet", Self.passport], #"{"schema":"#),
                ("A.CSV", ["batch", "--quiet", Self.passport], "source,"),
                ("A.SQLITE", ["batch", "--quiet", Self.passport], "SQLite format 3"),
                ("B.CSV", ["export", store], "source,"), ("B.HTML", ["report", store], "<!doctype html>"),
                ("B.JSON", ["report", store], "{"),
            ] {
                let data = try data(name, command)
                #expect(data.starts(with: Data(beginning.utf8)), "\(name)")
            }
        }
    }

    /// Text in a file that ends as a document does would open nowhere.
    @Test(arguments: [
        ("report", "y.pdf"), ("report", "y.CSV"), ("report", "y.jsonl"), ("export", "y.json"), ("export", "y.xml"),
        ("export", "y.txt"),
    ])
    func anEndingOfAnotherKindIsRefused(command: String, name: String) throws {
        try BuiltProgram.withFolder { folder in
            let (store, file) = (folder.path + "/store.sqlite", folder.path + "/" + name)
            #expect(try BuiltProgram.run(["batch", "--quiet", Self.passport, "--out", store]).status == 0)
            try BuiltProgram.expectRefusal([command, store, "--out", file], "name one with --format")
            #expect(!FileManager.default.fileExists(atPath: file))
            let format = command == "report" ? "text" : "jsonl"
            #expect(try BuiltProgram.run([command, store, "--out", file, "--format", format]).status == 0)
            #expect(FileManager.default.fileExists(atPath: file))
        }
    }

    /// A name without an ending, or with what is none, has the usual format.
    @Test(arguments: ["report", "report.txt", "2026.12", "of.the.morning", ".log"])
    func aNameWithoutAnEndingIsText(_ name: String) throws {
        try BuiltProgram.withFolder { folder in
            let (store, file) = (folder.path + "/store.sqlite", folder.path + "/" + name)
            #expect(try BuiltProgram.run(["batch", "--quiet", Self.passport, "--out", store]).status == 0)
            #expect(try BuiltProgram.run(["report", store, "--out", file]).status == 0)
            let written = try String(contentsOfFile: file, encoding: .utf8)
            #expect(try BuiltProgram.run(["report", store]).output == written)
        }
    }

    /// What is not UTF-8 has come to the program with other characters in it: another file would be written.
    @Test(arguments: [
        ["batch", "--quiet", passport, "--out"], ["export", "store.sqlite", "--out"],
        ["report", "store.sqlite", "--out"], ["--images", passport, "--save-frame"],
        ["chip", "--mrz", "x", "--out"],
    ])
    func aNameThatIsNotUTF8IsRefused(_ command: [String]) throws {
        try BuiltProgram.withFolder { folder in
            let script = #"cd "$1" && shift && exec "$@" "$(printf 'a\376b')""#
            let run = try BuiltProgram.run(
                ["-c", script, "sh", folder.path, BuiltProgram.executable.path] + command,
                program: URL(filePath: "/bin/sh"))
            #expect(run.status == 64 && run.errors.contains("The name is not UTF-8"), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    /// What an option names is named where it is missing.
    @Test(arguments: [
        ["--images", passport, "--images", "/no/such/thing"],
        ["launch", "--page", "/no/such/thing", "--dialect", "self", "--no-browser"],
        ["chip", "--from", "/no/such/thing"],
    ])
    func whatIsMissingIsNamed(_ command: [String]) throws {
        let run = try BuiltProgram.run(command)
        #expect(run.status == 66 && run.errors.contains("error: /no/such/thing: "), "\(run.errors)")
    }
}
