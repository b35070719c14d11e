import CLeptonica

/// The one owner of a Leptonica picture.
struct PIXHandle: ~Copyable {
    let raw: UnsafeMutablePointer<PIX>

    /// The picture that a decoder of Leptonica makes of `bytes`; nil where it makes none.
    init?(of bytes: [UInt8], _ decode: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<PIX>?) {
        guard let pix = bytes.withUnsafeBufferPointer({ decode($0.baseAddress, $0.count) }) else { return nil }
        raw = pix
    }

    deinit {
        var pix: UnsafeMutablePointer<PIX>? = raw
        pixDestroy(&pix)
    }

    var width: Int { Int(pixGetWidth(raw)) }
    var height: Int { Int(pixGetHeight(raw)) }
    /// Bits a pixel: 1, 2, 4, 8, 16 or 32.
    var depth: Int { Int(pixGetDepth(raw)) }
    /// 4 when the fourth byte of a 32-bit pixel is its opacity.
    var samples: Int { Int(pixGetSpp(raw)) }
    var wordsPerRow: Int { Int(pixGetWpl(raw)) }

    /// The words of one row; the first pixel is in the most significant bits of the first word.
    func row(_ y: Int) -> UnsafePointer<UInt32>? {
        pixGetData(raw).map { UnsafePointer($0 + y * wordsPerRow) }
    }
}
