import Foundation
import ImageDecoding
import Imaging
import LabelledSamples
import MRZParsing
import Scanning
import TestSupport
import Testing

/// Marks that change what a person reads and leave little in the strips that are read: hairlines over large print, stems
/// beside fillers, a character before a finger.
@Suite struct SmallMarksTests {
    private static let sample = "td3/096-scan-rgb.jpg"

    /// A place within a cell: 0...1 from its left edge, and from the top of its capital to its foot.
    private typealias Place = (across: Double, down: Double)

    /// The sample, enlarged, with other light at each place of a cell and of what lies round it; read.
    ///
    /// - Parameter light: by the place, how many cells a pixel is wide, and the level there.
    private func read(
        _ line: Int, _ column: Int, enlarged share: Double = 1,
        _ light: (_ place: Place, _ pixel: Double, _ level: Double) -> Double
    ) throws -> Reading {
        let sample = try LabelledSample(Self.sample)
        let zone = try #require(sample.quad).scaled(by: share)
        let page = try sample.picture().gray.enlarged(by: share)
        let width = (zone.topRight - zone.topLeft).length / 44
        // The page is turned by a fifth of a degree.
        let slope = (zone.topRight.y - zone.topLeft.y) / (zone.topRight.x - zone.topLeft.x)
        let left = zone.topLeft.x + Double(column) * width
        let height = 1.05 * width
        let first = (line == 0 ? zone.topLeft.y : zone.bottomLeft.y - height) + slope * Double(column) * width
        return try page.lit { x, y, level in
            light(((x - left) / width, (y - first) / height), 1 / width, level)
        }.firstReading()
    }

    private func isObscured(_ reading: Reading, _ line: Int, _ column: Int) -> Bool {
        reading.status.doubts.contains(.obscured(at: MRZPosition(line: line, column: column)))
    }

    /// Lines of a pixel within a cell: two that lie and one that stands.
    private func isHairline(_ place: Place, _ pixel: Double) -> Bool {
        guard (0.15..<0.85).contains(place.across), (0.1..<0.9).contains(place.down) else { return false }
        return [0.25, 0.45].contains { abs(place.down - $0) < 0.5 * pixel } || abs(place.across - 0.6) < 0.5 * pixel
    }

    @Test func largePrintIsVerified() throws {
        #expect(try read(0, 20, enlarged: 3) { $2 }.isVerified)
    }

    /// Single pixels make teeth of the edges of print that lies aslant: `Fixtures/turned-large.jpg`, a drawn page.
    @Test func largePrintAslantIsVerified() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/turned-large.jpg")
        let reading = try EncodedImage(path: file.path).picture(longSide: 2400).gray.firstReading()
        #expect(reading.isVerified)
    }

    @Test(arguments: [(0, 20), (0, 35), (1, 30)]) func hairlinesOverLargePrintAreDoubted(_ line: Int, _ column: Int)
        throws
    {
        let reading = try read(line, column, enlarged: 3) { isHairline($0, $1) ? 20 : $2 }
        #expect(isObscured(reading, line, column))
    }

    @Test(arguments: [(0, 20), (0, 35)]) func lightHairlinesOnGrayPaperAreDoubted(_ line: Int, _ column: Int) throws {
        let reading = try read(line, column, enlarged: 3) { isHairline($0, $1) ? 250 : 0.6 * $2 }
        #expect(isObscured(reading, line, column))
    }

    /// A thin stem makes a K of a filler far behind the name.
    @Test func aStemBesideAFillerIsDoubted() throws {
        let reading = try read(0, 35) { place, _, level in
            (0..<1).contains(place.down) && abs(place.across - 0.12) < 0.05 ? 60 : level
        }
        #expect(isObscured(reading, 0, 35))
    }

    /// A thumb whose edge begins half a cell before the line, and one that leaves a letter to be seen there.
    @Test(arguments: [false, true]) func aCharacterBeforeAThumbIsPrint(_ isThere: Bool) throws {
        let reading = try read(1, 0) { place, _, level in
            let (across, down) = ((place.across + 3.6) / 2.5, (place.down - 0.5) / 3)
            if across * across + down * down < 1 { return 60 }
            let isStem = (-0.85 ..< -0.7).contains(place.across) && (0..<1).contains(place.down)
            let isFoot = (-0.85 ..< -0.25).contains(place.across) && (0.9..<1).contains(place.down)
            return isThere && (isStem || isFoot) ? 60 : level
        }
        #expect(reading.status.doubts.contains(.printBeyond) == isThere)
        #expect(reading.isVerified != isThere)
    }
}
