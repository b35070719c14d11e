import Glibc

/// libpng's simplified interface, which never prints and treats transparency and depth as the standard asks.
///
/// Leptonica opens libpng with the handlers that print, gives an empty page for gray or shallow palettes that are
/// partly transparent, and holds the picture twice. libpng comes with Leptonica, so its functions are looked up in the
/// running program and its headers need not be here. libpng manual, section V.
struct LibPNG: Sendable {
    private typealias Begin = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, Int) -> Int32
    private typealias Finish =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?
        ) -> Int32
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// nil where the program is linked without libpng.
    static let linked = LibPNG()

    private let begin: Begin
    private let finish: Finish
    private let free: Free

    private init?() {
        guard let begin = dlsym(nil, "png_image_begin_read_from_memory"),
            let finish = dlsym(nil, "png_image_finish_read"), let free = dlsym(nil, "png_image_free")
        else { return nil }
        self.begin = unsafeBitCast(begin, to: Begin.self)
        self.finish = unsafeBitCast(finish, to: Finish.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }

    /// The pixels of a file, laid over white; nil where the file is damaged.
    ///
    /// - Parameter isDamaged: told whether the compressed pixels were not quite as they should be.
    func decode(_ bytes: [UInt8], isDamaged: inout Bool) -> ByteRows? {
        // libpng keeps the address between its calls.
        let control = UnsafeMutablePointer<Control>.allocate(capacity: 1)
        control.initialize(to: Control())
        defer { control.deallocate() }
        var rows: ByteRows?
        let isWhole = bytes.withUnsafeBytes { bytes in
            guard begin(control, bytes.baseAddress, bytes.count) != 0 else { return false }
            defer { free(control) }
            let hasColor = control.pointee.format & Control.colorFlag != 0
            control.pointee.format = hasColor ? Control.colorFlag : 0
            control.pointee.flags |= Control.deepIsNotLinear
            rows = ByteRows(
                width: Int(control.pointee.width), height: Int(control.pointee.height), samples: hasColor ? 3 : 1)
            guard let pixels = rows?.bytes else { return false }
            var white: (UInt8, UInt8, UInt8) = (255, 255, 255)
            return finish(control, &white, pixels, 0, nil) != 0
        }
        isDamaged = control.pointee.warnsOfPixels
        return isWhole ? rows : nil
    }

    /// `png_image` of version 1.
    private struct Control {
        var reader: UnsafeMutableRawPointer?
        var version: UInt32 = 1
        var width: UInt32 = 0
        var height: UInt32 = 0
        var format: UInt32 = 0
        var flags: UInt32 = 0
        var colorMapEntries: UInt32 = 0
        var problem: UInt32 = 0
        /// 64 characters.
        var message: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

        /// Whether there was a warning, and that is about the chunks of pixels: others are about chunks that are not needed.
        var warnsOfPixels: Bool {
            problem & 1 != 0 && withUnsafeBytes(of: message) { $0.starts(with: "IDAT".utf8) }
        }

        /// `PNG_FORMAT_FLAG_COLOR`.
        static let colorFlag: UInt32 = 2
        /// `PNG_IMAGE_FLAG_16BIT_sRGB`: 16 bits a sample are as curved as 8 where the file does not say.
        static let deepIsNotLinear: UInt32 = 4
    }
}
