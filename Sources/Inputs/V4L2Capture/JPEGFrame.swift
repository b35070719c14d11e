/// The picture in a frame of JPEG data.
package enum JPEGFrame {
    /// The bytes from the beginning of the picture to its end, without what the camera added behind.
    ///
    /// - Returns: nil when the frame does not begin as a JPEG picture does, or breaks off. ITU-T T.81, B.1.1.3: SOI,
    ///   EOI.
    package static func whole(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var end = bytes.count
        while end >= 4 {
            if bytes[end &- 1] == 0xD9, bytes[end &- 2] == 0xFF { return Array(bytes[..<end]) }
            end &-= 1
        }
        return nil
    }
}
