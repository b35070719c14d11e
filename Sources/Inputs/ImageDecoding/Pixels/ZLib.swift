import Glibc

/// The decompressor of zlib, which comes with libpng: it is looked up in the running program, and its headers need not
/// be here.
enum ZLib {
    private typealias Uncompress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CUnsignedLong>?, UnsafePointer<UInt8>?, CUnsignedLong
        ) -> CInt

    /// nil of data that are damaged or unpack to more than `limit` bytes, and where the program has no zlib.
    static func unpacked(_ data: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard let symbol = dlsym(nil, "uncompress") else { return nil }
        let uncompress = unsafeBitCast(symbol, to: Uncompress.self)
        var count = CUnsignedLong(limit)
        var isWhole = false
        let unpacked = [UInt8](unsafeUninitializedCapacity: limit) { room, used in
            isWhole = data.withUnsafeBufferPointer { data in
                uncompress(room.baseAddress, &count, data.baseAddress, CUnsignedLong(data.count)) == 0
            }
            used = isWhole ? Int(count) : 0
        }
        return isWhole ? unpacked : nil
    }
}
