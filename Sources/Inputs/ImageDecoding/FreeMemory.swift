import Glibc

/// Whether the system has room for what is about to be allocated: an array that cannot grow ends the program.
enum FreeMemory {
    /// Asks for that many bytes and gives them back. A mapping, since compilers leave out what is only allocated and
    /// freed.
    static func has(_ bytes: Int) -> Bool {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let room = mmap(nil, max(1, bytes), PROT_READ | PROT_WRITE, flags, -1, 0), room != MAP_FAILED else {
            return false
        }
        munmap(room, max(1, bytes))
        return true
    }

    /// Forgets what was refused to this thread, before a codec is asked that does not say why it gave up.
    static func forgetRefusals() { errno = 0 }

    /// Whether this thread was refused memory since: malloc sets the number, and what gives memory back keeps it.
    /// malloc(3), free(3).
    static var wasRefused: Bool { errno == ENOMEM }
}

extension Int {
    /// The product of it and others, none of them below 0; nil where it is more than any memory has.
    func product(_ factors: Int...) -> Int? {
        var product = self
        for factor in factors {
            let (next, overflow) = product.multipliedReportingOverflow(by: factor)
            if overflow { return nil }
            product = next
        }
        return product
    }
}

extension DecodingError {
    /// A codec was refused memory, whatever it says itself.
    static let refusedMemory = DecodingError(
        .outOfMemory, "The system has not the memory for this picture's decoder.", errno: ENOMEM)
}
