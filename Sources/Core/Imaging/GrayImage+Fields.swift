import CSampling

/// A video camera may take a picture as two fields, the even rows and the odd ones, one after the other. What moves
/// meanwhile is torn into a comb; one field alone is whole, at half the rows.
extension GrayImage {
    /// Columns of the parts that are looked at, every other one along each side.
    private static let tileWidth = 32
    /// Rows of those parts.
    private static let tileHeight = 16
    /// In a part that shows anything a column differs from the next but one by so many grey levels a pixel, and in a
    /// torn part a row from the next one.
    private static let minChange = 8
    /// There it differs from the next one by so many percent of what it does from the next but one.
    private static let tornPercent: UInt32 = 125
    /// A frame is torn where so many of its parts are. Of 3,600 whole pictures (`Samples/`, photographs, simulated
    /// frames, 60 other kinds of captures) no ten parts are torn.
    private static let minTorn = 8
    /// One of so many of the parts that show anything has to be torn as well. Of those pictures no fiftieth of any is;
    /// of 100 that are torn by a seventh of a character and more at least a seventh is.
    private static let onceIn = 10

    /// Whether the even rows and the odd ones show something in two places.
    public var isInterlaced: Bool {
        var shown = 0
        var torn = 0
        var change: [UInt32] = [0, 0, 0, 0]
        pixels.withUnsafeBufferPointer { pixels in
            guard let first = pixels.baseAddress else { return }
            let minDifference = UInt32(Self.tileWidth * Self.tileHeight * Self.minChange)
            for top in stride(from: 0, to: height - Self.tileHeight - 2, by: 2 * Self.tileHeight) {
                for left in stride(from: 0, to: width - Self.tileWidth - 2, by: 2 * Self.tileWidth) {
                    csampling_changes(
                        first + top * width + left, width, Self.tileWidth, Self.tileHeight, &change)
                    let (down, downTwo, right, rightTwo) = (change[0], change[1], change[2], change[3])
                    guard rightTwo >= minDifference else { continue }
                    shown += 1
                    // What differs from column to column as well is a screen of dots.
                    if down >= minDifference, down * 100 > downTwo * Self.tornPercent, right < rightTwo { torn += 1 }
                }
            }
        }
        return torn >= Self.minTorn && torn * Self.onceIn >= shown
    }

    /// The even rows with what lies between them made up, and the odd ones so.
    public var fields: [GrayImage] { [0, 1].map(field) }

    /// Rows `first`, `first` + 2 ... as they are, and the others from those two above and two below them (Catmull and
    /// Rom's cubic).
    private func field(from first: Int) -> GrayImage {
        guard height > first + 1 else { return self }
        let last = height - 1 - (height - 1 - first) % 2
        return GrayImage(width: width, height: height) { target in
            for y in 0..<height {
                func row(_ offset: Int) -> Int { min(max(y + offset, first), last) * width }
                if y % 2 == first {
                    for x in 0..<width { target[y &* width &+ x] = pixels[y &* width &+ x] }
                    continue
                }
                let (far, near, next, farther) = (row(-3), row(-1), row(1), row(3))
                for x in 0..<width {
                    let inner = Int(pixels[near &+ x]) &+ Int(pixels[next &+ x])
                    let outer = Int(pixels[far &+ x]) &+ Int(pixels[farther &+ x])
                    target[y &* width &+ x] = UInt8(clamping: (9 &* inner &- outer &+ 8) >> 4)
                }
            }
        }
    }
}
