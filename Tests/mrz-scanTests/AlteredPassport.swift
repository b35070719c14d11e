import Foundation
import ImageDecoding
import Imaging
import Testing

/// The passport of the samples with one digit of its date of expiry replaced by another one that is as well printed:
/// everything can be read, and the check digits do not hold.
enum AlteredPassport {
    static let original = "td3/096-scan-rgb.jpg"

    /// Writes it as a PGM file.
    static func write(to file: URL) throws {
        let label = try #require(try Labels.of(original))
        let lines = try #require(label["lines"] as? [String])
        let corners = try #require(label["corners"] as? [[Double]])
        let picture = try EncodedImage(path: BuiltProgram.sample(original)).picture().gray
        // 43 steps and the width of a letter from the first edge to the last.
        let step = (corners[1][0] - corners[0][0]) / 43.65
        let slope = (corners[1][1] - corners[0][1]) / (corners[1][0] - corners[0][0])
        // The second digit of the document number in place of the second one of the date of expiry.
        let (source, target) = (1, 22)
        try #require(Array(lines[1])[source] != Array(lines[1])[target])
        let top = Int((corners[0][1] + corners[3][1]) / 2) + 1
        let bottom = Int(corners[3][1]) + 3
        var pixels = picture.pixels
        for y in top..<bottom {
            for column in 0..<Int(step) {
                let (from, to) = [source, target].map { Double($0) * step - 1 + Double(column) }.pair
                let (xFrom, xTo) = (Int(corners[3][0] + from), Int(corners[3][0] + to))
                let (yFrom, yTo) = (y + Int((slope * from).rounded()), y + Int((slope * to).rounded()))
                pixels[yTo * picture.width + xTo] = picture.pixels[yFrom * picture.width + xFrom]
            }
        }
        try (Data("P5\n\(picture.width) \(picture.height)\n255\n".utf8) + Data(pixels)).write(to: file)
    }
}

extension [Double] {
    fileprivate var pair: (Double, Double) { (self[0], self[1]) }
}
