import Imaging

/// A frame at a glance: the mean grey of its blocks, to see whether anything has changed.
struct Scene: Equatable {
    private let blocks: [UInt8]

    /// Blocks along each side.
    private static let count = 24
    /// Every so many of a block's pixels along each side are looked at.
    private static let stride = 4
    /// Grey levels by which a block may differ: noise and flicker stay below.
    private static let tolerance = 5

    init(_ image: GrayImage) {
        var blocks: [UInt8] = []
        let count = Self.count
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<count {
                let rows = (row * image.height / count)..<((row + 1) * image.height / count)
                for column in 0..<count {
                    let columns = (column * image.width / count)..<((column + 1) * image.width / count)
                    var sum = 0
                    var seen = 0
                    for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: Self.stride) {
                        for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: Self.stride) {
                            sum &+= Int(pixels[y &* image.width &+ x])
                            seen &+= 1
                        }
                    }
                    blocks.append(seen > 0 ? UInt8(sum / seen) : 0)
                }
            }
        }
        self.blocks = blocks
    }

    /// Whether nothing that could be a document has come or gone since `other`.
    func looksLike(_ other: Scene) -> Bool {
        zip(blocks, other.blocks).allSatisfy { abs(Int($0) - Int($1)) <= Self.tolerance }
    }

    /// Mean grey, 0...255.
    var brightness: Double { Double(blocks.reduce(0) { $0 + Int($1) }) / Double(max(1, blocks.count)) }
}
