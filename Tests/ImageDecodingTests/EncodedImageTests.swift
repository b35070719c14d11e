import CJPEG
import Foundation
import ImageDecoding
import Imaging
import Testing

@Suite struct EncodedImageTests {
    private func code(_ body: () throws -> Void) -> DecodingError.Code? {
        #expect(throws: DecodingError.self, performing: body)?.code
    }

    @Test(arguments: [
        ("color.jpg", ImageKind.jpeg), ("rgb8.png", .png), ("lzw.tif", .tiff), ("lossy.webp", .webp),
        ("rgb24.bmp", .bmp), ("color.gif", .gif), ("color.jp2", .jp2), ("gray.j2k", .jp2),
    ])
    func kindIsToldByContent(_ name: String, _ kind: ImageKind) throws {
        let image = try EncodedImage(bytes: Fixture.bytes(name))
        #expect(image.kind == kind)
        #expect(image.pageCount == 1)
        #expect(try image.size(ofPage: 0) == PixelSize(width: 32, height: 16))
    }

    @Test func pathsThatCannotBeRead() throws {
        #expect(code { _ = try EncodedImage(path: "/nowhere/at/all.jpg") } == .notFound)
        #expect(code { _ = try EncodedImage(path: "/etc/passwd/x") } == .notFound)
        #expect(code { _ = try EncodedImage(path: "/") } == .isDirectory)
        let error = #expect(throws: DecodingError.self) { try EncodedImage(path: "/nowhere") }
        #expect(error?.errno == ENOENT)
        #expect(error?.message.contains("nowhere") == false)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything")) func forbiddenFiles() {
        #expect(code { _ = try EncodedImage(path: "/etc/shadow") } == .permissionDenied)
    }

    @Test func bytesThatAreNoPicture() {
        #expect(code { _ = try EncodedImage(bytes: []) } == .isEmpty)
        #expect(code { _ = try EncodedImage(bytes: Array("Dear Sir, this is a text.".utf8)) } == .notAnImage)
        #expect(code { _ = try EncodedImage(bytes: Array("BM is how this text begins".utf8)) } == .notAnImage)
        #expect(code { _ = try EncodedImage(bytes: [0xFF]) } == .notAnImage)
        #expect(code { _ = try EncodedImage(bytes: Array("8BPS and so on".utf8)) } == .unsupported)
        #expect(code { _ = try EncodedImage(bytes: Array("PK\u{3}\u{4} and so on".utf8)) } == .unsupported)
    }

    /// What is not opaque is white, whatever lies beneath it: viewers show it so.
    @Test func transparentJPEG2000() throws {
        let picture = try Fixture.picture("transparent.jp2", color: true)
        #expect(isNear(picture.gray.quadrants, [255, 255, Fixture.luma[2], Fixture.luma[3]]))
    }

    /// Of sYCC (18) or CIELab (14) viewers show other colours than the numbers that are stored; and of three components
    /// as grey (17), or with fewer pixels, nobody knows what they show.
    @Test func coloursOfJPEG2000() throws {
        let bytes = try Fixture.bytes("color.jp2")
        let box = try #require(bytes.firstRange(of: Array("colr".utf8))).upperBound
        let size = try #require(bytes.firstRange(of: [0xFF, 0x4F, 0xFF, 0x51])).lowerBound
        #expect(Array(bytes[box..<(box + 7)]) == [1, 0, 0, 0, 0, 0, 16])
        for (place, value) in [(box, 5), (box + 6, 14), (box + 6, 17), (box + 6, 18), (size + 46, 2), (size + 50, 2)]
            as [(Int, UInt8)]
        {
            var other = bytes
            other[place] = value
            #expect(code { _ = try EncodedImage(bytes: other) } == .unsupported, "\(value) at \(place)")
        }
    }

    /// A box whose length has 8 bytes counts with all of them: one that goes on beyond the file holds the code stream too.
    @Test func longBoxesOfJPEG2000() throws {
        let bytes = try Fixture.bytes("color.jp2")
        let stream = try #require(bytes.firstRange(of: Array("jp2c".utf8))).lowerBound - 4
        func file(highBytes: [UInt8]) -> [UInt8] {
            let box: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + highBytes + [0, 0, 0, 20] + [1, 2, 3, 4]
            return bytes[..<stream] + box + bytes[stream...]
        }
        #expect(try EncodedImage(bytes: file(highBytes: [0, 0, 0, 0])).picture().gray.width == 32)
        for high in [[0, 0, 0, 1], [0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            let bytes = file(highBytes: high)
            #expect(code { _ = try EncodedImage(bytes: bytes) } == (high[0] == 0xFF ? .damaged : .truncated))
        }
    }

    /// A frame holds no frame; one in which there are many is no reason for as many calls.
    @Test func framesInFrames() throws {
        func chunk(_ type: String, _ body: Int) -> [UInt8] {
            Array(type.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body >> (8 * $0)) }
        }
        let depth = 200_000
        var bytes = chunk("RIFF", 4 + 24 * depth) + Array("WEBP".utf8)
        bytes.reserveCapacity(bytes.count + 24 * depth)
        for level in 1...depth { bytes += chunk("ANMF", 24 * (depth - level) + 16) + [UInt8](repeating: 0, count: 16) }
        #expect(code { _ = try EncodedImage(bytes: bytes) } == .truncated)
    }

