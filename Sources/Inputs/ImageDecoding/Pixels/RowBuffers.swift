/// Room for one row of luma and of each colour.
struct RowBuffers: ~Copyable {
    let gray, red, green, blue: UnsafeMutablePointer<UInt8>

    init(width: Int) {
        gray = .allocate(capacity: 4 * width)
        gray.initialize(repeating: 0, count: 4 * width)
        (red, green, blue) = (gray + width, gray + 2 * width, gray + 3 * width)
    }

    deinit { gray.deallocate() }
}
