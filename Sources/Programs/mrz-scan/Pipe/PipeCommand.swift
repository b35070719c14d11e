import ArgumentParser
import Commands
import ImageDecoding
import JSON
import Recognition

/// `mrz-scan pipe`: one line of JSON for each line of input, for programs that drive this one.
struct PipeCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "pipe", abstract: "Read pictures named on standard input, one line in, one line out.",
        discussion: """
            A line is a path, a picture in base64 (a data: URL too), or an object: {"id":…,"path":"…"} or \
            {"id":…,"image":"base64…"}. The answer is one line of JSON with the id and the results of all pages; it \
            is written before the next line is read. A line that is of no use is answered with an error.

            Lines are read one after another: start as many as there are cores.

            Exit status: 0 every line was answered, whatever the answers say; 70 internal failure; 78 the recognition \
            model is missing; 130 interrupted.
            """)

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var isolation: IsolationOptions

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        noteTerminalInput("A path, or a picture in base64, in each line")
        let reader = reading.reader(try reading.loadedModel(), isolation.workers(reading, quiet: false))
        // Base64 has four characters for three bytes; an object has a few more around it.
        var lines = InputLines(
            maxBytes: min(reading.maxBytes, 1 << 40) / 3 * 4 + (1 << 16), dropsReturn: true)
        var number = 0
        while let line = try lines.next() {
            number += 1
            try output.write(try PipeAnswer(to: line, number: number, reader, reading.limits).json.text + "\n")
        }
        return .verified
    }
}
