import Imaging
import LabelledSamples
import MRZParsing
import Scanning
import TestSupport
import Testing

/// What has the light of paper and another colour.
@Suite struct ZoneColorsTests {
    private func verified() throws -> (gray: GrayImage, page: PageReadings) {
        let gray = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        let scanner = MRZScanner(try .builtIn(), asOf: .ofTests)
        var page = PageReadings()
        page.add(try scanner.scan(Picture(gray: gray)).readings, reduction: 1)
        try #require(page.entries.map(\.reading.isVerified) == [true] && page.wantColors)
        return (gray, page)
    }

    /// The page in colours: green as the luma has it, red and blue so much above and below it at each place.
    private func colored(_ gray: GrayImage, reduction: Int = 1, _ tint: (_ x: Int, _ y: Int) -> Int) -> Picture {
        let (width, height) = (gray.width / reduction, gray.height / reduction)
        func plane(_ sign: Int) -> GrayImage {
            GrayImage(
                width: width, height: height,
                pixels: (0..<width * height).map { i in
                    let (x, y) = (i % width * reduction, i / width * reduction)
                    return UInt8(max(0, min(255, Int(gray[x, y]) + sign * tint(x, y))))
                })
        }
        let color = ColorPlanes(red: plane(1), green: plane(0), blue: plane(-1))
        return Picture(gray: color.green, color: color, reduction: Double(reduction))
    }

    /// Where the upper line ends and the lower one begins.
    private func seam(of page: PageReadings) throws -> Int {
        Int(try #require(page.entries.first).quad.center.y)
    }

    @Test(arguments: [1, 2]) func paperOfAnotherColorUnderOneLineIsDoubted(_ reduction: Int) throws {
        var (gray, page) = try verified()
        let seam = try seam(of: page)
        page.doubt(for: colored(gray, reduction: reduction) { _, y in y < seam ? 12 : -12 })
        let reading = try #require(page.entries.first).reading
        #expect(reading.status.doubts == [.mixedPrint] && page.unsettled.isEmpty && !page.wantColors)
    }

    /// On a patterned ground the tints of each line vary by more than those of two pages differ; column by column they
    /// differ alike.
    @Test func paperOfAnotherColorInEveryColumnIsDoubted() throws {
        var (gray, page) = try verified()
        let seam = try seam(of: page)
        page.doubt(for: colored(gray) { x, y in (y < seam ? 6 : -6) + (x / 40 % 2) * 30 })
        #expect(try #require(page.entries.first).reading.status.doubts == [.mixedPrint])
    }

    /// A patch as light as the paper over half a letter of the name, and over half a digit of the number, whose check
    /// digit may be painted as well.
    @Test func aPatchOfAnotherColorIsDoubted() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        func patch(line: Int, column: Int) -> Picture {
            let left = zone.topLeft.x + (Double(column) + 0.5) * cell
            let top = line == 0 ? zone.topLeft.y : zone.bottomLeft.y - 1.6 * cell
            return colored(gray) { x, y in
                (left..<left + cell / 2).contains(Double(x)) && (top..<top + 1.6 * cell).contains(Double(y)) ? 60 : 0
            }
        }
        for place in [MRZPosition(line: 0, column: 6), MRZPosition(line: 1, column: 3)] {
            var patched = page
            patched.doubt(for: patch(line: place.line, column: place.column))
            #expect(try #require(patched.entries.first).reading.status.doubts == [.obscured(at: place)])
        }
    }

