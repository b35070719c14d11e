import COCR

/// The rows of a Leptonica picture of any depth as plain bytes, over white where they are seen through.
struct PixelRows: ~Copyable {
    /// What a pixel of a palette or of 1 to 8 bits of gray looks like.
    private struct Shades {
        var gray = [UInt8](repeating: 255, count: 256)
        var red = [UInt8](repeating: 255, count: 256)
        var green = [UInt8](repeating: 255, count: 256)
        var blue = [UInt8](repeating: 255, count: 256)
        var isColored = false

        mutating func set(_ index: Int, _ color: (UInt8, UInt8, UInt8), opacity: UInt8 = 255) {
            (red[index], green[index], blue[index]) = (
                overWhite(color.0, opacity), overWhite(color.1, opacity), overWhite(color.2, opacity)
            )
            gray[index] = luma(red[index], green[index], blue[index])
            isColored = isColored || color.0 != color.1 || color.1 != color.2
        }
    }

    private let pix: PIXHandle
    private let shades: Shades
    private let alpha: Alpha
    let width: Int
    let height: Int

    /// How the fourth byte of a pixel is meant.
    enum Alpha { case none, straight, premultiplied }

    init(_ pix: consuming PIXHandle, transparency: PNGHeader.Transparency, tiff: TIFFDirectory.Detail?) {
        shades = Self.shades(of: pix, transparency, invertsGray: tiff?.invertsGray ?? false)
        alpha = pix.samples != 4 ? .none : tiff?.isPremultiplied == true ? .premultiplied : .straight
        (width, height) = (pix.width, pix.height)
        self.pix = pix
    }

    /// Whether red, green and blue differ, as far as the layout of the pixels says.
    var isColored: Bool { pix.depth == 32 || shades.isColored }

    /// Bytes that a buffer for one row must hold: whole words of the shallowest pixels.
    var paddedWidth: Int { pix.wordsPerRow * max(1, 32 / pix.depth) }

    /// Writes the luma of row `y`.
    func readGray(_ y: Int, into gray: UnsafeMutablePointer<UInt8>) {
        guard let words = pix.row(y) else { return }
        switch pix.depth {
        case 32:
            let alpha = self.alpha
            for x in 0..<width {
                let (red, green, blue) = color(words[x], alpha)
                gray[x] = luma(red, green, blue)
            }
        case 16:
            let mask: UInt32 = shades.gray[0] == 255 ? 0xFF : 0
            for x in 0..<width {
                gray[x] = UInt8(truncatingIfNeeded: (words[x >> 1] >> (x & 1 == 0 ? 24 : 8)) ^ mask)
            }
        default: spread(words, by: shades.gray, into: gray)
        }
    }

    /// Writes red, green, blue and luma of row `y`.
    func readColor(
        _ y: Int, gray: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
        green: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>
    ) {
        guard let words = pix.row(y) else { return }
        if pix.depth == 32 {
            let alpha = self.alpha
            for x in 0..<width {
                (red[x], green[x], blue[x]) = color(words[x], alpha)
                gray[x] = luma(red[x], green[x], blue[x])
            }
        } else {
            readGray(y, into: gray)
            spread(words, by: shades.red, into: red)
            spread(words, by: shades.green, into: green)
            spread(words, by: shades.blue, into: blue)
        }
    }

    /// Writes the shade of every pixel of a row of 1 to 8 bits a pixel.
    private func spread(_ words: UnsafePointer<UInt32>, by shades: [UInt8], into out: UnsafeMutablePointer<UInt8>) {
        let depth = UInt32(truncatingIfNeeded: pix.depth)
        let (perWord, mask) = (Int(32 / depth), (UInt32(1) << depth) &- 1)
        shades.withUnsafeBufferPointer { shades in
            guard let shade = shades.baseAddress else { return }
            for index in 0..<pix.wordsPerRow {
                var word = words[index]
                let base = index &* perWord
                var x = perWord
                while x > 0 {
                    x &-= 1
                    out[base &+ x] = shade[Int(word & mask)]
                    word >>= depth
                }
            }
        }
    }

    private static func shades(
        of pix: borrowing PIXHandle, _ transparency: PNGHeader.Transparency, invertsGray: Bool
    ) -> Shades {
        var shades = Shades()
        let depth = pix.depth
        if depth == 16 { shades.gray[0] = invertsGray ? 255 : 0 }
        guard depth <= 8 else { return shades }
        if let palette = pixGetColormap(pix.raw) {
            var opacities: [UInt8] = []
            if case .palette(let given, _) = transparency { opacities = given }
            for index in 0..<min(256, Int(pixcmapGetCount(palette))) {
                var (red, green, blue, alpha): (Int32, Int32, Int32, Int32) = (255, 255, 255, 255)
                pixcmapGetRGBA(palette, Int32(index), &red, &green, &blue, &alpha)
                let bytes = (UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue))
                shades.set(
                    index, bytes, opacity: index < opacities.count ? opacities[index] : UInt8(clamping: alpha))
            }
            return shades
        }
        let brightest = (1 << depth) - 1
        for index in 0...brightest {
            // One bit is ink for Leptonica, more bits are light.
            let isInk = depth == 1 || invertsGray
            let value = UInt8((isInk ? brightest - index : index) * 255 / brightest)
            shades.set(index, (value, value, value))
        }
        if case .gray(let value, _) = transparency, (0...brightest).contains(value) {
            shades.gray[depth == 1 ? brightest - value : value] = 255
        }
        return shades
    }
}

/// The luma of a colour. ITU-R BT.601, as JPEG files have it, so that a page is as bright in either format.
@inline(__always)
private func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (19595 &* UInt32(red) &+ 38470 &* UInt32(green) &+ 7471 &* UInt32(blue) &+ 32768) >> 16)
}

@inline(__always)
private func overWhite(_ value: UInt8, _ opacity: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) &* UInt32(opacity) &+ 255 &* (255 &- UInt32(opacity)) &+ 127) / 255)
}

@inline(__always)
private func color(_ word: UInt32, _ alpha: PixelRows.Alpha) -> (UInt8, UInt8, UInt8) {
    let red = UInt8(truncatingIfNeeded: word >> 24)
    let green = UInt8(truncatingIfNeeded: word >> 16)
    let blue = UInt8(truncatingIfNeeded: word >> 8)
    let opacity = UInt8(truncatingIfNeeded: word)
    switch alpha {
    case .none: return (red, green, blue)
    case .straight: return (overWhite(red, opacity), overWhite(green, opacity), overWhite(blue, opacity))
    case .premultiplied:
        let white = 255 &- opacity
        func add(_ value: UInt8) -> UInt8 { value > opacity ? 255 : value &+ white }
        return (add(red), add(green), add(blue))
    }
}
