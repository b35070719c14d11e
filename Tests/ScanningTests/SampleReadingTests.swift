import Imaging
import LabelledSamples
import MRZParsing
import Scanning
import TestSupport
import Testing

/// From the picture to the verdict, with the engine and the model of the program.
@Suite struct SampleReadingTests {
    private func scan(_ sample: LabelledSample) throws -> [Reading] { try scan(sample.picture()) }

    private func scan(_ picture: Picture) throws -> [Reading] {
        let today = CalendarDay.ofTests
        let scanner = MRZScanner(try .builtIn(), asOf: today)
        return try scanner.scan(picture).readings
    }

    /// Easy pictures of every layout, some of them turned, mirrored or turned by their metadata.
    @Test(arguments: [
        "td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg", "td2/104-scan-rgb.jpg", "mrva/106-scan-rgb.jpg",
        "mrvb/107-scan-rgb.jpg", "fra-id/108-scan-rgb.jpg", "licences/111-scan-rgb.jpg", "licences/112-scan-rgb.jpg",
        "td1/117-scan-rgb-turned.jpg", "td3/124-turned-90.jpg", "td3/138-mirrored.jpg", "mrvb/135-exif-6.jpg",
    ])
    func readsTheLinesAsPrinted(_ image: String) throws {
        let sample = try LabelledSample(image)
        let reading = try #require(try scan(sample).first)
        #expect(reading.mrz.format.name == sample.format)
        #expect(reading.mrz.lines.map(\.text) == sample.lines)
        #expect(reading.isMirrored == sample.mirrored)
        let zone = try #require(sample.quad)
        #expect(zone.contains(reading.quad.center))
    }

    /// A scanner's glass full of documents, some of one line, one of them upside down: none is lost.
    @Test func everyDocumentOnAPageIsRead() throws {
        let samples = try [
            "td1/101-scan-rgb.jpg", "td2/104-scan-rgb.jpg", "mrvb/107-scan-rgb.jpg", "fra-id/108-scan-rgb.jpg",
            "licences/111-scan-rgb.jpg", "td3/096-scan-rgb.jpg", "mrva/106-scan-rgb.jpg",
        ].map { try LabelledSample($0) }
        let pictures = try samples.map { try $0.picture().gray }
        let width = pictures.map(\.width).max() ?? 0
        let height = pictures.map(\.height).reduce(0, +)
        let page = GrayImage(width: width, height: height) { pixels in
            pixels.update(repeating: 245)
            var top = 0
            for (number, picture) in pictures.enumerated() {
                for y in 0..<picture.height {
                    for x in 0..<picture.width {
                        let isTurned = number == 1
                        pixels[(top + y) * width + x] =
                            isTurned ? picture[picture.width - 1 - x, picture.height - 1 - y] : picture[x, y]
                    }
                }
                top += picture.height
            }
        }
        let readings = try scan(Picture(gray: page))
        #expect(readings.count == samples.count)
        for sample in samples {
            #expect(readings.contains { $0.mrz.lines.map(\.text) == sample.lines }, "\(sample.format)")
        }
    }

    /// Copies of cards in rows, more of them than one search has bands for, or tries single lines: none is lost.
    @Test(arguments: [
        ("td1/101-scan-rgb.jpg", 4, 7), ("licences/111-scan-rgb.jpg", 1, 4), ("licences/111-scan-rgb.jpg", 2, 4),
    ])
    func everyCardOfAFullSheetIsRead(_ image: String, _ columns: Int, _ rows: Int) throws {
        let sample = try LabelledSample(image)
        let card = try sample.picture().gray.resized(by: 0.6)
        let page = GrayImage(width: columns * card.width, height: rows * card.height) { pixels in
            for y in 0..<(rows * card.height) {
                for x in 0..<(columns * card.width) {
                    pixels[y * columns * card.width + x] = card[x % card.width, y % card.height]
                }
            }
        }
        let readings = try scan(Picture(gray: page))
        #expect(readings.count == columns * rows)
        #expect(readings.allSatisfy { $0.mrz.lines.map(\.text) == sample.lines })
        let places = Set(
            readings.map { Int($0.quad.center.y) / card.height * columns + Int($0.quad.center.x) / card.width })
        #expect(places.count == columns * rows)
    }

