import Foundation
import Imaging
import LabelledSamples
import MRZParsing
import Scanning
import TestSupport
import Testing

/// Light that falls unevenly on a zone, fingers at its edges, and strokes that are lighter than its paper.
@Suite struct UnevenLightTests {
    private static let sample = "td3/096-scan-rgb.jpg"

    /// A cell of the zone: its left edge and top in pixels, and its size.
    private struct Cell {
        let left, top, width, height: Double
    }

    private func cell(line: Int, column: Int) throws -> Cell {
        let zone = try #require(try LabelledSample(Self.sample).quad)
        let width = (zone.topRight - zone.topLeft).length / 44
        let top = line == 0 ? zone.topLeft.y : zone.bottomLeft.y - 1.3 * width
        return Cell(left: zone.topLeft.x + Double(column) * width, top: top, width: width, height: 1.3 * width)
    }

    /// The sample with other light at each place, read.
    private func read(_ light: (_ x: Double, _ y: Double, _ level: Double) -> Double) throws -> Reading {
        try LabelledSample(Self.sample).picture().gray.lit(light).firstReading()
    }

    /// The straight edge of a shadow, eight pixels wide, through a character of either line.
    @Test(arguments: [(6, 0.0), (12, 0.4), (30, -0.3)]) func theEdgeOfAShadowHidesNothing(_ column: Int, lean: Double)
        throws
    {
        let cell = try cell(line: 0, column: column)
        let reading = try read { x, y, level in
            let beyond = x - cell.left - cell.width / 2 + lean * (y - cell.top)
            return level * (1 - 0.2 * max(0, min(1, beyond / 8 + 0.5)))
        }
        #expect(reading.isVerified)
    }

    /// The edge of a deeper shadow, six pixels wide, that leans across several characters of both lines.
    @Test(arguments: [(12, -0.7), (16, 1), (20, 0.6), (28, 1.5)]) func aDeepShadowHidesNothing(
        _ column: Int, lean: Double
    ) throws {
        let cell = try cell(line: 0, column: column)
        let reading = try read { x, y, level in
            let beyond = x - cell.left - cell.width / 2 + lean * (y - cell.top - cell.height / 2)
            return level * (1 - 0.3 * max(0, min(1, beyond / 6 + 0.5)))
        }
        #expect(reading.isVerified)
    }

    /// Rows of microprint, several between two lines, are no seam; one alone, as the edge of a page, is.
    @Test(arguments: [(9.0, 0.05), (11, 0.06)]) func microprintIsNoSeam(_ distance: Double, depth: Double) throws {
        let rows = try read { _, y, level in
            level > 110 && y.truncatingRemainder(dividingBy: distance) < 3 ? level * (1 - depth) : level
        }
        #expect(rows.isVerified)
        let upper = try cell(line: 0, column: 0)
        let seam = ((upper.top + upper.height + (try cell(line: 1, column: 0)).top) / 2).rounded()
        let single = try read { _, y, level in
            level > 110 && (seam..<seam + 3).contains(y) ? level * (1 - depth) : level
        }
        #expect(single.status.doubts.contains(.mixedPrint))
    }

    /// A darker paper that covers the lower part of some characters has an edge as a shadow has, and no print.
    @Test(arguments: [0.45, 0.7, 1], [5, 21]) func aPaperOverCharactersIsNoShadow(_ light: Double, _ column: Int) throws
    {
        let cell = try cell(line: 1, column: column)
        let page = try LabelledSample(Self.sample).picture().gray
        let paper = Double(page[Int(cell.left), Int(cell.top + 3 * cell.height)])
        let reading = try read { x, y, level in
            let (across, down) = ((x - cell.left) / cell.width, (y - cell.top) / cell.height)
            return (0..<2.2).contains(across) && (0.5..<3).contains(down) ? light * paper : level
        }
        #expect(!reading.isVerified)
    }

    /// A soft shade over a character, which is not bolder for it: its distance in cells across which it fades.
    @Test(arguments: [(0, 0.9), (7, 0.5), (12, 0.9), (20, 0.9)]) func aShadeHidesNothing(_ column: Int, fading: Double)
        throws
    {
        let cell = try cell(line: 0, column: column)
        let reading = try read { x, y, level in
            let across = (x - cell.left - cell.width / 2) / (fading * cell.width)
            let down = (y - cell.top - cell.height / 2) / (3 * cell.width)
            return level * (1 - 0.3 * exp(-(across * across + down * down) / 2))
        }
        #expect(reading.isVerified)
    }

    /// The reflection of a lamp, which takes contrast and ink from the print under it: so many cells long, and so bright.
    @Test(arguments: [(16, 5.0, 100.0), (20, 5, 130), (24, 12, 100), (24, 12, 130)])
    func aReflectionIsNoOtherPrint(_ column: Int, length: Double, brightness: Double) throws {
        let (upper, lower) = (try cell(line: 0, column: column), try cell(line: 1, column: column))
        let middle = (upper.top + lower.top + lower.height) / 2
        let reading = try read { x, y, level in
            let across = (x - upper.left) / (length * upper.width)
            let down = (y - middle) / (6 * upper.width)
            return 0.8 * level + brightness * exp(-pow(across * across + down * down, 1.5))
        }
        #expect(reading.isVerified)
    }

