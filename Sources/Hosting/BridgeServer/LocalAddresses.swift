import Glibc

/// The addresses of this machine, as the system lists them.
public enum LocalAddresses {
    /// The addresses by which others reach a server that listens on `host`: IPv4 first, none that is only good on one
    /// link.
    ///
    /// - Parameter host: an address or a name; for those that mean every address all of them are looked up.
    /// - Returns: none for loopback.
    public static func reachable(listeningOn host: String) -> [String] {
        switch host {
        case "0.0.0.0": all(AF_INET)
        case "::": all(AF_INET) + all(AF_INET6)
        case let host where AccessRules.isLoopback(host): []
        case let host: [host]
        }
    }

    private static func all(_ family: Int32) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == family,
                entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
            // One with a zone is good on that link only, and no address of a web page.
            if !name.contains("%"), !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// The name that this machine has; nil when it has none.
    public static var hostName: String? {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return nil }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
