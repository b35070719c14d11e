/// One decoded page as a door hands it to the scanner: upright according to its metadata, possibly reduced.
public struct Picture: Sendable {
    /// Luma of every pixel.
    public let gray: GrayImage
    /// The colour planes of the same size as `gray`, when the source had colour and the caller asked for it.
    public let color: ColorPlanes?
    /// Pixels of the source page (after its metadata orientation) for one pixel of this picture; 1 when not reduced.
    public let reduction: Double
    /// Where its decoder passed over damage, in pixels of this picture.
    public let damage: PictureDamage

    /// - Precondition: `reduction` is at least 1 and `color`, if there is one, is as large as `gray`.
    public init(gray: GrayImage, color: ColorPlanes? = nil, reduction: Double = 1, damage: PictureDamage = .none) {
        precondition(reduction >= 1, "a picture is never larger than its source")
        precondition(
            color.map { $0.red.width == gray.width && $0.red.height == gray.height } ?? true, "planes differ in size")
        self.gray = gray
        self.color = color
        self.reduction = reduction
        self.damage = damage
    }

    /// The same picture, of which the damage is known only now.
    public func with(_ damage: PictureDamage) -> Picture {
        Picture(gray: gray, color: color, reduction: reduction, damage: damage)
    }
}

/// Red, green and blue as three gray pictures of one size.
public struct ColorPlanes: Sendable {
    public let red: GrayImage
    public let green: GrayImage
    public let blue: GrayImage

    /// - Precondition: the three planes have the same size.
    public init(red: GrayImage, green: GrayImage, blue: GrayImage) {
        precondition(
            red.width == green.width && green.width == blue.width && red.height == green.height
                && green.height == blue.height, "planes differ in size")
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colours of a picture that has none: the same light in all three.
    public init(gray: GrayImage) { self.init(red: gray, green: gray, blue: gray) }

    /// Whether much that is dark in luma is light in one of the colours: a coloured pattern may hide black print there.
    ///
    /// - Parameter gray: the luma of the same picture.
    public func hidesPrint(in gray: GrayImage) -> Bool {
        // Every seventh pixel tells as much as all.
        let sampled = stride(from: 0, to: gray.pixels.count, by: 7)
        let hidden = sampled.count { i in
            gray.pixels[i] < 150 && Int(max(red.pixels[i], green.pixels[i], blue.pixels[i])) - Int(gray.pixels[i]) > 60
        }
        return hidden * 50 > gray.pixels.count / 7
    }

    /// Whether something in a part of the picture has a colour of its own: a stamp or a pen's stroke that is light in
    /// one of the colours, where black print is not. In gray pictures, and where all ink is black, nothing has.
    ///
    /// - Parameters:
    ///   - quad: the part; what of it lies outside the picture does not count.
    ///   - gray: the luma of the same picture.
    public func hasColoredInk(in quad: Quad, beside gray: GrayImage) -> Bool {
        let xs = quad.corners.map(\.x)
        let ys = quad.corners.map(\.y)
        func clamped(_ value: Double?, below limit: Int) -> Int { Int(min(max(value ?? 0, 0), Double(limit))) }
        let columns = clamped(xs.min(), below: gray.width)..<clamped(xs.max(), below: gray.width)
        let rows = clamped(ys.min(), below: gray.height)..<clamped(ys.max(), below: gray.height)
        // By how much each pixel's brightest colour is lighter than its luma: of most, that is the paper's tint.
        var counts = [Int](repeating: 0, count: 256)
        for row in rows {
            for i in columns.lowerBound + row * gray.width..<columns.upperBound + row * gray.width {
                counts[max(0, Int(max(red.pixels[i], green.pixels[i], blue.pixels[i])) - Int(gray.pixels[i]))] += 1
            }
        }
        let all = columns.count * rows.count
        var below = 0
        let paper = counts.firstIndex { count in
            below += count
            return below * 2 >= all
        }
        // A stroke through one character of a zone of 88 has two or three pixels in a thousand.
        return counts.dropFirst((paper ?? 0) + Self.minColor).reduce(0, +) * 1000 > all
    }

    /// Ink whose brightest colour is lighter by so much more than the paper's is coloured.
    private static let minColor = 20

    /// Whether the colours change from pixel to pixel as a camera sees them that looks at a screen: its stripes of red,
    /// green and blue and the camera's own make bands of colour (moiré), which are light and dark by turns in luma.
    public var hasMoire: Bool {
        let (width, height) = (red.width, red.height)
        let (columns, rows) = (width / Self.moireBlock, height / Self.moireBlock)
        guard columns > 0, rows > 0 else { return false }
        var changes = [Int](repeating: 0, count: columns * rows)
        let step = Self.moireStep
        for y in stride(from: 0, to: rows * Self.moireBlock - step, by: step) {
            for x in stride(from: 0, to: columns * Self.moireBlock - step, by: step) {
                let here = y * width + x
                func change(to there: Int) -> Int {
                    let green = Int(self.green.pixels[there]) - Int(self.green.pixels[here])
                    return max(
                        abs(Int(red.pixels[there]) - Int(red.pixels[here]) - green),
                        abs(Int(blue.pixels[there]) - Int(blue.pixels[here]) - green))
                }
                changes[y / Self.moireBlock * columns + x / Self.moireBlock] +=
                    max(change(to: here + step), change(to: here + step * width))
            }
        }
        // A document may fill a small part of the picture.
        let looks = Self.moireBlock / step * (Self.moireBlock / step)
        return changes.count { $0 > Self.minMoire * looks } * Self.minMoireShare > changes.count
    }

    /// Pixels of a side of the blocks in which changes of colour are counted.
    private static let moireBlock = 32
    /// Pixels from one that is looked at to the next, and to that which it is held against.
    private static let moireStep = 4
    /// How much redder or bluer against green, in grey levels, on average of a block.
    private static let minMoire = 50
    /// One block in so many has to change so.
    private static let minMoireShare = 10

    /// The mean of the three at every pixel.
    public var mean: GrayImage {
        merged { UInt8((UInt16($0) + UInt16($1) + UInt16($2) + 1) / 3) }
    }

    /// The brightest of the three at every pixel: black ink stays black, coloured ink becomes light.
    public var brightest: GrayImage {
        merged { max($0, $1, $2) }
    }

    @inline(__always)
    private func merged(_ merge: (_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8) -> GrayImage {
        GrayImage(width: red.width, height: red.height) { target in
            red.pixels.withUnsafeBufferPointer { red in
                green.pixels.withUnsafeBufferPointer { green in
                    blue.pixels.withUnsafeBufferPointer { blue in
                        for i in 0..<target.count { target[i] = merge(red[i], green[i], blue[i]) }
                    }
                }
            }
        }
    }
}
