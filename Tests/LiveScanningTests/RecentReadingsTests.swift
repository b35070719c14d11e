import LiveScanning
import MRZParsing
import TestSupport
import Testing

@Suite struct RecentReadingsTests {
    private static let holder = Doc9303.td3
    /// Another passport of the same holder, and that of another one with its number line.
    private static let renewed = [holder[0], "D231458907UTO7408122F1204159<<<<<<<<<<<<<<<0"]
    private static let torn = ["P<UTOSAMPLE<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<<", holder[1]]
    private static let stranger = ["P<UTOSAMPLE<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<<", renewed[1]]
    /// The same passport with two letters of the name misread.
    private static let misread = ["P<UTOERIKSSQN<<ANNA<MARLA<<<<<<<<<<<<<<<<<<<", holder[1]]

    private func mrz(_ lines: [String]) throws -> MRZ {
        try MRZ(lines.map { try MRZLine($0) }, format: .td3)
    }

    /// What was seen from 0 s on, so many frames 33 ms apart, and what follows it in one frame.
    private func age(
        of lines: [String], isVerified: Bool = true, after seen: [String], frames: Int = 1, areVerified: Bool = true,
        pause: Duration = .zero
    ) throws -> Duration? {
        var recent = RecentReadings()
        for i in 0..<frames { recent.note(try mrz(seen), isVerified: areVerified, at: .milliseconds(33) * i) }
        let time = .milliseconds(33) * frames + pause
        recent.note(try mrz(lines), isVerified: isVerified, at: time)
        return recent.sharedAge(of: try mrz(lines), at: time + .milliseconds(100))
    }

    @Test func aLineOfAnotherDocumentIsSeen() throws {
        #expect(try age(of: Self.torn, after: Self.holder) == .milliseconds(100))
        #expect(try age(of: Self.renewed, after: Self.holder) == .milliseconds(100))
    }

    @Test func anotherDocumentAltogetherSharesNoLine() throws {
        #expect(try age(of: Self.stranger, after: Self.holder) == nil)
        #expect(try age(of: Self.holder, after: Self.holder) == nil)
    }

    /// One frame that verifies nothing may have misread anything; two of them are of a document.
    @Test func aFrameThatVerifiesNothingIsNoDocument() throws {
        #expect(try age(of: Self.torn, after: Self.holder, areVerified: false) == nil)
        #expect(try age(of: Self.torn, after: Self.holder, frames: 2, areVerified: false) != nil)
    }

    /// Two letters that one frame reads otherwise are one document, unless both would be verified.
    @Test func aMisreadLineIsNoOtherDocument() throws {
        #expect(try age(of: Self.holder, after: Self.misread, frames: 3, areVerified: false) == nil)
        #expect(try age(of: Self.holder, after: Self.misread) != nil)
    }

    @Test func whatWasSeenLongAgoIsForgotten() throws {
        #expect(try age(of: Self.torn, after: Self.holder, pause: .milliseconds(1800)) != nil)
        #expect(try age(of: Self.torn, after: Self.holder, pause: .milliseconds(2100)) == nil)
    }

    /// A source that is opened again begins anew.
    @Test func timeThatRunsBackwardsForgetsAll() throws {
        var recent = RecentReadings()
        recent.note(try mrz(Self.holder), isVerified: true, at: .seconds(5))
        recent.note(try mrz(Self.torn), isVerified: true, at: .seconds(1))
        #expect(recent.sharedAge(of: try mrz(Self.torn), at: .seconds(1)) == nil)
    }

    @Test func itsDescriptionSaysNothingOfThem() throws {
        var recent = RecentReadings()
        recent.note(try mrz(Self.holder), isVerified: true, at: .zero)
        #expect(!"\(recent)".contains("ERIKSSON") && !String(reflecting: recent).contains("ERIKSSON"))
        #expect(Mirror(reflecting: recent).children.allSatisfy { !"\($0.value)".contains("ERIKSSON") })
    }
}
