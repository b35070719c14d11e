import Imaging
import MRZDetection

/// Guesses from the chevrons of fillers which way up a band is: `<` holds its ink in the middle on the left.
enum OrientationVote {
    /// A filler leans by about a third of a cell; letters by less than this, in pitches.
    private static let minLean = 0.14

    /// Positive when the strips seem upright, negative when turned by half; its size is about the number of fillers.
    static func upright(_ strips: [LineStrip]) -> Double {
        strips.reduce(0) { $0 + vote(of: $1) }
    }

    private static func vote(of strip: LineStrip) -> Double {
        let image = strip.image
        let columns = Int(Double(image.width) / strip.pitch)
        // The middle fifth of the rows against the bands above and below it, within the capitals.
        let third = image.height / 5
        let middle = (image.height / 2 - third / 2)..<(image.height / 2 + third - third / 2)
        let outer = [
            (image.height / 2 - 2 * third + third / 2)..<(middle.lowerBound - third / 2),
            (middle.upperBound + third / 2)..<(image.height / 2 + 2 * third - third / 2),
        ]
        var sum = 0.0
        for column in 0..<columns {
            let left = Int(Double(column) * strip.pitch)
            let right = min(image.width, Int(Double(column + 1) * strip.pitch))
            guard let inner = center(of: image, columns: left..<right, rows: [middle]),
                let around = center(of: image, columns: left..<right, rows: outer)
            else { continue }
            let lean = (around - inner) / strip.pitch
            if abs(lean) > minLean { sum += lean > 0 ? 1 : -1 }
        }
        return sum
    }

    /// The mean column of the ink; nil where there is hardly any.
    private static func center(of image: GrayImage, columns: Range<Int>, rows: [Range<Int>]) -> Double? {
        var weight = 0
        var moment = 0
        var count = 0
        for range in rows {
            for y in range {
                for x in columns {
                    let ink = max(0, 150 - Int(image[x, y]))
                    weight += ink
                    moment += ink * (x - columns.lowerBound)
                    count += 1
                }
            }
        }
        guard count > 0, weight > 8 * count else { return nil }
        return Double(moment) / Double(weight)
    }
}