    /// What lies over print may be light in another colour; that lines are of two pages, or too small, no colour
    /// changes.
    @Test(
        arguments: [
            (.mixedPrint, false), (.tooSmall, false), (.printBeyond, true),
            (.obscured(at: MRZPosition(line: 0, column: 7)), true),
        ] as [(Reading.Doubt, Bool)])
    func anotherColourLiftsWhatLiesOverPrintAndNothingElse(_ doubt: Reading.Doubt, _ isLifted: Bool) throws {
        let verified = try #require(try scan(try LabelledSample("td3/096-scan-rgb.jpg")).first)
        try #require(verified.isVerified)
        var page = PageReadings()
        page.add([verified.judged(.unverified([], [doubt]))], reduction: 1)
        #expect(page.unsettled.isEmpty == !isLifted)
        page.add([verified], reduction: 1)
        #expect(page.entries.count == 1 && page.entries.first?.reading.isVerified == isLifted)
    }

    /// Of two readings that are not verified the surer one takes the place of the first where the first does not hold,
    /// or where its picture shows print better.
    @Test func aSurerReadingTakesThePlaceOfOneThatDoesNotHold() throws {
        let picture = try LabelledSample("td3/096-scan-rgb.jpg").picture()
        let sure = try #require(try scan(picture).first)
        // As small as it can be read.
        let small = picture.gray.resized(by: 0.4)
        let unsure = try #require(try scan(Picture(gray: small.enlarged(by: 2.5))).first)
        try #require(unsure.confidence < sure.confidence)
        let obscured = Reading.Doubt.obscured(at: MRZPosition(line: 0, column: 7))
        let objection = VerificationFailure.Reason.emptyField(.name, at: sure.mrz.format.fields[0].span)
        func broken(_ reading: Reading) -> Reading { reading.judged(.unverified([objection], [.weakEvidence])) }
        func holding(_ reading: Reading) -> Reading { reading.judged(.unverified([], [obscured])) }
        for (first, second, isClearer, kept) in [
            (broken(unsure), holding(sure), false, obscured), (broken(sure), holding(unsure), false, .weakEvidence),
            (holding(unsure), broken(sure), false, obscured), (holding(unsure), broken(sure), true, .weakEvidence),
            (holding(sure), broken(unsure), true, obscured),
        ] {
            var page = PageReadings()
            page.add([first], reduction: 1)
            page.add([second], reduction: 1, isClearer: isClearer)
            #expect(page.entries.map(\.reading.status.doubts) == [[kept]])
        }
    }

    /// A surer reading that is no more verified takes the place of one that the pixels spoke against, or is passed over for
    /// it; neither makes up for what they said when a third pass verifies other characters.
    @Test(arguments: [true, false]) func whatSpokeAgainstAReadingIsNotForgotten(isFirst: Bool) throws {
        let one = try #require(try scan(try LabelledSample("td3/096-scan-rgb.jpg")).first)
        let found = try #require(try scan(try LabelledSample("td3/097-scan-rgb.jpg")).first)
        let other = found.placed(at: one.quad.center - found.quad.center)
        try #require(one.isVerified && other.isVerified && one.pixels != nil)
        let refuted = one.judged(.unverified([], [.obscured(at: MRZPosition(line: 0, column: 7))]))
        // One whose check digits do not hold is not held against its pixels.
        let broken = try #require(try scan(try LabelledSample("td1/103-scan-rgb.jpg")).first)
        let unsure = broken.placed(at: one.quad.center - broken.quad.center)
        try #require(!unsure.isVerified && unsure.pixels == nil)
        var page = PageReadings()
        for reading in isFirst ? [refuted, unsure] : [unsure, refuted] {
            page.add([reading], reduction: 1, isClearer: true)
        }
        try #require(page.entries.count == 1)
        page.add([other], reduction: 1)
        #expect(page.entries.first?.reading.isVerified == false)
        page.add([one], reduction: 1)
        #expect(page.entries.first?.reading.isVerified == true && page.entries.first?.reading.mrz == one.mrz)
    }

