import Foundation
import LabelledSamples
import MRZScan
import Testing

@Suite struct MRZReaderTests {
    private let sample = "td3/001-rotation-1.jpg"
    private var path: String { Repository.root.appending(path: "Samples/" + sample).path }

    private func lines(_ reports: [ScanReport]) -> [[String]] {
        reports.map { report in
            guard case .read(let document) = report.outcome, document.isVerified else { return [] }
            return document.mrz.lines.map(\.text)
        }
    }

    @Test func aFileItsBytesAndItsPixelsReadAlike() throws {
        let label = try LabelledSample(sample)
        let reader = MRZReader()
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(lines(try reader.read(path: path)) == [label.lines])
        #expect(lines(try reader.read(bytes: bytes)) == [label.lines])
        #expect(lines(try reader.read(try label.picture())) == [label.lines])
        #expect(lines(try reader.read(try label.picture().gray)) == [label.lines])
    }

    @Test func aPageAtATimeIsReadAsWithTheOthers() throws {
        let path = Repository.root.appending(path: "Samples/formats/175-three-pages.tiff").path
        let reader = MRZReader()
        let document = try EncodedImage(path: path)
        let pages = try (0..<document.pageCount).map { try reader.read(document, page: $0, source: path) }
        #expect(pages.map(\.count) == [1, 1, 1] && pages.joined().map(\.page) == [1, 2, 3])
        #expect(pages.map(lines) == (try reader.read(path: path)).map { lines([$0]) })
        for page in [-1, 3] {
            guard case .failed(let failure)? = try reader.read(document, page: page).first?.outcome else {
                Issue.record("there is no such page")
                continue
            }
            #expect(failure.code == "no_such_page")
        }
    }

