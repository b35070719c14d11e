import Foundation
import ImageDecoding
import Imaging
import Testing

/// The tiny pictures of these tests: 32×16 pixels in four quadrants. In gray they are 0, 90, 170 and 255, in colour
/// red, green, blue and white, from the upper left to the lower right.
enum Fixture {
    static let gray: [UInt8] = [0, 90, 170, 255]
    static let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    /// The luma of `colors`. ITU-R BT.601.
    static let luma: [UInt8] = [76, 150, 29, 255]

    static func path(_ name: String) throws -> String {
        let folder = try #require(Bundle.module.resourceURL)
        return folder.appendingPathComponent("Fixtures/\(name)").path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: path(name))))
    }

    static func picture(_ name: String, color: Bool = false) throws -> Picture {
        try EncodedImage(path: path(name)).picture(color: color)
    }
}

extension GrayImage {
    /// The pixels in the middle of the four quadrants: upper left, upper right, lower left, lower right.
    var quadrants: [UInt8] {
        [height / 4, height - 1 - height / 4].flatMap { y in
            [self[width / 4, y], self[width - 1 - width / 4, y]]
        }
    }
}

/// Whether two rows of pixels differ by no more than lossy compression does.
func isNear(_ some: [UInt8], _ others: [UInt8], within tolerance: Int = 6) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
}

/// Gives `body` the path of a file with this content, which is gone afterwards.
func withFile<Result>(_ content: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("inputs-\(UUID().uuidString)")
    try Data(content).write(to: file)
    defer {
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(at: file) } catch {}
    }
    return try body(file.path)
}
