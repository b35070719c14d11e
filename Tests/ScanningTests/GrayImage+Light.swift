import Imaging
import Scanning
import TestSupport
import Testing

extension GrayImage {
    /// The picture with other light at each place.
    ///
    /// - Parameter light: the new level, which is clamped to 0...255, by the place in pixels and the level there.
    func lit(_ light: (_ x: Double, _ y: Double, _ level: Double) -> Double) -> GrayImage {
        GrayImage(width: width, height: height) { lit in
            for i in lit.indices {
                lit[i] = UInt8(max(0, min(255, light(Double(i % width), Double(i / width), Double(pixels[i])))))
            }
        }
    }

    /// The first reading of the picture by the built-in scanner.
    func firstReading() throws -> Reading {
        try #require(try MRZScanner(try .builtIn(), asOf: .ofTests).scan(Picture(gray: self)).readings.first)
    }
}