    /// What two passes held and was refuted in each: a third one verifies neither of the two texts.
    @Test func nothingIsVerifiedWhereTwoTextsWereRefuted() throws {
        let one = try #require(try scan(try LabelledSample("td3/096-scan-rgb.jpg")).first)
        let found = try #require(try scan(try LabelledSample("td3/097-scan-rgb.jpg")).first)
        let other = found.placed(at: one.quad.center - found.quad.center)
        let obscured = Reading.Status.unverified([], [.obscured(at: MRZPosition(line: 0, column: 7))])
        for last in [one, other] {
            var page = PageReadings()
            page.add([one.judged(obscured)], reduction: 1)
            page.add([other.judged(obscured)], reduction: 1)
            page.add([last], reduction: 1)
            #expect(page.entries.count == 1 && page.entries.first?.reading.isVerified == false)
        }
    }

    /// Lines that may go on are not whole in another pass either.
    @Test func linesThatMayGoOnStaySo() throws {
        let small = try #require(try scan(try LabelledSample("mrvb/107-scan-rgb.jpg")).first)
        try #require(small.isVerified)
        let incomplete = small.judged(.unverified([], [.incomplete]))
        var page = PageReadings()
        page.add([incomplete], reduction: 1)
        #expect(!page.unsettled.isEmpty)
        page.add([small], reduction: 1)
        #expect(page.entries.map(\.reading.status.doubts) == [[.incomplete]])
    }

    /// Two passes that verify different characters in one place: nobody knows which of them are printed, whatever a
    /// third says.
    @Test func verifiedReadingsThatDifferStayGivenUp() throws {
        let one = try #require(try scan(try LabelledSample("td3/096-scan-rgb.jpg")).first)
        let found = try #require(try scan(try LabelledSample("td3/097-scan-rgb.jpg")).first)
        let other = found.placed(at: one.quad.center - found.quad.center)
        try #require(one.isVerified && other.isVerified && one.mrz != other.mrz)
        for later in [one, other] {
            var page = PageReadings()
            page.add([one], reduction: 1)
            page.add([other], reduction: 1)
            #expect(page.entries.map(\.reading.status.doubts) == [[.weakEvidence]])
            #expect(page.unsettled.isEmpty)
            page.add([later], reduction: 1, isClearer: true)
            #expect(page.entries.map(\.reading.status.doubts) == [[.weakEvidence]])
        }
    }

    /// Of an interlaced page nothing is verified that not both of its fields read the same in one place, whatever a
    /// third pass says.
    @Test func whatTheFieldsOfAPageReadDifferentlyIsGivenUp() throws {
        let one = try #require(try scan(try LabelledSample("td3/096-scan-rgb.jpg")).first)
        let found = try #require(try scan(try LabelledSample("td3/097-scan-rgb.jpg")).first)
        let other = found.placed(at: one.quad.center - found.quad.center)
        let elsewhere = one.placed(at: Point(x: 0, y: 5000))
        try #require(one.isVerified && other.isVerified && one.mrz != other.mrz)
        func unsure(_ reading: Reading) -> Reading { reading.judged(.unverified([], [.tooFaint])) }
        // A stroke that one field shows.
        let struck = one.judged(.unverified([], [.obscured(at: MRZPosition(line: 0, column: 7))]))
        for (fields, isVerified) in [
            ([[one], [one]], true), ([[one], [unsure(one)]], true), ([[unsure(one)], [one]], true),
            ([[one], []], false), ([[], [one]], false), ([[one], [other]], false), ([[one], [unsure(other)]], false),
            ([[one], [struck]], false), ([[struck], [one]], false),
            ([[one], [elsewhere]], false), ([[unsure(other)], [one]], false), ([[], []], false),
        ] as [([[Reading]], Bool)] {
            var page = PageReadings()
            page.add(fields: fields, reduction: 1)
            page.add([one], reduction: 1)
            #expect((page.entries.first?.reading.isVerified == true) == isVerified)
        }
    }

