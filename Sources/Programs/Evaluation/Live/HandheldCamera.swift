public import Imaging

/// A page as a camera sees it that is held by hand, or that a hand holds the page before: it comes in from the side, is
/// brought into focus, trembles and drifts. The same seed gives the same frames.
///
/// Lengths are in pixels of the frames, times in frames.
public struct HandheldCamera: Sendable {
    /// The size of the frames.
    public let size: PixelSize
    private let page: GrayImage
    private let chroma: ChromaPlanes?
    private let motion: HandMotion
    private let seed: UInt64
    /// The middle of what the camera looks at, on the page.
    private let middle: Point
    /// Pixels of the frame for one of the page.
    private let scale: Double
    private let zone: Quad?
    private let grain: [Int8]

    /// How much of the frame the zone fills: along its lines, and of the shorter side.
    private static let filled = (width: 0.66, height: 0.8)
    /// Enlarging a picture beyond this shows what no camera would.
    private static let maxEnlarged = 1.5
    /// Grey of the table that the page lies on.
    private static let table = 96.0

    /// - Parameters:
    ///   - page: what is held before the camera.
    ///   - chroma: its colour, as large as the page; nil where it is gray.
    ///   - zone: where its MRZ lies; nil for the middle of the page.
    public init(
        page: GrayImage, chroma: ChromaPlanes? = nil, zone: Quad?,
        size: PixelSize = PixelSize(width: 1280, height: 720),
        seed: UInt64
    ) {
        self.page = page
        self.chroma = chroma
        self.zone = zone
        self.size = size
        self.seed = seed
        motion = HandMotion(seed: seed)
        let corners =
            zone?.corners ?? [Point(x: 0, y: 0), Point(x: Double(page.width - 1), y: Double(page.height - 1))]
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let width = max(1, (xs.max() ?? 1) - (xs.min() ?? 0))
        let height = max(1, (ys.max() ?? 1) - (ys.min() ?? 0))
        middle = Point(x: (xs.reduce(0, +)) / Double(xs.count), y: ys.reduce(0, +) / Double(ys.count))
        scale = min(
            Self.maxEnlarged, Self.filled.width * Double(size.width) / width,
            Self.filled.height * Double(size.height) / height)
        var random = SeededRandom(seed: seed &+ 1)
        // The sum of three throws is near enough to a bell.
        grain = (0..<65_536).map { _ in
            Int8((random.unit() + random.unit() + random.unit() - 1.5) * 6)
        }
    }

    /// Whether the frame shows the whole zone, as far as it is known where that is, in focus and nearly still: the
    /// first such frame is where the time to a result is counted from.
    public func isReadable(frame: Int) -> Bool {
        let pose = motion.pose(at: frame)
        guard pose.defocus < 1, pose.speed.length < 3, frame >= HandMotion.arrived else { return false }
        guard let zone else { return true }
        return zone.corners.map { place(of: $0, pose) }.allSatisfy { point in
            point.x > 4 && point.y > 4 && point.x < Double(size.width - 4) && point.y < Double(size.height - 4)
        }
    }

    /// What the camera sees: luma.
    public func image(frame: Int) -> GrayImage {
        view(of: page, frame: frame, step: 1, background: Self.table, salt: 0)
    }

    /// What it sees of colour, with half as many columns as the frame: 4:2:2.
    public func chroma(frame: Int) -> ChromaPlanes {
        let gray = GrayImage(width: 2, height: 2, pixels: [128, 128, 128, 128])
        return ChromaPlanes(
            blue: view(of: chroma?.blue ?? gray, frame: frame, step: 2, background: 128, salt: 1),
            red: view(of: chroma?.red ?? gray, frame: frame, step: 2, background: 128, salt: 2))
    }

    /// One plane of the page.
    ///
    /// - Parameters:
    ///   - step: columns of the frame from one of the view to the next.
    ///   - background: what is seen beside the page.
    ///   - salt: another one, another grain.
    private func view(of plane: GrayImage, frame: Int, step: Int, background: Double, salt: UInt64) -> GrayImage {
        let pose = motion.pose(at: frame)
        let sharp = projected(plane, pose, step: step, background: background)
        let radius = Int(pose.defocus.rounded())
        let still =
            radius > 0 ? sharp.blurred(x: radius / step, y: radius).blurred(x: radius / step, y: radius) : sharp
        let shake = (x: Int(abs(pose.speed.x) / 2) / step, y: Int(abs(pose.speed.y) / 2))
        let moved = shake.x > 0 || shake.y > 0 ? still.blurred(x: shake.x / 2, y: shake.y / 2) : still
        return grained(moved, frame: frame, salt: salt)
    }

    /// Where a point of the page is in the frame.
    private func place(of point: Point, _ pose: HandMotion.Pose) -> Point {
        let p = (point - middle) * (scale * pose.scale)
        return Point(
            x: p.x * pose.cosine - p.y * pose.sine + pose.offset.x + Double(size.width) / 2,
            y: p.x * pose.sine + p.y * pose.cosine + pose.offset.y + Double(size.height) / 2)
    }

    private func projected(
        _ plane: GrayImage, _ pose: HandMotion.Pose, step: Int, background: Double
    ) -> GrayImage {
        let factor = 1 / (scale * pose.scale)
        let cosine = pose.cosine * factor
        let sine = pose.sine * factor
        // A page that is shown much smaller is averaged first, as a lens does.
        let halvings = factor > 2 ? 1 : 0
        let source = halvings > 0 ? plane.halved() : plane
        let ratio = halvings > 0 ? 0.5 : 1
        let columns = (size.width + step - 1) / step
        return source.pixels.withUnsafeBufferPointer { pixels in
            GrayImage(width: columns, height: size.height) { target in
                for y in 0..<size.height {
                    let dy = Double(y) - Double(size.height) / 2 - pose.offset.y
                    for x in 0..<columns {
                        let dx = Double(x &* step) - Double(size.width) / 2 - pose.offset.x
                        let px = (middle.x + dx * cosine + dy * sine) * ratio
                        let py = (middle.y - dx * sine + dy * cosine) * ratio
                        target[y &* columns &+ x] = Self.level(
                            pixels, source.width, source.height, px, py, else: UInt8(background))
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func level(
        _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ x: Double, _ y: Double,
        else background: UInt8
    ) -> UInt8 {
        guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return background }
        let left = Int(x)
        let top = Int(y)
        let fx = Float(x - Double(left))
        let fy = Float(y - Double(top))
        let i = top &* width &+ left
        let upper = Float(pixels[i]) * (1 - fx) + Float(pixels[i &+ 1]) * fx
        let lower = Float(pixels[i &+ width]) * (1 - fx) + Float(pixels[i &+ width &+ 1]) * fx
        return UInt8(upper * (1 - fy) + lower * fy + 0.5)
    }

    private func grained(_ image: GrayImage, frame: Int, salt: UInt64) -> GrayImage {
        var random = SeededRandom(seed: seed &+ UInt64(truncatingIfNeeded: frame) &* 7919 &+ salt << 32)
        let start = Int(random.next() & 0xFFFF)
        return image.pixels.withUnsafeBufferPointer { pixels in
            GrayImage(width: image.width, height: image.height) { target in
                for i in 0..<target.count {
                    // Rows do not begin alike: 40 009 is prime and near no multiple of a width.
                    let at = (start &+ i &+ (i / image.width) &* 40_009) & 0xFFFF
                    target[i] = UInt8(clamping: Int(pixels[i]) &+ Int(grain[at]))
                }
            }
        }
    }
}
