import Evaluation
import Frames
import ImageDecoding
import Imaging
import MRZScan
import Testing
import V4L2Capture

/// What is packed goes through the code that unpacks a camera's frames.
@Suite struct CameraPackingTests {
    private let luma = GrayImage(width: 33, height: 17) { pixels in
        for i in pixels.indices { pixels[i] = UInt8(40 + 5 * (i % 33) + i / 33) }
    }
    private let chroma = ChromaPlanes(
        blue: GrayImage(width: 17, height: 17, pixels: [UInt8](repeating: 90, count: 289)),
        red: GrayImage(width: 17, height: 17, pixels: [UInt8](repeating: 170, count: 289)))

    private func packed(_ format: PixelFormat) throws -> [UInt8] {
        let packing = try #require(CameraPacking(format))
        return try #require(packing.bytes(of: luma, chroma))
    }

    private func unpacked(_ format: PixelFormat, _ bytes: [UInt8]) -> GrayImage? {
        let layout = FrameLayout(format: format, size: PixelSize(width: 33, height: 17), bytesPerLine: 0)
        let captured = bytes.withUnsafeBytes { Captured($0, layout, number: 7, time: .seconds(1)) }
        let frame = captured.frame(decodingJPEG: .byFileDecoder)
        #expect(frame.map { $0.sequence == 7 && $0.time == .seconds(1) } ?? true)
        #expect((frame?.jpeg != nil) == (frame != nil && format.isJPEG))
        return frame?.image
    }

    @Test(arguments: [PixelFormat.grey, .yuyv])
    func rawFramesKeepEveryPixel(_ format: PixelFormat) throws {
        #expect(unpacked(format, try packed(format)) == luma)
    }

    @Test func jpegFramesAreNearlyTheSame() throws {
        let image = try #require(unpacked(.mjpg, try packed(.mjpg)))
        #expect(image.width == 33 && image.height == 17)
        let errors = zip(image.pixels, luma.pixels).map { abs(Int($0) - Int($1)) }
        #expect(errors.reduce(0, +) < 3 * errors.count)
    }

    /// ITU-T T.81, B.2.2: the sampling factors of three components in the frame header.
    @Test func jpegFramesHaveHalfTheColumnsOfChroma() throws {
        let bytes = try packed(.mjpg)
        let start = try #require(bytes.indices.dropLast(19).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        #expect([11, 14, 17].map { bytes[start + $0] } == [0x21, 0x11, 0x11])
    }

    @Test func colourIsThere() throws {
        #expect(Array(try packed(.yuyv).prefix(4)) == [40, 90, 45, 170])
        let picture = try EncodedImage(bytes: packed(.mjpg)).picture(color: true)
        let color = try #require(picture.color)
        // Cb below 128 and Cr above it: less blue than red.
        #expect(color.red[16, 8] > color.blue[16, 8])
    }

    @Test func whatIsMissingIsDamage() throws {
        for format in CameraPacking.formats {
            let bytes = try packed(format)
            #expect(unpacked(format, Array(bytes.prefix(bytes.count / 2))) == nil)
        }
    }

    @Test func onlySomeFormatsArePacked() { #expect(CameraPacking(.nv12) == nil) }
}
