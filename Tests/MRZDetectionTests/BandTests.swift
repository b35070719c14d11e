import Imaging
import LabelledSamples
import MRZDetection
import Testing

@Suite struct BandTests {
    /// Another window shows the same cells of the same grid, however the band is read.
    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func aWindowKeepsTheGrid(_ isTurned: Bool, _ isMirrored: Bool) throws {
        let gray = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        var band = try #require(BandDetector().bands(in: gray).first)
        if isTurned { band = band.turned }
        if isMirrored { band = band.mirrored }
        let window = band.window(columns: 5..<35, lines: -1..<2)
        #expect(window.columnCount == 30 && window.lineCount == 3)
        #expect(window.isTurned == isTurned && window.isMirrored == isMirrored)
        for (column, line, rise) in [(0.0, 0.0, 0.0), (29, 2, 0.5), (12.5, 1, -0.5)] {
            let there = band.point(column: column + 5, line: line - 1, rise: rise)
            #expect((window.point(column: column, line: line, rise: rise) - there).length < 1e-6)
        }
    }

    private func band() throws -> Band {
        try #require(try bands(in: LabelledSample("td3/096-scan-rgb.jpg").picture().gray).first)
    }

    private func areSame(_ a: Point, _ b: Point) -> Bool { (a - b).length < 1e-6 }

    /// Characters that stand further and further to the right of their cells' middles: cells follow them, whichever way
    /// round the band is read.
    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func aGridFollowsItsCharacters(_ isTurned: Bool, _ isMirrored: Bool) throws {
        var band = try band()
        if isTurned { band = band.turned }
        if isMirrored { band = band.mirrored }
        func place(_ column: Int) -> Double { Double(column) + 0.01 * Double(column) }
        let places = (0..<2).map { _ in (0..<44).map { $0 % 5 == 4 ? nil : place($0) } }
        let followed = try #require(band.following(places))
        for (line, column) in [(0, 0), (0, 22), (1, 40)] {
            let there = band.point(column: place(column), line: Double(line))
            #expect((followed.point(column: Double(column), line: Double(line)) - there).length < 0.1 * band.pitch)
        }
        #expect(followed.columnCount == 44 && followed.lineCount == 2)
        #expect(band.following([[nil], [nil]]).map(\.lineCount) == nil)
    }

    @Test func turningExchangesFirstAndLast() throws {
        let band = try band()
        let turned = band.turned
        #expect(turned.isTurned && !turned.isMirrored && !band.isTurned)
        #expect(areSame(band.point(column: 0, line: 0), turned.point(column: 43, line: 1)))
        #expect(areSame(band.point(column: 7, line: 1), turned.point(column: 36, line: 0)))
        // What is above the middle of a line is below it when the line is upside down.
        #expect(areSame(band.point(column: 5, line: 0, rise: -0.5), turned.point(column: 38, line: 1, rise: 0.5)))
        #expect(areSame(band.quad.topLeft, turned.quad.bottomRight))
    }

    @Test func mirroringExchangesLeftAndRight() throws {
        let band = try band()
        let mirrored = band.mirrored
        #expect(mirrored.isMirrored && !mirrored.isTurned)
        #expect(areSame(band.point(column: 0, line: 0), mirrored.point(column: 43, line: 0)))
        #expect(areSame(band.quad.bottomLeft, mirrored.quad.bottomRight))
    }

    @Test func twiceTurnedOrMirroredIsAsBefore() throws {
        let band = try band()
        for same in [band.turned.turned, band.mirrored.mirrored] {
            #expect(zip(band.quad.corners, same.quad.corners).allSatisfy { areSame($0, $1) })
            #expect(same.isTurned == false && same.isMirrored == false)
        }
    }

    @Test func turningAddsHalfATurn() throws {
        let band = try band()
        let difference = abs(band.turned.quad.rotation - band.quad.rotation)
        #expect(abs(difference - 180) < 0.01)
    }

    @Test func aPartOfTheColumnsHasAPartOfTheQuad() throws {
        let band = try band()
        let left = band.quad(from: 0, columns: 22)
        let right = band.quad(from: 22, columns: 22)
        #expect(areSame(left.topLeft, band.quad.topLeft) && areSame(right.bottomRight, band.quad.bottomRight))
        #expect(areSame(left.topRight, right.topLeft) && areSame(left.bottomRight, right.bottomLeft))
    }

    @Test func itsProportionsAreThoseOfThePrint() throws {
        let band = try band()
        let width = (band.quad.topRight - band.quad.topLeft).length
        #expect(abs(width / band.pitch - 44) < 0.5)
        // OCR-B size 1 has capitals of 2.4 mm at 2.54 mm a character; ink is measured with its blur.
        #expect((0.8...1.2).contains(band.capHeight / band.pitch))
        #expect(band.quality > 0.6)
    }

    @Test func bandsAreTheSameWhereTheirCornersMeet() throws {
        let band = try band()
        #expect(band.isSame(as: band, within: 0))
        // Read from the other end, its corners lie elsewhere.
        #expect(!band.isSame(as: band.turned, within: 2))
        let moved = band.window(columns: 1..<(band.columnCount + 1), lines: 0..<band.lineCount)
        #expect(band.isSame(as: moved, within: 1.2) && !band.isSame(as: moved, within: 0.8))
        let longer = band.window(columns: 0..<(band.columnCount + 1), lines: 0..<band.lineCount)
        let fewer = band.window(columns: 0..<band.columnCount, lines: 0..<(band.lineCount - 1))
        #expect(!band.isSame(as: longer, within: 9) && !band.isSame(as: fewer, within: 9))
    }
}
