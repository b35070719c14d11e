extension Sequence<UInt8> {
    /// Two hexadecimal digits a byte.
    ///
    /// - Parameters:
    ///   - uppercase: whether A to F are capital letters.
    ///   - separator: what stands between two bytes.
    package func hexadecimal(uppercase: Bool = false, separator: String = "") -> String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: uppercase) }.joined(separator: separator)
    }
}
