import CProcess

/// What malloc(3) does with the memory of pictures that are done with.
package enum MallocTuning {
    /// How much freed memory each of its arenas may keep before it gives it back to the kernel, and from which size on
    /// a piece is mapped on its own and given back at once; in bytes.
    private struct Limits {
        var maxKept: CInt
        var minMapped: CInt
    }

    /// For a process that reads pictures. `minMapped` is the most that mallopt(3) takes.
    private static let reading = Limits(maxKept: 64 << 20, minMapped: 32 << 20)
    /// For a process that only hands files on.
    private static let handingOn = Limits(maxKept: 1 << 20, minMapped: 1 << 20)

    /// Memory of large pictures stays with the program between one and the next. By default malloc(3) returns each
    /// picture to the kernel and is given its pages back, zeroed one by one: a twentieth of the time of a picture of 12
    /// megapixels.
    static func keepMemory() { set(reading) }

    /// Memory goes back to the kernel: in a process that has others read its pictures, several threads would keep that
    /// of pictures that they only hand on.
    package static func giveMemoryBack() { set(handingOn) }

    private static func set(_ limits: Limits) { cprocess_keep_memory(limits.maxKept, limits.minMapped) }
}
