/// How large a picture is, in pixels.
public struct PixelSize: Sendable, Hashable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The longer of the two sides.
    public var longSide: Int { max(width, height) }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)×\(height)" }
}
