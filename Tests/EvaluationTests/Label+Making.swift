import Evaluation
import Imaging
import TestSupport

/// ICAO Doc 9303-4, appendix B, and 9303-5, appendix B: the specimens of the standard.
let td3Lines = Doc9303.td3
let td1Lines = Doc9303.td1

extension Label.Document {
    static func td3(_ quad: Quad? = nil) -> Label.Document {
        Label.Document(format: "TD3", lines: td3Lines, quad: quad)
    }
    static func td1(_ quad: Quad? = nil) -> Label.Document {
        Label.Document(format: "TD1", lines: td1Lines, quad: quad)
    }
}

extension Label {
    static func make(
        _ image: String = "a.png", _ documents: [Label.Document] = [.td3()], levels: [String: Int] = [:],
        isReadable: Bool = true
    ) -> Label {
        Label(
            image: image, documents: documents, conditions: levels.keys.sorted(), levels: levels,
            level: levels.values.max() ?? 0, difficulty: "easy", isReadable: isReadable)
    }
}

extension PageReading.Zone {
    static func make(
        _ lines: [String] = td3Lines, verified: Bool = true, quad: Quad? = nil, confidence: Double? = nil
    ) -> PageReading.Zone {
        PageReading.Zone(lines: lines, isVerified: verified, quad: quad, confidence: confidence)
    }
}

extension PageVerdict {
    static func make(_ label: Label, _ zones: [PageReading.Zone], failure: String? = nil) -> PageVerdict {
        PageVerdict(PageReading(zones: zones, failure: failure), of: label)
    }

    static func make(_ zones: [PageReading.Zone], failure: String? = nil) -> PageVerdict {
        make(.make(), zones, failure: failure)
    }
}

extension Quad {
    /// An upright rectangle.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quad {
        Quad(
            topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
            bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
    }
}

/// `lines` with one character of a line changed.
func changed(_ lines: [String], line: Int = 0, column: Int, to character: Character) -> [String] {
    var characters = Array(lines[line])
    characters[column] = character
    var lines = lines
    lines[line] = String(characters)
    return lines
}
