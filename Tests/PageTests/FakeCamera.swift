import Foundation
import ImageDecoding
import Imaging
import LoopbackClient
import Testing

/// A video file that Chromium plays as a camera: an empty table, then a sample, over and over, 1280 × 720 at 30 frames
/// a second.
final class FakeCamera {
    private static let (width, height) = (1280, 720)

    private let file = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).y4m")

    private let isAllowed: Bool

    /// - Parameters:
    ///   - sample: nil for the table alone.
    ///   - isAllowed: whether every page may use it; otherwise a test says so.
    init(_ sample: String?, isAllowed: Bool = true) throws {
        self.isAllowed = isAllowed
        try Data("YUV4MPEG2 W\(Self.width) H\(Self.height) F30:1 Ip A1:1 C420jpeg\n".utf8).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        let table = GrayImage(
            width: Self.width, height: Self.height, pixels: Array(repeating: 86, count: Self.width * Self.height))
        for _ in 0..<10 { try Self.write(table, to: handle) }
        if let sample {
            let picture = try EncodedImage(path: ServedProgram.sample(sample)).picture().gray
            for number in 0..<20 { try Self.write(Self.frame(of: picture, number: number), to: handle) }
        }
        try handle.close()
    }

    deinit {
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(at: file) } catch {}
    }

    /// What makes Chromium use it.
    var options: [String] {
        ["--use-fake-device-for-media-stream", "--use-file-for-fake-video-capture=\(file.path)"]
            + (isAllowed ? ["--use-fake-ui-for-media-stream"] : [])
    }

    /// The picture on the table, a little off its place in each frame.
    private static func frame(of picture: GrayImage, number: Int) -> GrayImage {
        let scale = min(Double(width) * 0.85 / Double(picture.width), Double(height) * 0.85 / Double(picture.height))
        let (w, h) = (Int(Double(picture.width) * scale), Int(Double(picture.height) * scale))
        let (left, top) = ((width - w) / 2 + number % 5, (height - h) / 2 + number % 3)
        return GrayImage(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let (column, row) = (x - left, y - top)
                    guard (0..<w).contains(column), (0..<h).contains(row) else {
                        pixels[y * width + x] = 86
                        continue
                    }
                    pixels[y * width + x] = sample(
                        picture, (Double(column) + 0.5) / scale - 0.5, (Double(row) + 0.5) / scale - 0.5)
                }
            }
        }
    }

    /// Between the four pixels around a place.
    private static func sample(_ picture: GrayImage, _ x: Double, _ y: Double) -> UInt8 {
        let (x, y) = (min(max(x, 0), Double(picture.width - 1)), min(max(y, 0), Double(picture.height - 1)))
        let (column, row) = (min(Int(x), picture.width - 2), min(Int(y), picture.height - 2))
        let (right, down) = (x - Double(column), y - Double(row))
        func at(_ i: Int, _ j: Int) -> Double { Double(picture[column + i, row + j]) }
        let upper = at(0, 0) * (1 - right) + at(1, 0) * right
        let lower = at(0, 1) * (1 - right) + at(1, 1) * right
        return UInt8((upper * (1 - down) + lower * down).rounded())
    }

    private static func write(_ image: GrayImage, to handle: FileHandle) throws {
        try handle.write(contentsOf: Data("FRAME\n".utf8))
        try handle.write(contentsOf: Data(image.pixels))
        // No colour: both planes have a quarter of the pixels.
        try handle.write(contentsOf: Data(repeating: 128, count: width * height / 2))
    }
}
