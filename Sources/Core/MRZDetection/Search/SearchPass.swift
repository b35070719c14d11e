/// One way to search a picture: in what size, and what counts as print there.
public struct SearchPass: Sendable {
    /// The size in which the picture is searched, as a share of its own.
    public let share: Double
    /// Whether it is enlarged with cubics, not along straight lines.
    public let isCubic: Bool
    public let ink: Ink

    /// How much print must differ from its surroundings.
    public enum Ink: Sendable {
        /// Faint print counts too, with whatever else is as faint.
        case faint
        /// Only what is far from the mean: print over a pattern of fainter lines, which would join its characters.
        case bold
        /// Faint dark print too, without ruled lines, which would join the characters that they touch. Where there are
        /// none, nothing is found: the other passes have seen the same.
        case unruled
    }

    /// - Parameters:
    ///   - share: of the picture's own size.
    ///   - isCubic: whether it is enlarged with cubics; matters for shares above 1 only.
    ///   - ink: what counts as print.
    public init(share: Double, isCubic: Bool = false, ink: Ink = .faint) {
        self.share = share
        self.isCubic = isCubic
        self.ink = ink
    }
}