    /// Six small cards: of the third lines few characters were found apart, and the grids of two of them left their lines.
    @Test func cardsOnASheet() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let verified = lines(try MRZReader().read(path: folder.appending(path: "cards-on-a-sheet.jpg").path))
            .compactMap(\.last)
        #expect(
            Set(verified).isSuperset(of: [
                "ABDULRAHMAN<<QUENTIN<<<<<<<<<<", "HIMMEL<PPSO<<NEROZOXA<CHRISTOP",
                "BEAUREGARD<<STEFFI<<<<<<<<<<<<", "CIOCCO<<MO<<<<<<<<<<<<<<<<<<<<", "CIOCCO<<EVE<<<<<<<<<<<<<<<<<<<",
            ]))
        #expect(verified.count == 5)
    }

    /// A camera before a screen: bands of colour whose mean is even and whose luma is not.
    @Test func aPageOnAScreenIsReadInTheMeanOfItsColours() throws {
        let label = try LabelledSample("td3/096-scan-rgb.jpg")
        let page = try label.picture().gray
        func plane(_ share: Double) -> GrayImage {
            let pixels = page.pixels.enumerated().map { i, value -> UInt8 in
                let along = Double(i % page.width) + 0.35 * Double(i / page.width)
                let band: Double = 95 * share * sin(along * 0.55)
                return UInt8(95 + Double(value) / 4 + band)
            }
            return GrayImage(width: page.width, height: page.height, pixels: pixels)
        }
        let color = ColorPlanes(red: plane(-0.5), green: plane(1), blue: plane(-0.5))
        let luma = zip(color.red.pixels, color.green.pixels).map { red, green -> UInt8 in
            // Blue is as red.
            UInt8((413 * Int(red) + 587 * Int(green)) / 1000)
        }
        let gray = GrayImage(width: page.width, height: page.height, pixels: luma)
        func texts(_ reports: [ScanReport]) -> [[String]] {
            reports.compactMap { report in
                guard case .read(let document) = report.outcome else { return nil }
                return document.mrz.lines.map(\.text)
            }
        }
        #expect(texts(try MRZReader().read(gray)) != [label.lines])
        #expect(texts(try MRZReader().read(Picture(gray: gray, color: color))) == [label.lines])
    }

    /// Ten pixels a character in twelve megapixels, of which each size that is searched keeps six: also where two parts
    /// meet.
    @Test(arguments: [(40, 30), (1400, 900), (3400, 2500)]) func printThatIsSmallInALargePicture(
        _ left: Int, _ top: Int
    ) throws {
        let label = try LabelledSample("td3/096-scan-rgb.jpg")
        let page = try label.picture().gray.resized(by: 0.72)
        var pixels = [UInt8](repeating: 225, count: 4000 * 3000)
        for y in 0..<page.height {
            pixels.replaceSubrange(
                (top + y) * 4000 + left..<(top + y) * 4000 + left + page.width,
                with: page.pixels[y * page.width..<(y + 1) * page.width])
        }
        let picture = GrayImage(width: 4000, height: 3000, pixels: pixels)
        let reports = try MRZReader().read(picture)
        guard case .read(let document)? = reports.first?.outcome else {
            Issue.record("nothing is found")
            return
        }
        #expect(document.mrz.lines.map(\.text) == label.lines)
        let corner = try #require(document.sighting?.quad.topLeft)
        let expected = try #require(label.quad).topLeft
        #expect(
            abs(corner.x - Double(left) - 0.72 * expected.x) < 8 && abs(corner.y - Double(top) - 0.72 * expected.y) < 8)
    }

    /// A page that moved between its two fields is read; two pages, one in each field, are not one of them.
    @Test func theFieldsOfAnInterlacedPageShowOneDocument() throws {
        let label = try LabelledSample("td3/097-scan-rgb.jpg")
        let page = try label.picture().gray
        let other = try LabelledSample("td3/096-scan-rgb.jpg").picture().gray
        /// The even rows of the page, and odd ones with what `value` gives.
        func woven(_ value: (_ x: Int, _ y: Int) -> UInt8) -> GrayImage {
            let pixels = page.pixels.enumerated().map { i, own -> UInt8 in
                let (x, y) = (i % page.width, i / page.width)
                return y % 2 == 0 ? own : value(x, y)
            }
            return GrayImage(width: page.width, height: page.height, pixels: pixels)
        }
        let moved = woven { x, y in page[max(0, x - 4), y] }
        #expect(moved.isInterlaced)
        #expect(lines(try MRZReader().read(moved)) == [label.lines])
        let two = woven { x, y in x < other.width && y < other.height ? other[x, y] : 255 }
        #expect(two.isInterlaced)
        #expect(lines(try MRZReader().read(two)).allSatisfy(\.isEmpty))
    }

    @Test func pixelsHeldElsewhereReadAsTheirPictureDoes() throws {
        let label = try LabelledSample(sample)
        let gray = try label.picture().gray
        try gray.pixels.withUnsafeBytes { bytes in
            let buffer = try #require(PixelBuffer(bytes, layout: .gray, width: gray.width, height: gray.height))
            #expect(lines(try MRZReader().read(buffer)) == [label.lines])
            var configuration = MRZReader.Configuration()
            configuration.limits.maxPixels = 1000
            let report = try #require(try MRZReader(configuration).read(buffer, source: "camera").first)
            #expect(report.status == .error && report.source == "camera" && report.page == nil)
        }
    }

    @Test func textsAreParsed() throws {
        let label = try LabelledSample(sample)
        let reader = MRZReader()
        #expect(lines(reader.parse(label.lines.joined(separator: "\n"))) == [label.lines])
        #expect(reader.parse("no zone").map(\.status) == [.notFound])
        let long = String(repeating: "<", count: MRZReader.maxTextBytes + 1)
        #expect(reader.parse(long).map(\.status) == [.error])
    }

    @Test func reportsNameTheirSourceAndPage() throws {
        let reader = MRZReader()
        let file = try #require(try reader.read(path: path).first)
        #expect(file.source == path && file.page == 1)
        let pixels = try #require(
            try reader.read(GrayImage(width: 64, height: 64, filledBy: { $0.update(repeating: 255) }), source: "white")
                .first)
        #expect(pixels.source == "white" && pixels.page == nil && pixels.status == .notFound)
    }

    @Test func whatIsNoPictureIsReported() throws {
        let reader = MRZReader()
        for (reports, code) in [
            (try reader.read(path: "/nowhere/at/all.jpg"), "not_found"),
            (try reader.read(bytes: [1, 2, 3]), "not_an_image"),
        ] {
            guard reports.count == 1, case .failed(let failure) = reports[0].outcome else {
                Issue.record("a report of what failed is expected")
                continue
            }
            #expect(failure.code == code)
        }
    }

    @Test func limitsHold() throws {
        var configuration = MRZReader.Configuration()
        configuration.limits.maxPixels = 1000
        let reports = try MRZReader(configuration).read(path: path)
        guard case .failed(let failure) = try #require(reports.first).outcome else {
            Issue.record("it has more pixels")
            return
        }
        #expect(failure.code == "too_many_pixels")
    }

    @Test func keysAreGivenOnlyWhereAskedFor() throws {
        for isAsked in [false, true] {
            var configuration = MRZReader.Configuration()
            configuration.givesAccessKeys = isAsked
            let report = try #require(try MRZReader(configuration).read(path: path).first)
            guard case .read(let document) = report.outcome else {
                Issue.record("it has an MRZ")
                return
            }
            #expect(document.accessKeys.isEmpty == !isAsked)
        }
    }

    @Test func theDayDecidesAboutExpiry() throws {
        for (year, isExpired) in [(2026, false), (2028, true)] {
            var configuration = MRZReader.Configuration()
            configuration.today = CalendarDay(year: year, month: 2, day: 28)
            let report = try #require(try MRZReader(configuration).read(path: path).first)
            guard case .read(let document) = report.outcome else {
                Issue.record("it has an MRZ")
                return
            }
            #expect(document.warnings.contains(.expired) == isExpired)
        }
    }

    @Test func manyTasksShareOne() async throws {
        let label = try LabelledSample(sample)
        let reader = MRZReader()
        let path = path
        try await withThrowingTaskGroup(of: [ScanReport].self) { group in
            for _ in 0..<6 { group.addTask { try reader.read(path: path) } }
            for try await reports in group { #expect(lines(reports) == [label.lines]) }
        }
    }

    @Test func aModelThatIsNoneIsAnError() throws {
        var configuration = MRZReader.Configuration()
        configuration.model = try OCRModel(path: path)
        let reader = MRZReader(configuration)
        #expect(throws: RecognitionError.self) { try reader.load() }
        #expect(throws: RecognitionError.self) { try reader.read(path: path) }
    }
}