    /// Bands of a lamp that flickers while a camera reads its rows: so many cells from one to the next, and where the first one
    /// is darkest.
    @Test(arguments: [(7.0, 0.3), (9, 0.6), (14, 0.8)]) func theBandsOfALampHideNothing(
        _ period: Double, phase: Double
    ) throws {
        let cell = try cell(line: 0, column: 0)
        let reading = try read { _, y, level in
            level * (1 - 0.3 * (0.5 + 0.5 * cos(2 * .pi * ((y - cell.top) / cell.width / period - phase))))
        }
        #expect(reading.isVerified)
    }

    /// A page that lies over another one has an edge, in such a light too.
    @Test func theEdgeOfAPageIsNoBand() throws {
        let (upper, lower) = (try cell(line: 0, column: 0), try cell(line: 1, column: 0))
        let seam = (upper.top + upper.height + lower.top) / 2
        let reading = try read { _, y, level in
            let band = 1 - 0.2 * (0.5 + 0.5 * cos(2 * .pi * (y - upper.top) / upper.width / 12))
            return level * band * (y < seam ? 1 : 0.93)
        }
        #expect(reading.status.doubts.contains(.mixedPrint))
    }

    /// A crease, which is a light line from the top of the page to its foot.
    @Test func aCreaseHidesNothing() throws {
        let cell = try cell(line: 1, column: 12)
        let reading = try read { x, y, level in
            let away = x - cell.left - cell.width / 2 + 0.2 * (y - cell.top)
            return 0.75 * level + (abs(away) < 1 ? 30 : 0)
        }
        #expect(reading.isVerified)
    }

    /// White strokes on a darker paper within a cell: whoever looks sees another character there.
    @Test func whiteStrokesInACellAreDoubted() throws {
        let cell = try cell(line: 0, column: 8)
        let reading = try read { x, y, level in
            let (across, down) = ((x - cell.left) / cell.width, (y - cell.top) / cell.height)
            let isStroke = (0..<1).contains(down) && (abs(across - 0.15) < 0.06 || abs(across - 0.85) < 0.06)
            return isStroke ? 250 : 0.75 * level
        }
        #expect(reading.status.doubts.contains(.obscured(at: MRZPosition(line: 0, column: 8))))
    }

    /// A fingertip that holds the page reaches into the cell before a line.
    @Test func aFingertipBeforeALineIsNoPrint() throws {
        let cell = try cell(line: 1, column: 0)
        let reading = try read { x, y, level in
            let across = (x - cell.left + 3.2 * cell.width) / (2.5 * cell.width)
            let down = (y - cell.top - cell.height / 2) / (3 * cell.width)
            return across * across + down * down < 1 ? 80 : level
        }
        #expect(reading.isVerified)
    }

    /// A stroke there that has paper beyond it is print.
    @Test func aStrokeBeforeALineIsPrint() throws {
        let cell = try cell(line: 1, column: -1)
        let reading = try read { x, y, level in
            let (across, down) = ((x - cell.left) / cell.width, (y - cell.top) / cell.height)
            return (0..<1).contains(down) && abs(across - 0.5) < 0.08 ? 80 : level
        }
        #expect(reading.status.doubts.contains(.printBeyond))
    }

    /// Whether a place lies on the sides of a box round the zone, so many cells off; of a broken one, beside its lines.
    private func sides(off: Double, areBroken: Bool = false) throws -> (_ x: Double, _ y: Double) -> Bool {
        let (first, last) = (try cell(line: 0, column: 0), try cell(line: 1, column: 44))
        let margin = off * first.width
        let rows = first.top - margin..<last.top + last.height + margin
        return { x, y in
            let isBeside = [first.left - margin, last.left + margin].contains { abs(x - $0) < 1.5 }
            let isInLine = [first, last].contains { ($0.top..<$0.top + $0.height).contains(y) }
            return isBeside && rows.contains(y) && (isInLine || !areBroken)
        }
    }

    @Test(arguments: [0.5, 0.9]) func aBoxRoundTheZoneIsNoPrint(_ off: Double) throws {
        let isSide = try sides(off: off)
        let reading = try read { x, y, level in isSide(x, y) ? 60 : level }
        #expect(reading.isVerified)
    }

    /// Strokes that stand beside each line, and not between them, are.
    @Test func strokesBesideEachLineArePrint() throws {
        let isSide = try sides(off: 0.5, areBroken: true)
        let reading = try read { x, y, level in isSide(x, y) ? 60 : level }
        #expect(reading.status.doubts.contains(.printBeyond))
    }
}
