import MRZParsing
import Reporting

/// Whether one field of a document was read to the letter.
public struct FieldVerdict: Sendable, Equatable {
    /// The field's name in results.
    public let name: String
    public let isExact: Bool

    /// The fields of a labelled document in their layout's order; none when its lines have not the shape of its layout.
    static func list(of document: Label.Document, read zone: PageReading.Zone?) -> [FieldVerdict] {
        guard let format = MRZFormat.named(document.format), let printed = mrz(document.lines, format) else {
            return []
        }
        let read = zone.flatMap { mrz($0.lines, format) }
        return MRZFieldKind.reported.compactMap { kind in
            guard let value = printed.field(kind) else { return nil }
            return FieldVerdict(name: FieldName(kind).text, isExact: read?.field(kind) == value)
        }
    }

    /// Nil when the lines have another shape, which is an answer here.
    private static func mrz(_ lines: [String], _ format: MRZFormat) -> MRZ? {
        do {
            return try MRZ(lines, format: format)
        } catch {
            return nil
        }
    }
}
