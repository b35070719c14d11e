import Imaging
import LabelledSamples
import MRZParsing
import Scanning
import TestSupport
import Testing

/// Where a zone of a layout without a last check digit ends: a large visa that is covered behind 36 columns reads as a small
/// one.
@Suite struct ZoneEndTests {
    /// A visa with other light at each place, read: the place in columns from the zone's left edge, and in rows of a column's
    /// width from its top.
    private func read(
        _ sample: String, columns: Double,
        _ light: (_ across: Double, _ down: Double, _ level: Double) -> Double
    ) throws -> Reading {
        let sample = try LabelledSample(sample)
        let page = try sample.picture().gray
        let zone = try #require(sample.quad)
        let column = (zone.topRight.x - zone.topLeft.x) / columns
        return try page.lit { x, y, level in
            light((x - zone.topLeft.x) / column, (y - zone.topLeft.y) / column, level)
        }.firstReading()
    }

    /// Another paper from its 36th column on, barely darker than its own or barely lighter.
    @Test(arguments: [0.975, 1.03], [36, 36.2]) func aCoveredVisaIsNoSmallOne(_ light: Double, _ edge: Double) throws {
        let paper = 231.0
        let reading = try read("mrva/106-scan-rgb.jpg", columns: 44) { across, _, level in
            across < edge ? level : light * paper
        }
        #expect(reading.mrz.format == .mrvB)
        #expect(reading.status.doubts.contains(.incomplete))
    }

    /// Broad stripes that cross the end of a small visa, as they cross all of it.
    @Test func aPatternHasNoEdge() throws {
        let reading = try read("mrvb/107-scan-rgb.jpg", columns: 36) { across, down, level in
            let stripe = ((across + 0.4 * down) / 3.1 + 0.66).truncatingRemainder(dividingBy: 1)
            return abs(stripe - 0.5) < 0.2 ? 0.85 * level : level
        }
        #expect(reading.isVerified)
    }
}