    /// A sticker over characters of the number, whose check digit is right, of one, and of the date; but not a page whose tint
    /// changes little by little.
    @Test func aStickerOfAnotherColorIsDoubted() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        func sticker(_ columns: Range<Double>) -> Picture {
            let (left, right) = (zone.topLeft.x + columns.lowerBound * cell, zone.topLeft.x + columns.upperBound * cell)
            let top = zone.bottomLeft.y - 2.0 * cell
            return colored(gray) { x, y in
                (left..<right).contains(Double(x)) && (top..<top + 2.6 * cell).contains(Double(y)) ? 9 : 0
            }
        }
        for columns in [0.0..<9, 4..<5, 20..<27] {
            var stuck = page
            stuck.doubt(for: sticker(columns))
            #expect(try #require(stuck.entries.first).reading.status.doubts == [.mixedPrint])
        }
        var tinted = page
        tinted.doubt(for: colored(gray) { x, _ in x * 24 / gray.width - 12 })
        #expect(try #require(tinted.entries.first).reading.isVerified)
    }

    /// All the ink of one letter of the name, a third as vivid as other rules ask for; but not that of the whole page.
    @Test func aCharacterInAnotherInkIsDoubted() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        let (left, top) = (zone.topLeft.x + 6 * cell, zone.topLeft.y - 0.2 * cell)
        func ink(_ isTinted: @escaping (_ x: Double, _ y: Double) -> Bool) -> Picture {
            colored(gray) { x, y in isTinted(Double(x), Double(y)) ? (255 - Int(gray[x, y])) / 8 : 0 }
        }
        var (one, all) = (page, page)
        one.doubt(
            for: ink { x, y in (left..<left + cell).contains(x) && (top..<top + 1.8 * cell).contains(y) })
        #expect(
            try #require(one.entries.first).reading.status.doubts == [.obscured(at: MRZPosition(line: 0, column: 6))])
        all.doubt(for: ink { _, _ in true })
        #expect(try #require(all.entries.first).reading.isVerified)
    }

    /// On patterned paper the first fillers behind the name lie on a patch without the pattern; but not where all of the line
    /// does, nor where too few fillers follow to tell.
    @Test(arguments: [(0, false), (5, true), (40, false)], [true, false])
    func fillersOnSmootherPaperThanTheRestAreDoubted(_ patch: (cells: Int, isDoubted: Bool), hasColors: Bool) throws {
        var (gray, page) = try verified()
        let entry = try #require(page.entries.first)
        let line = entry.reading.mrz.lines[0].characters
        let first = try #require(line.lastIndex { !$0.isFiller }) + 1
        try #require(line.count - first >= 10)
        let cell = (entry.quad.topRight - entry.quad.topLeft).length / 44
        let left = entry.quad.topLeft.x + Double(first) * cell
        let bottom = entry.quad.topLeft.y + 2 * cell
        let patterned = GrayImage(
            width: gray.width, height: gray.height,
            pixels: (0..<gray.width * gray.height).map { i in
                let (x, y) = (i % gray.width, i / gray.width)
                let isSmooth = (left..<left + Double(patch.cells) * cell).contains(Double(x)) && Double(y) < bottom
                return gray[x, y] - min(gray[x, y], isSmooth ? 8 : (x / 2 + y / 3) % 2 == 0 ? 0 : 16)
            })
        page.doubt(for: hasColors ? colored(patterned) { _, _ in 0 } : Picture(gray: patterned))
        #expect(try #require(page.entries.first).reading.status.doubts == (patch.isDoubted ? [.mixedPrint] : []))
    }

    /// A dot as light as the paper above a letter of the name, as an accent has it, and a character behind the last
    /// column.
    @Test func whatIsVividBesideALineIsDoubted() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        func dot(column: Double, rise: Double, height: Double = 0.3) -> Picture {
            let (x0, y0) = (zone.topLeft.x + (column + 0.35) * cell, zone.topLeft.y + rise * cell)
            return colored(gray) { x, y in
                (x0..<x0 + 0.3 * cell).contains(Double(x)) && (y0..<y0 + height * cell).contains(Double(y)) ? 90 : 0
            }
        }
        var (above, behind) = (page, page)
        above.doubt(for: dot(column: 6, rise: -0.35))
        #expect(
            try #require(above.entries.first).reading.status.doubts == [.obscured(at: MRZPosition(line: 0, column: 6))])
        behind.doubt(for: dot(column: 44, rise: 0.2, height: 1))
        #expect(try #require(behind.entries.first).reading.status.doubts == [.printBeyond])
    }

    /// A stroke of a signature above the zone that ends right over a letter: it comes from further away than accents reach.
    @Test(arguments: [0.9, 1.6]) func aSignatureAboveTheZoneIsNoAccent(_ height: Double) throws {
        var (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        let (x0, foot) = (zone.topLeft.x + 6.35 * cell, zone.topLeft.y - 0.08 * cell)
        page.doubt(
            for: colored(gray) { x, y in
                (x0..<x0 + 0.3 * cell).contains(Double(x)) && (foot - height * cell..<foot).contains(Double(y)) ? 90 : 0
            })
        #expect(try #require(page.entries.first).reading.isVerified)
    }

    /// A finger that holds the page right behind the lines, and one below them: neither is print.
    @Test func aFingerBesideTheZoneIsNot() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        func finger(column: Double, rise: Double, width: Double, height: Double) -> Picture {
            let (x0, y0) = (zone.topLeft.x + column * cell, zone.topLeft.y + rise * cell)
            return colored(gray) { x, y in
                (x0..<x0 + width * cell).contains(Double(x)) && (y0..<y0 + height * cell).contains(Double(y)) ? 90 : 0
            }
        }
        var (behind, below) = (page, page)
        behind.doubt(for: finger(column: 44.6, rise: -0.5, width: 4, height: 4))
        #expect(behind.entries.map(\.reading.isVerified) == [true])
        let bottom = (zone.bottomLeft - zone.topLeft).length / cell
        below.doubt(for: finger(column: 20, rise: bottom + 0.3, width: 5, height: 3))
        #expect(below.entries.map(\.reading.isVerified) == [true])
    }

    /// A sensor with a colour filter gives the left edges of stems one colour and the right edges the opposite one; the
    /// same colour on both edges is paint.
    @Test func theFringesOfACameraAreNoPaint() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        let left = Int(zone.topLeft.x + 14 * cell)
        func fringed(_ tint: (_ slope: Int) -> Int) -> PageReadings {
            var looked = page
            looked.doubt(
                for: colored(gray) { x, y in
                    let isInCell = (left..<left + Int(cell)).contains(x) && y < gray.height - 1 && x < gray.width - 1
                    return isInCell && x > 0 ? tint(Int(gray[x + 1, y]) - Int(gray[x - 1, y])) : 0
                })
            return looked
        }
        #expect(fringed { $0 / 3 }.entries.map(\.reading.isVerified) == [true])
        #expect(fringed { abs($0) / 3 }.entries.map(\.reading.isVerified) == [false])
    }

    /// A stroke of red ink over a letter: dark in luma, and not there in red.
    @Test func aStrokeOfColoredInkIsDoubted() throws {
        let (gray, page) = try verified()
        let zone = try #require(page.entries.first).quad
        let cell = (zone.topRight - zone.topLeft).length / 44
        let left = zone.topLeft.x + 6.25 * cell
        let stroked = gray.lit { x, y, level in
            let isStroke =
                (left..<left + 0.2 * cell).contains(x) && abs(y - zone.topLeft.y - 0.75 * cell) < 0.75 * cell
            return isStroke ? level / 3 : level
        }
        var looked = page
        let color = ColorPlanes(red: gray, green: stroked, blue: stroked)
        looked.doubt(for: Picture(gray: stroked, color: color, reduction: 1))
        let doubts = try #require(looked.entries.first).reading.status.doubts
        #expect(doubts == [.obscured(at: MRZPosition(line: 0, column: 6))])
    }

    /// One tint all over, none at all, one that grows along the lines or from one to the next, a pattern, and no colours
    /// at all.
    @Test func paperOfOnePageIsNot() throws {
        let (gray, page) = try verified()
        let seam = try seam(of: page)
        let pictures = [
            colored(gray) { _, _ in 30 }, colored(gray) { _, _ in 0 }, colored(gray) { x, _ in 40 * x / gray.width },
            colored(gray) { x, y in x / 40 % 2 * 30 }, colored(gray) { _, y in (y - seam) / 5 },
            Picture(gray: gray),
        ]
        for (number, picture) in pictures.enumerated() {
            var looked = page
            looked.doubt(for: picture)
            #expect(looked.entries.map(\.reading.isVerified) == [true], "picture \(number)")
        }
    }
}
