import Foundation
import Testing

/// What a person sees who runs the program in a terminal.
@Suite(.enabled(if: Terminal.isThere, Terminal.isMissing)) struct TerminalTests {
    /// A line that is drawn over and over has to fit into a row: what goes on in the next row stays there.
    @Test(arguments: [80, 40, 12])
    func theProgressOfABatchFitsTheTerminal(_ columns: Int) throws {
        try BuiltProgram.withFolder { folder in
            let sent = try Terminal.run(
                #"exec "$MRZ" batch "\#(BuiltProgram.sample("td1"))" --out store.sqlite"#, columns: columns, in: folder)
            let lines = Terminal.drawnOver(sent).filter { $0.contains(" a second") || $0.hasSuffix("…") }
            #expect(lines.count > 1)
            for line in lines { #expect(line.count < columns, "\(line)") }
            #expect(sent.contains("40/40, "))
        }
    }

    /// A scan whose results go elsewhere says how far it is; one whose results are on the terminal shows that by them.
    @Test func aScanThatIsRedirectedShowsItsProgress() throws {
        try BuiltProgram.withFolder { folder in
            let samples = BuiltProgram.sample("td1")
            let sent = try Terminal.run(
                #""$MRZ" "\#(samples)" no-such-file > out.jsonl; echo "status $?""#, columns: 80, in: folder)
            let lines = Terminal.drawnOver(sent).filter { $0.contains("/41, ") }
            #expect(lines.count > 1)
            for line in lines { #expect(line.count < 80, "\(line)") }
            #expect(sent.contains("mrz-scan: no-such-file: There is no such file."))
            #expect(sent.contains("status 66"))
            let shown = try Terminal.run(#"exec "$MRZ" no-such-file"#, columns: 80, in: folder)
            #expect(shown.contains("ERROR") && !shown.contains(" a second"))
            #expect(shown.contains("mrz-scan: 1 input could not be read."))
            let quiet = try Terminal.run(#"exec "$MRZ" -q no-such-file > out2.jsonl"#, columns: 80, in: folder)
            #expect(quiet == "")
        }
    }

    /// Nobody is to look at a cursor that blinks.
    @Test(arguments: ["parse", "pipe", "scan -", "chip --mrz -"]) func whatIsWaitedForIsSaid(_ command: String) throws {
        try BuiltProgram.withFolder { folder in
            let sent = try Terminal.run(#""$MRZ" \#(command) > out"#, columns: 80, in: folder)
            #expect(sent.contains("is read from this terminal; Ctrl-D ends it."), "\(sent)")
        }
    }

    /// The line that says what to do before a camera.
    @Test func theStatusLineOfALiveScanFitsTheTerminal() throws {
        try BuiltProgram.withFolder { folder in
            let sent = try Terminal.run(
                #"exec "$MRZ" --images "\#(BuiltProgram.sample("td3/096-scan-rgb.jpg"))" --format text"#, columns: 40,
                in: folder)
            let lines = Terminal.drawnOver(sent).filter { $0.contains("/3] ") || $0.hasSuffix("…") }
            #expect(!lines.isEmpty)
            for line in lines { #expect(line.count < 40, "\(line)") }
        }
    }
}
