import CLeptonica

/// What the values of a Leptonica picture without colours of its own look like: those of a palette, the levels of gray
/// of 1 to 8 bits, and the upper half of gray of 16.
struct PIXShades {
    private(set) var gray = [UInt8](repeating: 255, count: 256)
    private(set) var red = [UInt8](repeating: 255, count: 256)
    private(set) var green = [UInt8](repeating: 255, count: 256)
    private(set) var blue = [UInt8](repeating: 255, count: 256)
    /// Whether any of them is not gray.
    private(set) var isColored = false

    init(of pix: borrowing PIXHandle, invertsGray: Bool) {
        guard pix.depth <= 16 else { return }
        if let palette = pixGetColormap(pix.raw) {
            for index in 0..<min(256, Int(pixcmapGetCount(palette))) { add(index, of: palette) }
            return
        }
        // One bit is ink for Leptonica, more bits are light.
        let isInk = pix.depth == 1 || invertsGray
        let brightest = (1 << min(8, pix.depth)) - 1
        for value in 0...brightest {
            gray[value] = UInt8((isInk ? brightest - value : value) * 255 / brightest)
        }
    }

    private mutating func add(_ index: Int, of palette: UnsafeMutablePointer<PIXCMAP>) {
        var (red, green, blue, opacity): (Int32, Int32, Int32, Int32) = (255, 255, 255, 255)
        pixcmapGetRGBA(palette, Int32(index), &red, &green, &blue, &opacity)
        isColored = isColored || red != green || green != blue
        let alpha = UInt8(clamping: opacity)
        self.red[index] = overWhite(UInt8(clamping: red), alpha)
        self.green[index] = overWhite(UInt8(clamping: green), alpha)
        self.blue[index] = overWhite(UInt8(clamping: blue), alpha)
        gray[index] = luma(self.red[index], self.green[index], self.blue[index])
    }
}

/// A sample as it looks on white paper.
@inline(__always)
func overWhite(_ value: UInt8, _ opacity: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) &* UInt32(opacity) &+ 255 &* (255 &- UInt32(opacity)) &+ 127) / 255)
}
