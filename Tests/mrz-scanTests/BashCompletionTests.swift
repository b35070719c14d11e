import Foundation
import LoopbackClient
import Testing

/// What bash offers after some words, in a folder with `pass port.jpg`, `parrot.png` and the folder `pictures`.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash"))
struct BashCompletionTests {
    private func offers(_ words: [String]) throws -> [String] {
        try BuiltProgram.withFolder { folder in
            for name in ["pass port.jpg", "parrot.png"] { try Data().write(to: folder.appending(path: name)) }
            try FileManager.default.createDirectory(
                at: folder.appending(path: "pictures"), withIntermediateDirectories: true)
            let script = try BuiltProgram.run(["--generate-completion-script", "bash"]).output
            // As bash does it: the function that `complete` names last is told the words.
            let code =
                script + #"""

                    function=$(complete -p mrz-scan | sed 's/.* -F \([^ ]*\) .*/\1/')
                    COMP_WORDS=(mrz-scan "$@") COMP_CWORD=$# COMP_LINE="mrz-scan $*" COMP_POINT=${#COMP_LINE}
                    "$function" mrz-scan "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                    printf '%s\n' "${COMPREPLY[@]}"
                    """#
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", code, "bash"] + words
            process.currentDirectoryURL = folder
            let said = try process.outputToEnd()
            return said.split(separator: "\n").map(String.init)
        }
    }

    @Test func files() throws {
        let all: Set = ["pass port.jpg", "parrot.png", "pictures"]
        for words in [
            ["scan", "p"], ["batch", "p"], ["a.jpg", "p"], ["report", "p"], ["export", "x", "--out", "p"],
            ["batch", "--check", "p"], ["--model", "p"], ["--files-from", "p"], ["--save-frame", "p"],
        ] { #expect(Set(try offers(words)) == all, "\(words)") }
        #expect(try offers(["serve", "--store", "p"]) == ["pictures"])
    }

    /// The first word may be a command or what `scan` takes.
    @Test func theFirstWord() throws {
        #expect(Set(try offers(["pa"])) == ["pass port.jpg", "parrot.png", "parse"])
        #expect(Set(try offers([""])).isSuperset(of: ["pictures", "batch", "serve"]))
        #expect(try offers(["--fo"]) == ["--format"])
        #expect(try offers(["--vers"]) == ["--version"])
    }

    @Test func values() throws {
        #expect(Set(try offers(["--format", ""])) == ["text", "jsonl", "csv", "bridge"])
        #expect(try offers(["batch", "--format", "s"]) == ["sqlite"])
        #expect(Set(try offers(["report", "x", "--format", ""])) == ["text", "json", "html"])
    }
}
