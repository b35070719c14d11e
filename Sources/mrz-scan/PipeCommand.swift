import ArgumentParser
import ImageDecoding
import Recognition
import Reporting

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

    func run(on output: StandardOutput) throws -> ExitStatus {
        Interruption.watch(output)
        let reader = DirectReader(scanner: reading.scanner(try reading.loadedModel()), limits: reading.limits)
        // Base64 has four characters for three bytes; an object has a few more around it.
        var lines = InputLines(maxBytes: min(reading.maxBytes, 1 << 40) / 3 * 4 + (1 << 16))
        var number = 0
        while let line = try lines.next() {
            number += 1
            try output.write(try PipeAnswer(to: line, number: number, reader, reading.limits).json.text + "\n")
        }
        return .verified
    }
}

/// What one line of `pipe` is answered with.
struct PipeAnswer {
    private let number: Int
    private let id: JSONValue?
    private let records: [ResultRecord]

    init(
        to line: InputLines.Line, number: Int, _ reader: some ImageReader, _ limits: DecodingLimits
    ) throws(RecognitionError) {
        self.number = number
        let request = PipeRequest(line)
        id = request.id
        let bytes: [UInt8]
        switch request.image {
        case .bytes(let image): bytes = image
        case .path(let path):
            do throws(DecodingError) {
                bytes = try InputBytes.read(path, limits: limits)
            } catch {
                records = [ResultRecord(source: path, failure: .init(error))]
                return
            }
        case .none(let message):
            records = [ResultRecord(source: "-", failure: .init(code: PipeRequest.badRequest, message: message))]
            return
        }
        records = try reader.records(of: bytes).map { record in
            var record = record
            record.source = request.source
            return record
        }
    }

    /// Of all results: `error` or `unverified` where one is, then `verified` where one is.
    private var status: ScanReport.Status {
        let present = Set(records.map(\.status))
        return [.error, .unverified, .verified].first(where: present.contains) ?? .notFound
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(ScanReport.schema)), .init("line", .integer(number)),
        ]
        if let id { members.append(.init("id", id)) }
        members += [
            .init("status", .string(status.rawValue)), .init("results", .array(records.map(\.json))),
        ]
        return .object(members)
    }
}
