import Imaging
import LabelledSamples
import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Clean pages to which one thing was done.
@Suite struct DisturbedPageTests {
    /// A page bent both ways: the characters stand closer on one half than on the other, and the lines are waves.
    @Test func aPageBentBothWaysIsFoundWhole() throws {
        let flat = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let (width, height) = (flat.width, flat.height)
        func wave(_ x: Double) -> Double { sin(2 * Double.pi * x / Double(width)) }
        let bent = GrayImage(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let from = Double(x) + 0.03 * Double(width) * wave(Double(x))
                    let row = Double(y) + 0.02 * Double(width) * wave(Double(x))
                    pixels[y * width + x] =
                        flat[
                            min(max(Int(from), 0), width - 1), min(max(Int(row), 0), height - 1)]
                }
            }
        }
        let alone = try #require(bands(in: flat).first)
        let band = try #require(bands(in: bent).first)
        #expect(band.lineCount == 2 && band.columnCount == 44)
        // Where each character went, or that it was read from the other end.
        for column in [0.0, 10, 22, 33, 43] {
            let place = band.point(column: band.isTurned == alone.isTurned ? column : 43 - column, line: 0.5)
            let x = place.x + 0.03 * Double(width) * wave(place.x)
            #expect(abs(x - alone.point(column: column, line: 0.5).x) < 0.5 * alone.pitch)
        }
    }

    /// A page with waves of so many characters, as high and as low as shown, in pitches: each cell is on its character.
    @Test(arguments: [(15.0, 0.2), (22, 0.35)])
    func theCellsFollowAWavyPage(_ length: Double, _ height: Double) throws {
        let flat = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let alone = try #require(bands(in: flat).first)
        func wave(_ x: Double) -> Double { height * alone.pitch * sin(2 * Double.pi * x / (length * alone.pitch)) }
        let wavy = GrayImage(width: flat.width, height: flat.height) { pixels in
            for y in 0..<flat.height {
                for x in 0..<flat.width {
                    let row = Int((Double(y) - wave(Double(x))).rounded())
                    pixels[y * flat.width + x] = flat[x, min(max(row, 0), flat.height - 1)]
                }
            }
        }
        let band = try #require(bands(in: wavy).first)
        #expect(band.lineCount == 2 && band.columnCount == 44 && band.isTurned == alone.isTurned)
        for column in stride(from: 0.0, through: 43, by: 1) {
            for line in [0.0, 1] {
                let place = alone.point(column: column, line: line)
                let moved = place + Point(x: 0, y: wave(place.x))
                #expect(
                    (band.point(column: column, line: line) - moved).length < 0.15 * alone.pitch,
                    "column \(column), line \(line)")
            }
        }
    }

    /// Lines of a pattern, fainter than print, join its characters where whatever is a little darker counts as ink.
    @Test func printOverAPatternIsFoundByBoldInk() throws {
        let clean = searched(try LabelledSample("td3/096-scan-rgb.jpg").picture().gray)
        let covered = GrayImage(width: clean.width, height: clean.height) { pixels in
            for y in 0..<clean.height {
                for x in 0..<clean.width {
                    let isLine = (3 * x + 2 * y) % 40 < 6 || (2 * x - 3 * y + 40_000) % 40 < 6
                    pixels[y * clean.width + x] = min(clean[x, y], isLine ? 160 : 255)
                }
            }
        }
        let alone = try #require(BandDetector().bands(in: clean).first)
        func isTheZone(_ band: Band) -> Bool {
            band.lineCount == 2 && band.columnCount == 44
                && (band.quad.center - alone.quad.center).length < alone.pitch
        }
        #expect(!BandDetector().bands(in: covered).contains(where: isTheZone))
        #expect(BandDetector().bands(in: covered, ink: .bold).contains(where: isTheZone))
    }

    /// Three lines that are as good must not keep a document of one line from being looked at.
    @Test func aSingleLineBesideAZoneOfThreeIsFoundToo() throws {
        let card = try LabelledSample("td1/101-scan-rgb.jpg").picture().gray
        let licence = try LabelledSample("licences/111-scan-rgb.jpg").picture().gray
        let both = GrayImage(width: max(card.width, licence.width), height: card.height + licence.height) { pixels in
            let width = max(card.width, licence.width)
            pixels.update(repeating: 128)
            for y in 0..<card.height { for x in 0..<card.width { pixels[y * width + x] = card[x, y] } }
            for y in 0..<licence.height {
                for x in 0..<licence.width { pixels[(card.height + y) * width + x] = licence[x, y] }
            }
        }
        let found = bands(in: both)
        #expect(found.contains { $0.lineCount == 3 && $0.quad.center.y < Double(card.height) })
        #expect(found.contains { $0.lineCount == 1 && $0.quad.center.y > Double(card.height) })
    }
}
