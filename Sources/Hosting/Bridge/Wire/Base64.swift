internal import FoundationEssentials

/// Bytes in JSON. RFC 4648, 4.
package enum Base64 {
    package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Nil when the text is no base64.
    package static func bytes(of text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
