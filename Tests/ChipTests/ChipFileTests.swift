import Chip
import ChipRig
import Foundation
import MRZParsing
import PCSC
import TestSupport
import Testing

/// Files as chips in use have them, which need not be built as the standard has it.
@Suite struct ChipFileTests {
    private func reading(_ files: [ChipFile: String]) throws -> ChipReading {
        try ChipReading(files: files.mapValues { Hex.bytes($0) }, optical: nil, trust: nil, now: ChipCase.now)
    }

    /// Dates as eight digits, and as the same in four bytes (Hungary, France); an empty field, a tag that is not known.
    @Test func details() throws {
        let digits = try reading([.dg11: "6B 12 5C 02 5F2B 5F2B 08 3139373430383132 5F85 00"])
        #expect(digits.details.map(\.kind) == [.fullDateOfBirth])
        #expect(digits.details.first?.text == "19740812")
        let packed = try reading([.dg11: "6B 0A 5F2B 04 19740812 5F0E 00"])
        #expect(packed.details.map(\.text) == ["19740812"])
        let wrong = try reading([.dg11: "6B 07 5F2B 04 19ABCDEF"])
        #expect(wrong.details.isEmpty && wrong.unread.isEmpty)
        let names = try reading([.dg11: "6B 10 A0 0E 0201 02 5F0F 03 413C42 5F0F 02 4344"])
        #expect(names.details.map(\.text) == ["A<B", "CD"])
        #expect(!"\(names) \(names.details)".contains("A<B"))
    }

    /// A picture begins where it begins, whatever the lengths around it say.
    @Test func pictures() throws {
        #expect(try reading([.dg2: "75 08 7F61 05 FFD8FFE000"]).face?.format == .jpeg)
        #expect(try reading([.dg2: "75 0D 0000000C6A5020200D0A870A00"]).face?.format == .jpeg2000)
        #expect(try reading([.dg2: "75 05 00FF4FFF51"]).face?.bytes == [0xFF, 0x4F, 0xFF, 0x51])
        #expect(try reading([.dg2: "75 03 FFD800"]).face == nil)
        #expect(try reading([.dg7: "67 06 02 01 01 FFD8FF"]).signature?.format.fileEnding == "jpg")
    }

    /// Lengths that lie, and files that are others.
    @Test(arguments: ["", "61", "61 84 7FFFFFFF 00", "61 80 0000", "61 02 5F1F", "62 02 0000", "61 05 5F1F 02 4142"])
    func brokenMRZ(_ hex: String) throws {
        let reading = try reading([.dg1: hex])
        #expect(reading.mrz == nil && reading.unread == [1: .malformed])
        #expect(reading.verdict == .refused && reading.fact(.signature)?.reason == .missingFile)
    }

    /// A reader that is waited for in vain, as by a host all day, leaves no thread behind.
    @Test func threadsEnd() throws {
        func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
        let before = try threads()
        for _ in 0..<400 {
            #expect(throws: ChipError.self) { try CardTransport(reader: "no such reader", timeout: .zero) }
        }
        // Each ends as soon as it is given the processor; other tests have threads of their own.
        let deadline = ContinuousClock.now + .seconds(60)
        while try threads() > before + 200, ContinuousClock.now < deadline { sched_yield() }
        #expect(try threads() <= before + 200)
    }

    @Test func comparison() throws {
        let lines = Doc9303.td3
        let mrz = try MRZ(lines, format: .td3)
        #expect(LineComparison(chip: mrz, optical: mrz).isSame)
        let other = try MRZ([lines[0].replacing("ANNA", with: "ANMA"), lines[1]], format: .td3)
        #expect(
            LineComparison(chip: mrz, optical: other).differences == [MRZPosition(line: 0, column: 17)])
    }

    @Test(arguments: [
        // The rig's, with its check byte, and without; short lengths only; no historical bytes; T=1 announced first;
        // cut off.
        ("3B8A80010031C173C821C005900068", true), ("3B8A80010031C173C821C0059000", true),
        ("3B8A80010031C173C82180059000", false), ("3B00", false), ("", false), ("3BFF1800FF8131", false),
    ])
    func answersToReset(_ hex: String, takes: Bool) {
        let reader = CardReader(name: "r", state: 0x20, answerToReset: Hex.bytes(hex))
        #expect(reader.takesExtendedLengths == takes && reader.state == .chip)
    }

    /// PC/SC part 10: a reader that tells 0 takes short APDUs only; one that tells nothing may take any.
    @Test(arguments: [(nil, .untold), (0, .short), (261, .short), (65_544, .extended)] as [(Int?, AnswerLengths)])
    func lengthsOfAnswers(_ longest: Int?, _ lengths: AnswerLengths) {
        let reader = CardReader(name: "r", state: 0x20, answerToReset: Hex.bytes("3B8A80010031C173C821C0059000"))
        #expect(reader.lengths(longestAPDU: longest) == lengths)
        let short = CardReader(name: "r", state: 0x20, answerToReset: Hex.bytes("3B8A80010031C173C82180059000"))
        #expect(short.lengths(longestAPDU: longest) == .short)
    }

    @Test func listsOfAuthorities() throws {
        let list = try TrustList()
        for text in ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "a:: MAA=\n"] {
            #expect(throws: ChipError.self) { _ = try list.add(Array(text.utf8)) }
        }
        #expect(list.authorities == 0)
    }
}
