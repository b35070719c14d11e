import Imaging
import MRZDetection

/// Marks drawn as upright rectangles where characters would stand: what geometry is tested on.
struct DrawnMarks {
    let blobs: Blobs
    let index: BlobIndex
    private let width: Int

    /// - Parameters:
    ///   - points: the middles of the marks, in pixels; some marks' sides apart, so that none touch.
    ///   - size: the sides of each in pixels.
    ///   - shear: how many pixels a mark leans to the right from one row to the row above it.
    init(at points: [Point], size: (width: Int, height: Int) = (7, 11), shear: Double = 0) {
        let width = Int(points.map(\.x).max() ?? 0) + 60
        let height = Int(points.map(\.y).max() ?? 0) + 60
        var marks = [UInt8](repeating: 0, count: width * height)
        for point in points {
            for row in 0..<size.height {
                let rise = Double(size.height - 1) / 2 - Double(row)
                let left = Int((point.x + shear * rise - Double(size.width - 1) / 2).rounded())
                let y = Int((point.y - rise).rounded())
                for x in left..<(left + size.width) where x >= 0 && y >= 0 { marks[y * width + x] = InkMasks.dark }
            }
        }
        self.width = width
        let masks = InkMasks(marks: marks, width: width, height: height)
        blobs = Blobs(in: masks, marked: InkMasks.dark, limits: .init())
        index = BlobIndex(blobs.all, width: width, height: height)
    }

    /// The blobs whose middles lie within half a pixel across of `y`, from the left: a line that was drawn level.
    func chain(at y: Double) -> [Int] {
        blobs.all.indices.filter { abs(blobs.all[$0].center.y - y) < 1 }
            .sorted { blobs.all[$0].center.x < blobs.all[$1].center.x }
    }

    /// That line as print.
    func line(at y: Double) -> PrintLine? { PrintLine(chain(at: y), of: blobs.all, limits: .init()) }

    /// The blobs nearest to points, in their order, as print.
    func line(through points: [Point]) -> PrintLine? {
        let chain = points.compactMap { point in
            blobs.all.indices.min { (blobs.all[$0].center - point).length < (blobs.all[$1].center - point).length }
        }
        return PrintLine(chain, of: blobs.all, limits: .init())
    }

    /// A level row of points.
    static func row(_ columns: some Sequence<Int>, pitch: Double = 14, left: Double = 60, y: Double) -> [Point] {
        columns.map { Point(x: left + pitch * Double($0), y: y) }
    }
}
