import CLeptonica

/// The rows of a Leptonica picture of any depth.
struct PIXRows: ~Copyable, RowSource {
    private let pix: PIXHandle
    private let shades: PIXShades
    private let alpha: Alpha
    let width: Int
    let height: Int

    /// How the fourth byte of a pixel is meant.
    enum Alpha { case none, straight, premultiplied }

    /// - Parameters:
    ///   - alpha: what the fourth byte of a pixel means.
    ///   - invertsGray: whether the brightest value of gray is black.
    init(_ pix: consuming PIXHandle, alpha: Alpha, invertsGray: Bool) {
        shades = PIXShades(of: pix, invertsGray: invertsGray)
        self.alpha = alpha
        (width, height) = (pix.width, pix.height)
        self.pix = pix
    }

    var isColored: Bool { pix.depth == 32 || shades.isColored }

    /// Whole words of the shallowest pixels.
    var paddedWidth: Int { pix.wordsPerRow * max(1, 32 / pix.depth) }

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
            for x in 0..<width {
                gray[x] = shades.gray[Int(words[x >> 1] >> (x & 1 == 0 ? 24 : 8) & 0xFF)]
            }
        default: spread(words, by: shades.gray, into: gray)
        }
    }

    func readColor(_ y: Int, into row: borrowing RowBuffers) {
        guard let words = pix.row(y) else { return }
        if pix.depth == 32 {
            let alpha = self.alpha
            for x in 0..<width {
                let (red, green, blue) = color(words[x], alpha)
                (row.red[x], row.green[x], row.blue[x], row.gray[x]) = (red, green, blue, luma(red, green, blue))
            }
        } else {
            readGray(y, into: row.gray)
            spread(words, by: shades.red, into: row.red)
            spread(words, by: shades.green, into: row.green)
            spread(words, by: shades.blue, into: row.blue)
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
}

@inline(__always)
private func color(_ word: UInt32, _ alpha: PIXRows.Alpha) -> (UInt8, UInt8, UInt8) {
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
