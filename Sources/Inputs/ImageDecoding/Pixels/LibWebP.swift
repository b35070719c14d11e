import Glibc

/// libwebp's incremental decoder, which tells how much of a file it needed.
///
/// It comes with Leptonica, so its functions are looked up in the running program and its headers need not be here.
/// A file of the lossy kind has no check of any sort: its decoder makes pixels of whatever bits it is given. But it
/// uses up the bits of a sound file to the last, and of one in which a bit was changed mostly not.
struct LibWebP: Sendable {
    private typealias Begin = @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int32) -> OpaquePointer?
    private typealias Update = @convention(c) (OpaquePointer, UnsafeRawPointer?, Int) -> Int32
    private typealias End = @convention(c) (OpaquePointer) -> Void

    /// nil where the program is linked without libwebp.
    static let linked = LibWebP()

    /// An encoder ends with at most two bytes that no pixel needs: RFC 6386, 7.3, and libwebp's own.
    private static let spare = 4
    /// `MODE_RGB`.
    private static let opaque: Int32 = 0
    /// `MODE_RGBA`.
    private static let translucent: Int32 = 1

    private let begin: Begin
    private let update: Update
    private let end: End

    private init?() {
        guard let begin = dlsym(nil, "WebPINewRGB"), let update = dlsym(nil, "WebPIUpdate"),
            let end = dlsym(nil, "WebPIDelete")
        else { return nil }
        self.begin = unsafeBitCast(begin, to: Begin.self)
        self.update = unsafeBitCast(update, to: Update.self)
        self.end = unsafeBitCast(end, to: End.self)
    }

    /// The pixels of a still picture, laid over white; nil where they cannot be decoded.
    ///
    /// - Parameter isDamaged: told whether more data are there than the pixels need.
    func decode(_ bytes: [UInt8], _ still: WebPHeader.Still, isDamaged: inout Bool) -> ByteRows? {
        let samples = still.hasAlpha ? 4 : 3
        guard still.width > 0, still.height > 0,
            let rows = ByteRows(width: still.width, height: still.height, samples: samples)
        else { return nil }
        let stride = still.width * samples
        let decoder = begin(
            still.hasAlpha ? Self.translucent : Self.opaque, rows.bytes, stride * still.height, Int32(stride))
        guard let decoder else { return nil }
        defer { end(decoder) }
        let isWhole = bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress
            isDamaged = update(decoder, base, max(0, still.end - Self.spare)) == 0
            return isDamaged || update(decoder, base, bytes.count) == 0
        }
        guard isWhole else { return nil }
        if still.hasAlpha { rows.layOverWhite() }
        return rows
    }
}

extension ByteRows {
    /// Mixes four samples a pixel with white, as much as the last of them says, in place.
    fileprivate func layOverWhite() {
        for pixel in 0..<(width &* height) {
            let at = bytes + 4 &* pixel
            let opacity = at[3]
            if opacity == 255 { continue }
            for sample in 0..<3 { at[sample] = overWhite(at[sample], opacity) }
        }
    }
}
