import Foundation
import Testing

/// What README.md and docs/ tell people to type is there: every command, option and `make` target, and every option of
/// the program is in the documentation. Commands that only read Samples are run.
@Suite struct CommandDocumentationTests {
    /// A command as a page shows it.
    private struct Shown: CustomStringConvertible {
        let page: String
        let words: [String]
        var description: String { "\(page): \(words.joined(separator: " "))" }
    }

    private static func pages() throws -> [(name: String, text: String)] {
        let folder = BuiltProgram.repository.appending(path: "docs")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        return try (["README.md"] + names.sorted().map { "docs/" + $0 }).map { name in
            (name, try String(contentsOf: BuiltProgram.repository.appending(path: name), encoding: .utf8))
        }
    }

    /// The commands of blocks of code and of `code` in sentences that begin with `program`.
    private static func shown(_ program: String) throws -> [Shown] {
        try pages().flatMap { page in
            let joined = page.text.replacing("\\\n", with: " ").replacing(/="[^"\n]*"/, with: "=")
            let blocks = joined.split(separator: "\n").map { $0.drop { "$ ".contains($0) } }
            let spans = joined.matches(of: /`([^`\n]+)`/).map { $0.1 }
            return (blocks + spans).flatMap { line in
                // Pipelines, and what a condition or a comment follows.
                line.split(separator: /\s*(\||&&|;|#|>)\s*/).compactMap { part -> Shown? in
                    let words = part.split(separator: " ").map { String($0).trimmingCharacters(in: ["'", "\"", ")"]) }
                    guard let name = words.first, name == program || name.hasSuffix("release/\(program)") else {
                        return nil
                    }
                    return Shown(page: page.name, words: words)
                }
            }
        }
    }

    /// The programs that the pages show, each with the command whose name may be left out.
    private static let programs = [
        (name: "mrz-scan", executable: BuiltProgram.executable, usual: "scan"),
        (name: "mrz-bench", executable: BuiltProgram.bench, usual: "measure"),
    ]

    private static func help(_ arguments: [String], of program: URL = BuiltProgram.executable) throws -> String {
        try BuiltProgram.run(arguments + ["--help"], program: program).output
    }

    private static func options(in help: String) -> Set<String> {
        Set(help.matches(of: /(?:^|[\s,\[\/])(--?[a-z0-9][a-z0-9-]*)/).map { String($0.1) })
    }

    private static func subcommands(of program: URL) throws -> [String] {
        let list = try #require(try help([], of: program).components(separatedBy: "SUBCOMMANDS:").last)
        return list.matches(of: /\n  ([a-z]+)(?: \(default\))? +/).map { String($0.1) }
    }

    @Test func everyShownCommandIsThere() throws {
        for program in Self.programs {
            let known = try Self.optionsOfCommands(of: program.executable)
            let commands = try Self.shown(program.name)
            #expect(commands.count > 15, "\(program.name)")
            Self.expect(commands, knownAs: known, usual: program.usual)
        }
        #expect(try Self.optionsOfCommands(of: BuiltProgram.executable)["serve"] != nil)
    }

    private static func optionsOfCommands(of program: URL) throws -> [String: Set<String>] {
        var known: [String: Set<String>] = [:]
        for name in try subcommands(of: program) { known[name] = options(in: try help([name], of: program)) }
        return known
    }

    private static func expect(_ commands: [Shown], knownAs known: [String: Set<String>], usual: String) {
        for command in commands {
            let rest = command.words.dropFirst()
            let name = rest.first.map { known[$0] == nil ? usual : $0 } ?? usual
            let isRoot = rest.first?.hasPrefix("--") ?? true
            for word in rest where word.wholeMatch(of: /--?[a-z][a-z0-9=-]*/) != nil {
                let option = String(word.prefix { $0 != "=" })
                let own = known[name]?.contains(option) == true
                let root = isRoot && ["--version", "--help", "--generate-completion-script"].contains(option)
                #expect(own || root, "\(command)")
            }
        }
    }

    /// Tables and sentences name options without their command: one of the commands has to have it.
    @Test func everyNamedOptionIsThere() throws {
        var known: Set<String> = []
        for program in Self.programs {
            for options in try Self.optionsOfCommands(of: program.executable).values { known.formUnion(options) }
        }
        let foreign = try Self.foreignOptions()
        for page in try Self.pages() {
            for match in page.text.matches(of: /`(--[a-z][a-z-]*)[^`]*`/) {
                let option = String(match.1)
                #expect(known.contains(option) || foreign.contains(option), "\(page.name): \(option)")
            }
        }
    }

    /// Of other programs that the pages speak of: ours, by their sources, GNU parallel, Tesseract and podman.
    private static func foreignOptions() throws -> Set<String> {
        var files = [
            "Tests/Load/bridge_load.py", "Tests/scripts/kill_and_resume.py", "Tests/scripts/soak.py", "Makefile",
            "Tests/Fuzz/build", "Tests/Faults/sweep.py",
        ]
        for folder in ["Tests/TestCamera/Device", "docs/cluster"] {
            let path = BuiltProgram.repository.appending(path: folder).path
            files += try FileManager.default.contentsOfDirectory(atPath: path).map { "\(folder)/\($0)" }
        }
        let others: Set = [
            "--parallel", "--pipe", "--line-buffer", "--sshloginfile", "--filter", "--psm", "--health-cmd",
            "--no-healthcheck",
        ]
        return try files.reduce(into: others) { options, file in
            let text = try String(contentsOf: BuiltProgram.repository.appending(path: file), encoding: .utf8)
            options.formUnion(Self.options(in: text.replacing("\"", with: " ")))
        }
    }

    @Test func everyOptionIsDocumented() throws {
        let pages = try Self.pages().map(\.text).joined(separator: "\n")
        var missing: [String] = []
        for program in Self.programs {
            for (name, options) in try Self.optionsOfCommands(of: program.executable) {
                missing += options.filter { $0.hasPrefix("--") && !pages.contains($0) }.map { "\(name) \($0)" }
            }
        }
        #expect(missing == [])
    }

    @Test func everyMakeTargetIsThere() throws {
        let text = try String(contentsOf: BuiltProgram.repository.appending(path: "Makefile"), encoding: .utf8)
        let targets = Set(text.matches(of: /(?:^|\n)([a-z][a-z-]*):/).map { String($0.1) })
        #expect(targets.contains("test"))
        let commands = try Self.shown("make")
        #expect(commands.count > 10)
        for command in commands {
            for word in command.words.dropFirst() where word.wholeMatch(of: /[a-z][a-z-]*/) != nil {
                #expect(targets.contains(word), "\(command)")
            }
        }
    }

    @Test func filesThatArePointedToAreThere() throws {
        for page in try Self.pages() {
            let base = BuiltProgram.repository.appending(path: page.name).deletingLastPathComponent()
            for match in page.text.matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/) {
                let file = base.appending(path: String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: file), "\(page.name): \(match.1)")
            }
            for match in page.text.matches(of: /`((?:Sources|Tests|Samples|docs|models)\/[A-Za-z0-9_\/.-]+)`/) {
                let file = BuiltProgram.repository.appending(path: String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: file), "\(page.name): \(match.1)")
            }
        }
    }

    /// docs/START.md walks through the code: each name is declared in the file behind its link, of the type that it
    /// names.
    @Test func stepsOfTheWalkAreThere() throws {
        let page = try String(
            contentsOf: BuiltProgram.repository.appending(path: "docs/START.md"), encoding: .utf8)
        #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
        #expect(try Self.expectDeclared(in: page) > 25)
    }

    /// docs/server.md says which test shows what becomes of an attack: each is there.
    @Test func testsOfTheAttacksAreThere() throws {
        let page = try String(
            contentsOf: BuiltProgram.repository.appending(path: "docs/server.md"), encoding: .utf8)
        let attacks = try #require(page.split(separator: "\n### Attacks\n").dropFirst().first)
            .prefix { $0 != "#" }
        for row in attacks.split(separator: "\n").filter({ $0.hasPrefix("| ") }).dropFirst() {
            #expect(row.contains("](../Tests/"), "\(row)")
        }
        #expect(try Self.expectDeclared(in: String(attacks)) > 15)
    }

    /// Each name that a page links to a file of code is declared in that file, of the type that it names.
    ///
    /// - Returns: how many there are.
    private static func expectDeclared(in page: String) throws -> Int {
        let steps = page.matches(of: /\[`(\w+)(?:\.(\w+))?`\]\(\.\.\/([^)]+)\)/)
        for step in steps {
            let source = try String(
                contentsOf: BuiltProgram.repository.appending(path: String(step.3)), encoding: .utf8)
            let type = try Regex("(struct|class|enum|actor|protocol|extension) \\Q\(step.1)\\E\\b")
            #expect(source.contains(type), "\(step.0)")
            guard let member = step.2 else { continue }
            let declared = try Regex(member == "init" ? "\\binit\\(" : "(func|var|let|case) \\Q\(member)\\E\\b")
            #expect(source.contains(declared), "\(step.0)")
        }
        return steps.count
    }

    /// Every command that names nothing but files which are there, and neither listens nor writes.
    @Test func whatOnlyReadsRuns() throws {
        var runs = 0
        for command in try Self.shown("mrz-scan") {
            let rest = Array(command.words.dropFirst())
            let writes: Set<String> = ["serve", "batch", "bridge", "pipe", "--save-frame", "--out"]
            let files = rest.filter { $0.hasPrefix("Samples/") }
            let isRead = rest.contains("formats") || (!files.isEmpty && writes.isDisjoint(with: rest))
            guard isRead, !rest.contains(where: { $0.contains("…") || $0.contains("FOLDER") }) else { continue }
            let arguments = rest.map { $0.hasPrefix("Samples/") ? BuiltProgram.sample(String($0.dropFirst(8))) : $0 }
            let run = try BuiltProgram.run(arguments)
            #expect([0, 1].contains(run.status) && !run.output.isEmpty, "\(command)")
            runs += 1
        }
        #expect(runs >= 2)
    }

    /// README.md has the exit codes, as `ExitStatus` has them.
    @Test func exitCodes() throws {
        let source = BuiltProgram.repository.appending(path: "Sources/Programs/Commands/ExitStatus.swift")
        let codes = try String(contentsOf: source, encoding: .utf8).matches(of: /case [a-zA-Z]+ = ([0-9]+)/)
        let readme = try #require(try Self.pages().first).text
        let help = try Self.help([]).replacing(/\s+/, with: " ")
        #expect(codes.count > 8)
        for code in codes {
            #expect(readme.contains("\n| \(code.1) |"), "README.md: \(code.1)")
            #expect(help.contains(" \(code.1) "), "--help: \(code.1)")
        }
    }
}