    @Test func bytesAreLimitedBeforeReading() throws {
        let size = try Fixture.bytes("color.jpg").count
        let path = try Fixture.path("color.jpg")
        #expect(try EncodedImage(path: path, limits: DecodingLimits(maxBytes: size)).pageCount == 1)
        #expect(code { _ = try EncodedImage(path: path, limits: DecodingLimits(maxBytes: size - 1)) } == .tooManyBytes)
        // A device without end says nothing of its size.
        #expect(code { _ = try EncodedImage(path: "/dev/zero", limits: DecodingLimits(maxBytes: 9)) } == .tooManyBytes)
    }

    @Test(arguments: [
        "color.jpg", "progressive.jpg", "rgb8.png", "lzw.tif", "lossy.webp", "lossless.webp", "rgb24.bmp", "color.gif",
        "animated.webp",
    ])
    func pixelsAreLimitedByTheHeader(_ name: String) throws {
        let bytes = try Fixture.bytes(name)
        #expect(try EncodedImage(bytes: bytes, limits: DecodingLimits(maxPixels: 512)).pageCount == 1)
        #expect(code { _ = try EncodedImage(bytes: bytes, limits: DecodingLimits(maxPixels: 511)) } == .tooManyPixels)
    }

    @Test func aProgressiveFileOfManyPassesIsRefused() throws {
        var bytes = try Fixture.bytes("progressive.jpg")
        let end = bytes.count - 2
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 1, 0]
        bytes.insert(contentsOf: (0..<400).flatMap { _ in scan }, at: end)
        #expect(code { _ = try EncodedImage(bytes: bytes, limits: DecodingLimits(maxPixels: 10000)) } == .tooManyPixels)
    }

    /// A file that is not progressive, of 8 × 8 grey pixels, with a scan for each component, one after another.
    private func scansApart(_ components: [UInt8]) -> [UInt8] {
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker, 0, UInt8(body.count + 2)] + body }
        let frame: [UInt8] = [8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        // Tables with a single code, 0: no difference for the mean, no waves.
        let tables = [UInt8(0), 0x10].flatMap { segment(0xC4, [$0, 1] + [UInt8](repeating: 0, count: 16)) }
        let scans = components.flatMap { segment(0xDA, [1, $0, 0, 0, 63, 0]) + [0x3F] }
        return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) + segment(0xC0, frame) + tables
            + scans + [0xFF, 0xD9]
    }

    /// What counts the scans and what walks through them agree on where they are: a reserved marker has no content.
    @Test func reservedMarkersHideNoScans() {
        func walk(_ bytes: [UInt8]) -> cjpeg_condition {
            var row: UInt32 = 0
            return cjpeg_walk(bytes, bytes.count, false, &row)
        }
        let plain = scansApart([1, 2, 3])
        #expect(walk(plain) == CJPEG_SOUND)
        for marker: UInt8 in [0x02, 0x4F, 0xBF] {
            var hiding = plain
            // In it begins a comment, in which all scans would lie.
            hiding.insert(contentsOf: [0xFF, marker, 0, 6, 0xFF, 0xFE, 0x7F, 0xFF], at: 2)
            #expect(walk(hiding) == CJPEG_DAMAGED)
        }
    }

    @Test func aFileOfManyScansIsRefused() throws {
        let limits = DecodingLimits(maxPixels: 64)
        let plain = scansApart([1, 2, 3])
        #expect(try EncodedImage(bytes: plain, limits: limits).picture().gray.pixels.allSatisfy { $0 == 128 })
        #expect(try JPEGDecoder().luma(of: plain, maxPixels: 64).pixels.allSatisfy { $0 == 128 })
        let again = scansApart([1, 2, 3] + [UInt8](repeating: 1, count: 18))
        #expect(code { _ = try EncodedImage(bytes: again, limits: limits) } == .tooManyPixels)
        #expect(code { _ = try JPEGDecoder().luma(of: again, maxPixels: 64) } == .tooManyPixels)
        // What follows the end of the picture is not decoded: films and maps of depth of telephones.
        let film = plain + again.dropFirst(2)
        #expect(try EncodedImage(bytes: film, limits: limits).picture().gray.width == 8)
        // A comment is no scan, nor is its content the end.
        var hidden = again
        hidden.insert(contentsOf: [0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9], at: 2)
        #expect(code { _ = try EncodedImage(bytes: hidden, limits: limits) } == .tooManyPixels)
        var commented = plain
        let comment: [UInt8] = [0xFF, 0xFE, 0, 82] + (0..<40).flatMap { _ in [0xFF, 0xDA] as [UInt8] }
        commented.insert(contentsOf: comment, at: 2)
        #expect(try EncodedImage(bytes: commented, limits: limits).pageCount == 1)
    }

    /// The size that a header claims may be more than any number of bytes.
    @Test func whatNoMemoryHolds() throws {
        var png = try Fixture.bytes("rgb8.png")
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        let image = try EncodedImage(bytes: png, limits: DecodingLimits(maxPixels: .max))
        #expect(code { _ = try image.picture(color: true) } == .outOfMemory)
        #expect(code { _ = try image.picture() } == .outOfMemory)
    }

    @Test func aPictureWithoutPixelsIsDamaged() throws {
        var png = try Fixture.bytes("rgb8.png")
        png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(code { _ = try EncodedImage(bytes: png) } == .damaged)
        #expect(code { _ = try EncodedImage(bytes: Array("P5 0 7 255\n".utf8)) } == .damaged)
    }

    @Test func bitmapsWithMasksAreRefused() throws {
        var bytes = try Fixture.bytes("rgb32.bmp")
        bytes[30] = 3
        #expect(code { _ = try EncodedImage(bytes: bytes) } == .unsupported)
    }

    @Test func aTruncatedJPEGIsReadAsFarAsItGoes() throws {
        let bytes = try Fixture.bytes("gray.jpg")
        let picture = try EncodedImage(bytes: Array(bytes.dropLast(4))).picture()
        #expect(isNear(Array(picture.gray.quadrants.prefix(2)), [0, 90]))
        #expect(code { _ = try EncodedImage(bytes: Array(bytes.prefix(60))) } == .truncated)
    }

    @Test func aTruncatedPNGIsAnError() throws {
        let bytes = Array(try Fixture.bytes("rgb8.png").dropLast(30))
        #expect(code { _ = try EncodedImage(bytes: bytes).picture() } == .truncated)
        #expect(code { _ = try EncodedImage(bytes: Array(bytes.prefix(20))) } == .truncated)
    }

    @Test func damagedDataIsAnError() throws {
        var bytes = try Fixture.bytes("rgb8.png")
        bytes[50] ^= 0xFF
        #expect(code { _ = try EncodedImage(bytes: bytes).picture() } == .damaged)
    }

    @Test func descriptionsHoldNoBytes() throws {
        let image = try EncodedImage(bytes: Fixture.bytes("gray.jpg"))
        var dumped = ""
        dump(image, to: &dumped)
        #expect("\(image)" == "EncodedImage jpeg, 344 bytes, 1 pages")
        #expect(dumped.count < 200)
    }

    /// A pipe that has a name is read where somebody writes to it, and not waited for for ever where nobody does.
    @Test func pipesWithNames() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)").path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let error = #expect(throws: DecodingError.self) {
            try EncodedImage(path: pipe, limits: DecodingLimits(maxRenderingTime: .milliseconds(50)))
        }
        #expect(error?.code == .timedOut)
        let picture = Array("P5 1 1 255\nx".utf8)
        let writer = Thread {
            let descriptor = open(pipe, O_WRONLY)
            _ = write(descriptor, picture, picture.count)
            close(descriptor)
        }
        writer.start()
        #expect(try EncodedImage(path: pipe).pageCount == 1)
    }

    /// Leptonica takes 16 bits a pixel for grey.
    @Test func bitmapsOfSixteenBitsAreRefused() throws {
        var bytes = try Fixture.bytes("rgb24.bmp")
        bytes[28] = 16
        let error = #expect(throws: DecodingError.self) { try EncodedImage(bytes: bytes) }
        #expect(error?.code == .unsupported)
    }

    /// A hundred megabytes of metadata took a minute, before any limit of time.
    @Test func boxesBeforeTheCodeStreamAreLimited() throws {
        let bytes = try Fixture.bytes("color.jp2")
        let stream = try #require(bytes.firstRange(of: Array("jp2c".utf8))).lowerBound - 4
        func file(_ boxes: Int) -> [UInt8] {
            let empty: [UInt8] = [0, 0, 0, 8] + "free".utf8
            return Array(bytes[..<stream]) + (0..<boxes).flatMap { _ in empty } + bytes[stream...]
        }
        #expect(try EncodedImage(bytes: file(100)).pageCount == 1)
        let error = #expect(throws: DecodingError.self) { try EncodedImage(bytes: file(20_000)) }
        #expect(error?.code == .damaged)
    }
}
