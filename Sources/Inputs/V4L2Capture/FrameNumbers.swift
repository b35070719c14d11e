/// Numbers frames from 0 through everything that a driver does to its own count.
package struct FrameNumbers {
    private var last = -1
    /// What is added to the driver's number; nil when its count begins anew.
    private var offset: Int?

    package init() {}

    /// The number of the frame that the driver calls `raw`. A gap in its count is kept, a step back is not.
    package mutating func number(_ raw: UInt32) -> Int {
        if let offset, Int(raw) + offset > last {
            last = Int(raw) + offset
        } else {
            last += 1
            offset = last - Int(raw)
        }
        return last
    }

    /// The stream was started anew.
    package mutating func restarted() { offset = nil }
}
