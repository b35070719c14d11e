import Foundation
import ImageDecoding
import Imaging
import Testing

/// Which damage the decoders of the formats tell.
@Suite struct DamageTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/formats")

    private static func sample(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: samples.appending(path: name)))
    }

    private func damage(_ bytes: [UInt8], longSide: Int? = nil) throws -> PictureDamage {
        try EncodedImage(bytes: bytes).picture(longSide: longSide).damage
    }

    @Test func soundFilesOfEveryFormat() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path)
        #expect(names.count >= 19)
        for name in names {
            let image = try EncodedImage(bytes: Self.sample(name))
            for page in 0..<image.pageCount {
                #expect(try image.picture(page: page).damage == .none, "\(name)")
                #expect(try image.picture(page: page, longSide: 900, color: true).damage == .none, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "alpha.webp", "cmyk.jpg", "color.gif", "color.jpg", "deflate.tif", "gray.gif", "gray.jpg", "gray1.png",
        "group4.tif", "interlaced.png", "jpeg.tif", "lossless.webp",
        "lossy.webp", "lzw.tif", "progressive.jpg", "restart.jpg", "turned.webp", "ycck.jpg", "color.jp2", "rgb24.bmp",
        "tiles.tif", "tiles-bilevel.tif", "planes.tif", "big.tif", "big-tiles.tif",
    ])
    func soundFilesOfEveryVariant(_ name: String) throws {
        #expect(try Fixture.picture(name).damage == .none)
    }

    /// Of an animation the first frame is read, and others see another one. So it is of a picture that is larger than the
    /// screen it is for.
    @Test func whatShowsMoreThanOnePictureIsDoubtful() throws {
        for name in ["animated-alpha.webp", "animated.gif", "animated.webp"] {
            #expect(try Fixture.picture(name).damage == .somewhere, "\(name)")
        }
        var narrow = try Fixture.bytes("color.gif")
        narrow[6] -= 1
        #expect(try EncodedImage(bytes: narrow).picture().damage == .somewhere)

        let png = try Fixture.bytes("rgb8.png")
        let body = try #require(png.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
        func chunk(_ type: String, _ count: Int) -> [UInt8] {
            [0, 0, 0, UInt8(count)] + type.utf8 + [UInt8](repeating: 0, count: count + 4)
        }
        func damage(before: [UInt8], behind: [UInt8] = []) throws -> PictureDamage {
            let file = png[..<body] + before + png[body..<(png.count - 12)] + behind + png.suffix(12)
            return try EncodedImage(bytes: Array(file)).picture().damage
        }
        // A control of a frame alone says nothing; one frame is the picture itself.
        #expect(try damage(before: chunk("fcTL", 26)) == .none)
        #expect(try damage(before: chunk("acTL", 8) + chunk("fcTL", 26)) == .none)
        #expect(try damage(before: chunk("acTL", 8), behind: chunk("fcTL", 26)) == .somewhere)
        #expect(try damage(before: chunk("acTL", 8) + chunk("fcTL", 26), behind: chunk("fcTL", 26)) == .somewhere)

        let avif = try Fixture.bytes("gray.avif")
        #expect(try EncodedImage(bytes: avif).picture().damage == .none)
        let sequence = avif + [0, 0, 0, 8] + "moov".utf8
        #expect(try EncodedImage(bytes: sequence).picture().damage == .somewhere)
    }

    /// libpng keeps its first warning, and one of a comment whose sum is wrong must not hide one of the pixels.
    @Test func aCommentHidesNoDamageOfAPNG() throws {
        let png = try Fixture.bytes("rgb8.png")
        let body = try #require(png.firstRange(of: Array("IDAT".utf8))).lowerBound
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
        // The sum of PNG, annex D.
        func sum(_ bytes: [UInt8]) -> Int {
            ~bytes.reduce(0xFFFF_FFFF) { (sum: Int, byte) in
                (0..<8).reduce(sum ^ Int(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
            } & 0xFFFF_FFFF
        }
        let length = png[(body - 4)..<body].reduce(0) { $0 << 8 | Int($1) }
        let comment: [UInt8] = number(1) + "tEXt".utf8 + [0] + number(0)
        func damage(before: [UInt8], more: [UInt8]) throws -> PictureDamage {
            let pixels = Array(png[body..<(body + 4 + length)]) + more
            let rest = png[(body + 4 + length + 4)...]
            let file = png[..<(body - 4)] + before + number(length + more.count) + pixels + number(sum(pixels)) + rest
            return try EncodedImage(bytes: Array(file)).picture().damage
        }
        #expect(try damage(before: [], more: []) == .none)
        #expect(try damage(before: comment, more: []) == .none)
        #expect(try damage(before: [], more: [1, 2, 3, 4]) == .somewhere)
        #expect(try damage(before: comment, more: [1, 2, 3, 4]) == .somewhere)
    }

    private struct Tally {
        /// Files that cannot be read, or are told to be damaged.
        var told = 0
        /// Files whose picture differs by more than a grey level in the mean, and of which nothing is told.
        var missed = 0
    }

    /// - Parameters:
    ///   - start: the share of the file that stays as it is, in percent.
    ///   - count: files to damage.
    private func tally(_ name: String, from start: Int, count: Int = 60) throws -> Tally {
        let bytes = try Self.sample(name)
        let sound = try EncodedImage(bytes: bytes).picture().gray
        var tally = Tally()
        for seed in 0..<count {
            var dice = Damage(seed: seed)
            let broken = dice.changed(bytes, in: (bytes.count * start / 100)..<(bytes.count - 2))
            do throws(DecodingError) {
                let picture = try EncodedImage(bytes: broken).picture()
                if picture.damage != .none {
                    tally.told += 1
                } else if difference(picture.gray, sound) > 1 {
                    tally.missed += 1
                }
            } catch {
                #expect([.damaged, .truncated, .unsupported, .tooManyPixels].contains(error.code))
                tally.told += 1
            }
        }
        return tally
    }

    private func difference(_ a: GrayImage, _ b: GrayImage) -> Double {
        guard a.pixels.count == b.pixels.count else { return 255 }
        return Double(zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.pixels.count)
    }

    /// libjpeg warns of three in four.
    @Test(arguments: [("173-scan-gray.jpg", 5, 52), ("174-scan-progressive.jpg", 15, 46)])
    func changedBytesOfAJPEGFile(_ name: String, _ start: Int, _ min: Int) throws {
        let tally = try tally(name, from: start)
        #expect(tally.told >= min && tally.missed <= 6, "\(tally)")
    }

    @Test(arguments: [
        ("158-scan-png-rgb.png", 60), ("166-scan-webp.webp", 57), ("164-scan-tiff-g4.tif", 50),
        ("170-scan-gif.gif", 57), ("163-scan-tiff-lzw.tif", 42),
    ])
    func changedBytesOfOtherFiles(_ name: String, _ min: Int) throws {
        let tally = try tally(name, from: 20)
        #expect(tally.told >= min, "\(tally)")
    }

    @Test func aJPEGFileThatBreaksOffLosesItsLastRows() throws {
        let bytes = try Self.sample("173-scan-gray.jpg")
        let image = try EncodedImage(bytes: Array(bytes.prefix(bytes.count / 2)))
        let size = try image.size(ofPage: 0)
        guard case .within(let columns, let rows) = try image.picture().damage else {
            Issue.record("the rows are known")
            return
        }
        #expect(columns == 0..<size.width && rows.upperBound == size.height)
        #expect(rows.lowerBound % 8 == 0 && (size.height / 8..<size.height * 7 / 8).contains(rows.lowerBound))
        let half = try image.picture(longSide: max(size.width, size.height) / 2)
        #expect(half.damage == .within(columns: 0..<half.gray.width, rows: (rows.lowerBound / 2)..<half.gray.height))
    }

    /// The lower half of a stored picture is at the left of one that lies on its side.
    @Test func lostRowsAreTurnedWithThePicture() throws {
        let bytes = try Fixture.bytes("gray.jpg")
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, 6, 0, 0, 0, 0, 0, 0]
        let turned = bytes[..<2] + exif + bytes[2...]
        let picture = try EncodedImage(bytes: turned.dropLast(4)).picture()
        guard case .within(let columns, let rows) = picture.damage else {
            Issue.record("the rows are known")
            return
        }
        #expect(columns == 0..<8 && rows == 0..<32)
    }

    /// Telephones append pictures and films, cameras leave a byte or two, or many zeros.
    @Test func whatFollowsAJPEGPictureIsNoDamage() throws {
        let bytes = try Fixture.bytes("color.jpg")
        #expect(try damage(bytes + bytes) == .none)
        #expect(try damage(bytes + [1, 2, 3, 0xFF]) == .none)
        #expect(try damage(bytes.dropLast(2) + [0x12, 0x34] + bytes.suffix(2)) == .none)
        #expect(try damage(bytes.dropLast(2) + [UInt8](repeating: 0, count: 100) + bytes.suffix(2)) == .none)
        #expect(try damage(bytes.dropLast(2) + [UInt8](repeating: 1, count: 100) + bytes.suffix(2)) == .somewhere)
        // Nothing is missing but the mark of the end.
        #expect(try damage(Array(bytes.dropLast(2))) == .within(columns: 0..<32, rows: 16..<16))
    }

    @Test func restartMarkersHaveAnOrder() throws {
        let bytes = try Fixture.bytes("restart.jpg")
        let marks = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
        #expect(marks.count == 3)
        #expect(try damage(bytes.dropLast(2) + [0xFF, 0xD3] + bytes.suffix(2)) == .none)
        for mark in marks {
            var broken = bytes
            broken[mark + 1] = 0xD0 + (broken[mark + 1] + 1) % 8
            #expect(try damage(broken) == .somewhere)
            broken.removeSubrange(mark...(mark + 1))
            #expect(try damage(broken) == .somewhere)
        }
    }

    /// Values that no picture has: a block lighter than white.
    @Test func valuesBeyondThoseOfPixels() throws {
        var bytes = try Fixture.bytes("gray.jpg")
        // A coarser table makes the same numbers larger.
        let table = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB })
        bytes[table + 5] *= 3
        #expect(try damage(bytes) == .somewhere)
    }

    @Test func aFrameOfACameraIsHeardToo() throws {
        let bytes = try Self.sample("173-scan-gray.jpg")
        let frames = (0..<40).map { seed in
            var dice = Damage(seed: seed)
            return MotionJPEG.luma(of: dice.changed(bytes, in: (bytes.count / 20)..<(bytes.count - 2)))
        }
        #expect(frames.filter { $0 == nil }.count >= 34)
        #expect(MotionJPEG.luma(of: bytes) != nil)
    }

    /// The scan on a page, and a picture that poppler draws.
    @Test func jpegPicturesOfADocument() throws {
        let jpeg = try Fixture.bytes("gray.jpg")
        var broken = jpeg
        let scan = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
        for at in (scan + 12)..<(jpeg.count - 2) { broken[at] ^= 0x55 }
        for (data, isDamaged) in [(jpeg, false), (broken, true)] {
            for box in ["0 0 32 16", "-8 -8 40 24"] {
                var pdf = PDFBuilder()
                pdf.add(pageOf: pdf.add(jpeg: data, isColor: false), box: box)
                let document = try EncodedImage(bytes: pdf.file())
                #expect((try document.picture().damage != .none) == isDamaged, "\(box)")
                // What a worker is handed says so too.
                let page = try EncodedImage(bytes: document.pictureFile(ofPage: 0))
                #expect((try page.picture().damage != .none) == isDamaged, "\(box)")
            }
        }
    }

    @Test func complaintsOfPoppler() {
        func tells(_ text: String) -> Bool { PopplerComplaint.tellDamage(Array(text.utf8)) }
        #expect(tells("Syntax Error (1234): Bad block header in flate stream\n"))
        #expect(tells("Syntax Warning: x\n"))
        #expect(tells("Corrupt JPEG data: premature end of data segment\n"))
        #expect(!tells(""))
        #expect(!tells("Syntax Error: Mismatch between font type and embedded font file\n"))
        #expect(!tells("Syntax Error: Annotation rectangle is wrong\n"))
        // What is left out may lie over print.
        #expect(tells("Syntax Error: Couldn't find a font for '(unnamed)'\n"))
        #expect(tells("Syntax Error: Couldn't create a font for 'Helvetica'\n"))
        #expect(tells("Syntax Error: Unknown font tag 'F'\n"))
        #expect(tells("Syntax Error: No font in show\n"))
        #expect(tells("Syntax Error: Bad Annot Movie\n"))
        #expect(!tells("Corrupt JPEG data: 1 extraneous bytes before marker 0xd9\n"))
        #expect(!tells("pdftoppm version 22.12.0\n"))
    }
}