    /// Damage nobody knows the place of, in the zone, just above it and far from it.
    @Test func whatDamageMayReachIsNotVerified() throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let picture = try sample.picture()
        let zone = try #require(sample.quad)
        let top = Int(zone.topLeft.y)
        func reading(_ damage: PictureDamage) throws -> Reading {
            try #require(try scan(picture.with(damage)).first)
        }
        let columns = 0..<picture.gray.width
        #expect(try reading(.none).isVerified)
        #expect(try reading(.within(columns: columns, rows: 0..<(top - 60))).isVerified)
        for damage in [.somewhere, PictureDamage.within(columns: columns, rows: 0..<(top - 5))] {
            let doubted = try reading(damage)
            guard case .unverified([], let doubts) = doubted.status else {
                Issue.record("a damaged zone was verified")
                return
            }
            #expect(doubts == [.damaged] && doubted.mrz.lines.map(\.text) == sample.lines)
        }
    }

    @Test func whatIsPrintedWithAWrongCheckDigitIsNotVerified() throws {
        let readings = try scan(LabelledSample("td1/103-scan-rgb.jpg"))
        #expect(!readings.isEmpty)
        #expect(readings.allSatisfy { !$0.isVerified })
    }

    @Test func aLayoutWithoutCheckDigitsIsNotVerified() throws {
        let reading = try #require(try scan(LabelledSample("licences/112-scan-rgb.jpg")).first)
        guard case .unverified(let reasons, _) = reading.status else {
            Issue.record("a Swiss licence was verified")
            return
        }
        #expect(reasons.contains(.noCheckDigits))
    }

    /// What is left then looks like a card's 36 columns.
    @Test func aPassportWhoseLinesEndInGlareIsReadAsOne() throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let page = try sample.picture().gray
        let zone = try #require(sample.quad)
        let (left, right) = (zone.topLeft.x, zone.topRight.x)
        let faded = page.lit { x, _, level in
            let column = (x - left) / (right - left) * 44
            let kept = 1 - 0.8 * min(max((column - 34) / 3, 0), 1)
            return 255 - (255 - level) * kept
        }
        let reading = try #require(try scan(Picture(gray: faded)).first)
        #expect(reading.mrz.lines.map(\.text) == sample.lines)
        #expect(!reading.isVerified)
    }

    @Test func twoDocumentsAreTwoReadings() throws {
        let readings = try scan(LabelledSample("two/183-td3-td3.jpg"))
        #expect(readings.count == 2)
        #expect(Set(readings.map(\.mrz.lines)).count == 2)
    }

    @Test(arguments: [
        "negatives/184-listing.jpg", "negatives/190-dump.jpg",
        "negatives/199-cut-bottom-td3.jpg", "negatives/200-cut-left-td3.jpg", "negatives/204-keyboard.jpg",
        "negatives/207-white.jpg",
    ])
    func aPictureWithoutAZoneIsNotVerified(_ image: String) throws {
        #expect(try scan(LabelledSample(image)).allSatisfy { !$0.isVerified })
    }

    /// Where its last fillers are cut off, a large visa looks like a small one in every character.
    @Test(arguments: [36.0, 36.3, 36.8, 37.5, 38.2, 40.0])
    func aLargeVisaThatIsCutOffIsNotASmallOne(_ columns: Double) throws {
        let sample = try LabelledSample("formats/170-scan-gif.gif")
        let page = try sample.picture().gray
        let zone = try #require(sample.quad)
        let length = Double(sample.lines[0].count)
        let width = Int(zone.topLeft.x + (zone.topRight.x - zone.topLeft.x) * columns / length)
        let cut = GrayImage(width: width, height: page.height) { pixels in
            for y in 0..<page.height {
                for x in 0..<width { pixels[y * width + x] = page[x, y] }
            }
        }
        #expect(try !scan(Picture(gray: cut)).contains(where: \.isVerified))
    }
}
