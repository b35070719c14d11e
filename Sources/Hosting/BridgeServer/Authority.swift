/// Host and port as the `Host` field and origins have them. RFC 3986, 3.2.
package struct Authority: Equatable {
    /// The host in lower case; an IPv6 address without its brackets.
    package let host: String
    package let port: Int?
    private let isBracketed: Bool

    /// Nil when `text` is no host with an optional port.
    package init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        var rest = Substring(text)
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            isBracketed = true
            guard host.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0.isHexDigit }) else {
                return nil
            }
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = String(rest[..<end])
            rest = rest[end...]
            isBracketed = false
            guard host.utf8.allSatisfy(\.isOfHostName) else { return nil }
        }
        guard !host.isEmpty else { return nil }
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", let number = UInt16(digits), digits.first != "+" else { return nil }
            port = Int(number)
        }
    }

    /// An address and not a name: whoever rebinds a name cannot rebind that.
    package var isAddress: Bool { isBracketed || isIPv4 }

    /// This machine, whatever its network.
    package var isLoopback: Bool {
        if isBracketed { return host == "::1" }
        return host == "localhost" || (isIPv4 && host.hasPrefix("127."))
    }

    private var isIPv4: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { $0.utf8.allSatisfy(\.isDigit) && UInt8($0) != nil }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) }
    fileprivate var isOfHostName: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || [45, 46, 95].contains(self)
    }
}
