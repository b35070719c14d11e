import ImageDecoding
import Imaging
import Testing

@Suite struct PixelBufferTests {
    /// Two by two pixels, with three bytes between the rows.
    private func picture(
        _ layout: PixelBuffer.Layout, _ rows: [[UInt8]], color: Bool = false
    ) throws -> Picture {
        let bytes = Array(rows.joined(separator: [9, 9, 9]))
        return try bytes.withUnsafeBytes { bytes in
            let buffer = try #require(
                PixelBuffer(bytes, layout: layout, width: 2, height: 2, stride: rows[0].count + 3))
            return try buffer.picture(color: color)
        }
    }

    @Test func lumaIsTakenFromWhereItStands() throws {
        #expect(try picture(.gray, [[1, 2], [3, 4]]).gray.pixels == [1, 2, 3, 4])
        #expect(try picture(.nv12, [[1, 2], [3, 4]]).gray.pixels == [1, 2, 3, 4])
        #expect(try picture(.yuyv, [[1, 0, 2, 0], [3, 0, 4, 0]]).gray.pixels == [1, 2, 3, 4])
    }

    @Test func coloursAreTakenInTheirOrder() throws {
        let (red, white): ([UInt8], [UInt8]) = ([255, 0, 0], [255, 255, 255])
        let (rgb, bgr) = ([red + white, white + white], [Array(red.reversed()) + white, white + white])
        for (layout, rows) in [(PixelBuffer.Layout.rgb, rgb), (.bgr, bgr)] {
            let picture = try picture(layout, rows, color: true)
            #expect(picture.gray.pixels == [76, 255, 255, 255])
            #expect(picture.color?.red.pixels == [255, 255, 255, 255])
            #expect(picture.color?.blue.pixels == [0, 255, 255, 255])
        }
        #expect(try picture(.rgb, rgb).color == nil)
    }

    @Test func whatCanBeSeenThroughLiesOverWhite() throws {
        let rows: [[UInt8]] = [[0, 0, 0, 0, 0, 0, 0, 255], [255, 0, 0, 255, 0, 0, 0, 128]]
        for layout in [PixelBuffer.Layout.rgba, .bgra] {
            let picture = try picture(layout, rows, color: true)
            #expect(picture.gray.pixels == [255, 0, layout == .rgba ? 76 : 29, 127])
        }
    }

    @Test func largePicturesAreReducedAsFilesAre() throws {
        let bytes = [UInt8](repeating: 100, count: 90 * 10)
        try bytes.withUnsafeBytes { bytes in
            let buffer = try #require(PixelBuffer(bytes, layout: .gray, width: 90, height: 10))
            let small = try buffer.picture(longSide: 30)
            #expect(small.gray.width == 30 && small.reduction == 3 && small.gray.pixels.allSatisfy { $0 == 100 })
            #expect(try buffer.picture(longSide: 60).reduction == 1)
            var limits = DecodingLimits()
            limits.maxPixels = 899
            #expect(throws: DecodingError.self) { try buffer.picture(limits: limits) }
        }
    }

    @Test func bytesThatDoNotHoldThePictureAreNone() {
        let bytes = [UInt8](repeating: 0, count: 12)
        bytes.withUnsafeBytes { bytes in
            for (layout, width, height, stride, fits) in [
                (PixelBuffer.Layout.gray, 4, 3, 0, true), (.gray, 4, 3, 4, true), (.gray, 4, 4, 0, false),
                (.gray, 2, 3, 5, true), (.gray, 3, 3, 5, false), (.gray, 4, 3, 3, false), (.gray, 0, 3, 0, false),
                (.gray, 4, 0, 0, false), (.gray, -4, 3, 0, false), (.rgb, 2, 2, 0, true), (.rgb, 2, 3, 0, false),
                (.yuyv, 3, 1, 0, true), (.yuyv, 5, 1, 0, true), (.yuyv, 7, 1, 0, false), (.nv12, 4, 3, 0, true),
                (.gray, .max, .max, 0, false), (.rgba, .max, 1, .max, false),
            ] {
                #expect(
                    (PixelBuffer(bytes, layout: layout, width: width, height: height, stride: stride) != nil) == fits)
            }
        }
    }

    @Test func itDoesNotSayWhatItShows() {
        let bytes: [UInt8] = [42]
        bytes.withUnsafeBytes { bytes in
            let buffer = PixelBuffer(bytes, layout: .gray, width: 1, height: 1)
            #expect(buffer.map { "\($0)" } == "PixelBuffer 1×1")
        }
    }
}
