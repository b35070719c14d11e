public import MRZDetection
import MRZParsing

/// What the looks at one band gave: the reading that they support together, and what further looks can be added to.
///
/// What the pixels say for it and against it is `PixelEvidence`.
public struct BandEvidence: Sendable {
    /// The band, the way round that it was read.
    public let band: Band
    public internal(set) var reading: Reading
    /// `Transcript.cost` by the characters of the layout: 0 is perfect, and comparable between bands.
    public let costPerCharacter: Double

    /// The pixels speak against the reading: no other look at the same picture may verify it.
    var isRefuted = false

    let lines: [LineReading]
    /// The band's plain cut, where one of the looks was at it.
    let plainStrips: [LineStrip]?

    /// The band with the columns of the layout that was read, and no others.
    var zone: Band {
        let start = reading.transcript.firstColumn
        let length = reading.transcript.format.lineLengths.max() ?? band.columnCount
        return band.window(columns: start..<(start + length), lines: 0..<band.lineCount)
    }

    /// It holds, or what does not hold is printed so.
    var isDecided: Bool {
        guard case .unverified(_, let doubts) = reading.status else { return true }
        return doubts.isEmpty && costPerCharacter < Self.settledCost
    }

    /// The evidence marked as read by who reads other typefaces: never verified.
    var inOtherTypeface: BandEvidence {
        var evidence = self
        switch reading.status {
        case .verified: evidence.reading.status = .unverified([], [.otherTypeface])
        case .unverified(let objections, let doubts):
            evidence.reading.status = .unverified(objections, doubts + [.otherTypeface])
        }
        return evidence
    }

    /// Nothing better is to be expected of another size of the picture: it is decided, or read so cheaply that other
    /// looks could only lift a doubt that these have raised.
    public var isSettled: Bool {
        guard !isDecided, case .unverified(let objections, let doubts) = reading.status else { return true }
        if reading.isOfOtherTypeface { return objections.isEmpty && costPerCharacter < Self.settledCost }
        return objections.isEmpty && !doubts.isEmpty && doubts.allSatisfy(\.isOfSureCharacters)
            && isCheap
    }

    /// All that the standard asks holds, and what is in doubt are characters that were read surely: there is a document
    /// here.
    var isReadSurely: Bool {
        reading.status.objections.isEmpty && reading.status.doubts.allSatisfy(\.isOfSureCharacters)
    }

    /// Something that the standard asks does not hold, and it was not read so plainly that it would be printed so: the
    /// band may have other columns than the zone.
    var mayBeCutOff: Bool { !isDecided && !reading.status.objections.isEmpty }

    /// Read with so little doubt that a better reading of the same print is not to be expected.
    var isCheap: Bool { costPerCharacter < Self.doubtfulCost }

    /// Below these costs per character nothing better is to be expected: of what is printed so, and of what is doubted.
    private static let settledCost = 0.15
    private static let doubtfulCost = 0.012
}

extension Reading.Doubt {
    /// Whether it is raised against characters that were read surely: a larger size shows the same ones.
    fileprivate var isOfSureCharacters: Bool {
        switch self {
        case .twin, .disputed, .obscured, .tooSmall, .tooFaint, .mixedPrint, .otherTypeface: true
        case .gap, .unsure, .decidedByCheckDigit, .weakEvidence, .incomplete, .printBeyond, .damaged: false
        }
    }
}

extension BandEvidence: CustomStringConvertible, CustomReflectable {
    /// The layout and the verdict; the content is personal data.
    public var description: String { "BandEvidence(\(reading))" }
    public var customMirror: Mirror { Mirror(self, children: ["reading": reading]) }
}
