import Glibc
import ImageDecoding
import Imaging
import NetworkRecognition
import OCRModels
import Recognition

extension FuzzTarget {
    /// Enough for any small picture, and never long.
    private static let limits = DecodingLimits(
        maxBytes: 1 << 20, maxPixels: 1 << 20, maxPages: 8, maxEntries: 100, maxRenderingTime: .seconds(5))

    /// The sizes of a picture and what its EXIF block says, by all headers of formats that need no library.
    static let headers = FuzzTarget("headers", maxBytes: 2048) { bytes in
        // libheif and poppler have targets of their own.
        guard !isOf(bytes, [.heif, .pdf]), let image = opened(bytes) else { return }
        demand((1...8).contains(image.pageCount), "pages are within the limit")
        for page in 0..<image.pageCount { _ = size(of: image, page) }
    }

    /// The EXIF block of a JPEG file that is otherwise right.
    static let exif = FuzzTarget("exif", maxBytes: 1024) { bytes in
        let length = bytes.count + 8
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + bytes
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]
        guard let image = opened([0xFF, 0xD8] + segment + frame + scan), let size = size(of: image, 0) else {
            return demand(false, "what EXIF says never spoils a picture")
        }
        demand(size.width * size.height == 16 * 32, "a picture is turned, not resized")
    }

    /// A JPEG file, and the same bytes as a frame of a camera.
    static let jpeg = FuzzTarget("jpeg", isPure: false, maxBytes: 8192) { bytes in
        if isOf(bytes, [.jpeg]) { decode(bytes) }
        let luma = MotionJPEG.luma(of: bytes)
        if let luma, let color = MotionJPEG.color(of: bytes) {
            demand(
                color.red.width == luma.width && color.red.height == luma.height, "colours have the luma's size")
        }
    }

    static let pictures = FuzzTarget("pictures", isPure: false, maxBytes: 8192) { bytes in
        if isOf(bytes, [.png, .tiff, .webp, .bmp, .gif, .jp2, .pnm]) { decode(bytes) }
    }

    /// Not with AV1 in it: libdav1d 1.0 crashes, which is known and costs the program nothing (`HEIFCommandTests`).
    static let heif = FuzzTarget("heif", isPure: false, maxBytes: 8192) { bytes in
        let hasAV1 = bytes.indices.dropLast(3).contains { bytes[$0..<($0 + 4)].elementsEqual("av01".utf8) }
        if !hasAV1, isOf(bytes, [.heif]) { decode(bytes) }
    }

    /// Each input starts poppler's programs anew.
    static let pdf = FuzzTarget("pdf", isPure: false, maxBytes: 16384) { bytes in
        if isOf(bytes, [.pdf]) { decode(bytes) }
    }

    /// Archives are read from a file, as a user has them.
    static let archive = FuzzTarget("archive", isPure: false, maxBytes: 16384) { bytes in
        var name = Array("/dev/shm/mrz-scan-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return }
        unlink(name)
        defer { close(descriptor) }
        demand(write(descriptor, bytes, bytes.count) == bytes.count, "there is memory")
        var left = 1000
        for input in InputWalk(["/proc/self/fd/\(descriptor)"], limits: limits) {
            left -= 1
            if case .entry(let file) = input { demand(file.bytes.count <= limits.maxBytes, "limits hold") }
            if left == 0 { break }
        }
        demand(left > 0, "an archive of a few kilobytes ends")
    }

    /// A model file. What it refuses it refuses with an error, and what it takes reads a line.
    static let model = FuzzTarget("model", maxBytes: 65536) { bytes in
        let recognizer: NetworkRecognizer
        do throws(RecognitionError) {
            recognizer = try NetworkRecognizer(model: OCRModel(name: "fuzz", bytes: bytes))
        } catch {
            return demand([.modelRefused, .modelUnsupported].contains(error.code), "a bad model is refused")
        }
        do throws(RecognitionError) {
            let strip = GrayImage(width: 40, height: 40, pixels: Array(repeating: 128, count: 1600))
            for glyph in try recognizer.recognize([strip, strip]).joined() {
                demand((0...1).contains(glyph.confidence), "a confidence is a probability")
            }
        } catch {
            _ = error.message
        }
    }

    private static func isOf(_ bytes: [UInt8], _ kinds: [ImageKind]) -> Bool {
        do {
            return kinds.contains(try ImageKind(sniffing: bytes))
        } catch {
            return false
        }
    }

    private static func opened(_ bytes: [UInt8]) -> EncodedImage? {
        do {
            return try EncodedImage(bytes: bytes, limits: limits)
        } catch {
            demand(error.message.hasSuffix("."), "an error is a sentence")
            return nil
        }
    }

    private static func size(of image: EncodedImage, _ page: Int) -> PixelSize? {
        do {
            return try image.size(ofPage: page)
        } catch {
            return nil
        }
    }

    private static func decode(_ bytes: [UInt8]) {
        guard let image = opened(bytes) else { return }
        for page in 0..<min(2, image.pageCount) {
            for (longSide, color) in [(Int?.none, true), (32, false)] {
                do {
                    let picture = try image.picture(page: page, longSide: longSide, color: color)
                    demand(picture.gray.width * picture.gray.height <= limits.maxPixels, "limits hold")
                } catch {
                    demand(error.message.hasSuffix("."), "an error is a sentence")
                }
            }
        }
    }
}
