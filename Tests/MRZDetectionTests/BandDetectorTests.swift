import Imaging
import LabelledSamples
import MRZDetection
import Testing

@Suite struct BandDetectorTests {
    /// Flat scans and turned photographs, one of each shape of zone.
    @Test(arguments: [
        "td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg", "td2/104-scan-rgb.jpg", "mrva/106-scan-rgb.jpg",
        "mrvb/107-scan-rgb.jpg", "td3/124-turned-90.jpg", "td1/125-turned-180.jpg", "mrva/126-turned-270.jpg",
        "td3/001-rotation-1.jpg",
    ])
    func theBestBandLiesOnTheZone(_ image: String) throws {
        let sample = try LabelledSample(image)
        let band = try #require(try bands(in: sample.picture().gray).first)
        let zone = try #require(sample.quad)
        #expect(band.lineCount == sample.lines.count)
        #expect(band.columnCount == sample.lines.map(\.count).max())
        #expect(zone.contains(band.quad.center))
        // The corners are those of the label, counted from either end of the text.
        let turned = band.turned.quad.corners
        let distance = [band.quad.corners, turned].map { corners in
            zip(corners, zone.corners).map { ($0 - $1).length }.max() ?? .infinity
        }
        #expect(distance.contains { $0 < 2 * band.pitch })
    }

    @Test func theBandOfAnInvertedPictureIsLight() throws {
        let gray = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        #expect(try #require(bands(in: gray).first).isLight == false)
        #expect(try #require(bands(in: gray.inverted()).first).isLight)
        let none = BandDetector().bands(in: searched(gray.inverted()), light: false)
        #expect(none.allSatisfy { !$0.isLight })
    }

    /// A column's characters stand one above the other, however much the page leans.
    @Test(arguments: [-0.5, -0.25, 0.25, 0.5])
    func aSlantedPageKeepsItsColumns(_ lean: Double) throws {
        let upright = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let moved = Int(0.5 * Double(upright.height)) + 1
        let slanted = GrayImage(width: upright.width + 2 * moved, height: upright.height) { pixels in
            for y in 0..<upright.height {
                let shift = moved + Int((lean * (Double(y) - Double(upright.height) / 2)).rounded())
                for x in 0..<(upright.width + 2 * moved) {
                    pixels[y * (upright.width + 2 * moved) + x] =
                        upright[min(max(0, x - shift), upright.width - 1), y]
                }
            }
        }
        let band = try #require(bands(in: slanted).first)
        #expect(band.lineCount == 2 && band.columnCount == 44)
        for column in [0.0, 22, 43] {
            let down = band.point(column: column, line: 1) - band.point(column: column, line: 0)
            #expect(abs(down.x - lean * down.y) < 0.35 * band.pitch)
        }
    }

    /// The weave of a cloth beside a page stands in the rows of its lines, and evenly.
    @Test func linesThatGoOnBesideThePageAreStillFound() throws {
        let page = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let alone = try #require(bands(in: page).first)
        let added = Int(32 * alone.pitch)
        var pixels = [UInt8](repeating: 200, count: (page.width + added) * page.height)
        let width = page.width + added
        for y in 0..<page.height {
            for x in 0..<page.width { pixels[y * width + added + x] = page[x, y] }
        }
        // From the margin of the page to the edge of the picture, with gaps.
        for column in -31...(-3) where column % 3 != 0 {
            for line in 0..<2 where (column + line) % 4 != 0 {
                let place = alone.point(column: Double(column), line: Double(line))
                let half = Int(0.3 * alone.pitch)
                for y in (Int(place.y) - half)...(Int(place.y) + half) {
                    for x in (Int(place.x) + added - half)...(Int(place.x) + added + half) where x >= 0 {
                        pixels[y * width + x] = 90
                    }
                }
            }
        }
        let band = try #require(bands(in: GrayImage(width: width, height: page.height, pixels: pixels)).first)
        #expect(band.lineCount == 2 && band.columnCount == 44)
        let moved = Point(x: alone.quad.center.x + Double(added), y: alone.quad.center.y)
        #expect((band.quad.center - moved).length < alone.pitch)
    }

