/// How the pixels of a frame lie in memory, by the four characters that V4L2 names it with.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
    /// The characters, the first in the lowest byte.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Parameter name: one to four printable ASCII characters, such as `YUYV`; blanks are added.
    public init?(_ name: String) {
        let characters = Array(name.utf8)
        guard (1...4).contains(characters.count), characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return nil
        }
        rawValue = (0..<4).reduce(0) { value, index in
            let character = index < characters.count ? characters[index] : 0x20
            return value | UInt32(character) << (8 * UInt32(index))
        }
    }

    fileprivate init(_ a: Character, _ b: Character, _ c: Character, _ d: Character) {
        rawValue = [d, c, b, a].reduce(0) { $0 << 8 | UInt32($1.asciiValue ?? 0) }
    }

    public static let yuyv = Self("Y", "U", "Y", "V")
    public static let yvyu = Self("Y", "V", "Y", "U")
    public static let uyvy = Self("U", "Y", "V", "Y")
    public static let vyuy = Self("V", "Y", "U", "Y")
    public static let nv12 = Self("N", "V", "1", "2")
    public static let nv21 = Self("N", "V", "2", "1")
    public static let nv16 = Self("N", "V", "1", "6")
    public static let yu12 = Self("Y", "U", "1", "2")
    public static let yv12 = Self("Y", "V", "1", "2")
    public static let grey = Self("G", "R", "E", "Y")
    public static let mjpg = Self("M", "J", "P", "G")
    public static let jpeg = Self("J", "P", "E", "G")
}

extension PixelFormat: CustomStringConvertible {
    /// The characters without the blanks at their end; what is not printable as a point.
    public var description: String {
        let characters = (0..<4).map { index -> Character in
            let byte = UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32(index)))
            return (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
        }
        return String(characters.prefix(1 + (characters.lastIndex { $0 != " " } ?? 0)))
    }
}
