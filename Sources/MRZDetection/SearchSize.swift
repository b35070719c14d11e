/// The size in which a picture is searched.
public struct SearchSize: Sendable {
    /// As a share of its own.
    public let share: Double
    /// Whether it is enlarged with cubics, not along straight lines.
    public let isCubic: Bool

    /// - Parameters:
    ///   - share: of the picture's own size.
    ///   - isCubic: whether it is enlarged with cubics; matters for shares above 1 only.
    public init(share: Double, isCubic: Bool = false) {
        self.share = share
        self.isCubic = isCubic
    }
}