    /// Two cards that lie flush, their lines level and less than four characters apart.
    @Test func cardsSideBySideAreFoundBoth() throws {
        let sample = try LabelledSample("td1/101-scan-rgb.jpg")
        let gray = try sample.picture().gray
        let corners = try #require(sample.quad).corners
        // Of the second card what lies right of its zone's left edge, with a blank of three and a half characters.
        let pitch = (corners[1] - corners[0]).length / 30
        let end = Int(corners[1].x + 1.5 * pitch)
        let start = Int(corners[0].x - 2 * pitch)
        let width = end + gray.width - start
        let both = GrayImage(width: width, height: gray.height) { pixels in
            for y in 0..<gray.height {
                for x in 0..<width { pixels[y * width + x] = x < end ? gray[x, y] : gray[x - end + start, y] }
            }
        }
        let found = bands(in: both).filter { $0.lineCount == 3 && $0.columnCount == 30 && $0.quality > 0.5 }
        let second = Double(end - start)
        for shift in [0, second] {
            let left = corners[0].x + shift
            #expect(found.contains { abs(($0.quad.corners.map(\.x).min() ?? 0) - left) < 1.5 * pitch })
        }
    }

    @Test(arguments: ["negatives/205-sky.jpg", "negatives/207-white.jpg"])
    func whereThereIsNoPrintThereIsNoBand(_ image: String) throws {
        #expect(try bands(in: LabelledSample(image).picture().gray).isEmpty)
    }

    @Test(arguments: [(0, 0), (1, 1), (31, 400), (400, 15)])
    func aPictureTooSmallForAZoneHasNone(_ width: Int, _ height: Int) {
        let image = GrayImage(width: width, height: height, pixels: Array(repeating: 128, count: width * height))
        #expect(BandDetector().bands(in: image).isEmpty)
    }

    @Test func returnsNoMoreThanAskedFor() throws {
        var configuration = BandDetector.Configuration()
        configuration.maxBands = 1
        let gray = searched(try LabelledSample("two/183-td3-td3.jpg").picture().gray)
        #expect(BandDetector(configuration).bands(in: gray).count == 1)
        #expect(BandDetector().bands(in: gray).count > 1)
    }

    /// A share of a narrow picture's width is rounded off by more than that of its height.
    @Test(arguments: [0.39, 0.61, 0.85])
    func aZoneFarDownATallPictureIsWhereItIs(_ share: Double) throws {
        let page = try LabelledSample("td1/101-scan-rgb.jpg").picture().gray
        let added = 2800
        let tall = GrayImage(width: page.width, height: added + page.height) { pixels in
            pixels.update(repeating: 240)
            for y in 0..<page.height {
                for x in 0..<page.width { pixels[(added + y) * page.width + x] = page[x, y] }
            }
        }
        func band(in image: GrayImage) throws -> Band {
            try #require(BandDetector().bands(in: ImagePyramid(image), at: SearchPass(share: share)).first)
        }
        let (alone, found) = (try band(in: page), try band(in: tall))
        #expect(found.lineCount == 3 && found.isTurned == alone.isTurned)
        for (a, b) in zip(alone.quad.corners, found.quad.corners) {
            #expect((b - a - Point(x: 0, y: Double(added))).length < 0.1 * alone.pitch)
        }
    }

    @Test func theScaleMultipliesTheCoordinates() throws {
        let gray = searched(try LabelledSample("td1/101-scan-rgb.jpg").picture().gray)
        let plain = try #require(BandDetector().bands(in: gray).first)
        let scaled = try #require(BandDetector().bands(in: gray, scale: 3).first)
        let expected = plain.quad.scaled(by: 3)
        #expect(zip(expected.corners, scaled.quad.corners).allSatisfy { ($0 - $1).length < 1e-6 })
        #expect(abs(scaled.pitch - 3 * plain.pitch) < 1e-6)
    }
}

/// The picture as the scanner searches it first.
func searched(_ gray: GrayImage) -> GrayImage { gray.resized(by: searchedShare(of: gray)) }

/// The bands of a picture, in its own pixels.
func bands(in gray: GrayImage) -> [Band] {
    BandDetector().bands(in: searched(gray), scale: 1 / searchedShare(of: gray))
}

private func searchedShare(of gray: GrayImage) -> Double { 1280 / Double(max(gray.width, gray.height)) }
