import FoundationEssentials
import Imaging

/// Why labels could not be read.
public enum LabelError: Error, Equatable, CustomStringConvertible {
    /// A line of `labels.jsonl`, from 1, that is no label.
    case malformed(line: Int)
    /// Two labels of one page.
    case repeated(line: Int)
    /// No label at all.
    case none

    public var description: String {
        switch self {
        case .malformed(let line): "Line \(line) of the labels is no label."
        case .repeated(let line): "Line \(line) of the labels names a page that another line names too."
        case .none: "There are no labels."
        }
    }
}

extension Label {
    /// Reads `labels.jsonl`: one JSON object a line, of the keys that `Samples/README.md` lists. `image` and `lines`
    /// must be there.
    public static func list(jsonLines text: String) throws(LabelError) -> [Label] {
        var labels: [Label] = []
        var names: Set<String> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy(\.isWhitespace) { continue }
            let label: Label
            do {
                label = Label(try JSONDecoder().decode(Record.self, from: Data(line.utf8)))
            } catch {
                throw .malformed(line: index + 1)
            }
            guard names.insert(label.name).inserted else { throw .repeated(line: index + 1) }
            labels.append(label)
        }
        guard !labels.isEmpty else { throw .none }
        return labels
    }

    private init(_ record: Record) {
        let own = DocumentRecord(format: record.format, lines: record.lines, corners: record.corners)
        let documents = (record.documents ?? [own]).filter { !$0.lines.isEmpty }
        self.init(
            image: record.image, page: record.page ?? 1, documents: documents.map(Document.init),
            conditions: record.conditions ?? [], levels: record.levels ?? [:], level: record.level,
            difficulty: record.difficulty, isReadable: record.isReadable ?? true)
    }
}

extension Label.Document {
    fileprivate init(_ record: DocumentRecord) {
        self.init(format: record.format ?? "", lines: record.lines, quad: record.corners.flatMap(Quad.init(corners:)))
    }
}

extension Quad {
    /// Four corners of two numbers each, in reading order; nil when there are not.
    fileprivate init?(corners: [[Double]]) {
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { return nil }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        self.init(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

/// The keys as they are written.
private struct Record: Decodable {
    var image: String
    var page: Int?
    var format: String?
    var lines: [String]
    var corners: [[Double]]?
    var conditions: [String]?
    var levels: [String: Int]?
    var level: Int?
    var difficulty: String?
    var isReadable: Bool?
    var documents: [DocumentRecord]?

    enum CodingKeys: String, CodingKey {
        case image, page, format, lines, corners, conditions, levels, level, difficulty, documents
        case isReadable = "readable_by_human"
    }
}

private struct DocumentRecord: Decodable {
    var format: String?
    var lines: [String]
    var corners: [[Double]]?
}
