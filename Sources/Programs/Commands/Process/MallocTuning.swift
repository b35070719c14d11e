import CProcess

/// Memory of large pictures stays with the program between one picture and the next.
enum MallocTuning {
    /// What malloc(3) may keep of freed memory, in bytes, before it gives it back to the kernel.
    private static let maxKept: CInt = 64 << 20
    /// Larger pieces are mapped on their own and given back at once, in bytes; the most that mallopt(3) takes.
    private static let minMapped: CInt = 32 << 20

    /// Tells malloc(3). By default it returns each picture to the kernel and is given its pages back, zeroed one by one:
    /// a twentieth of the time of a picture of 12 megapixels.
    static func begin() {
        cprocess_keep_memory(maxKept, minMapped)
    }
}
