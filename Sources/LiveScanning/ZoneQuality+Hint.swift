public import Imaging

extension ZoneQuality {
    /// What a zone must be like to be worth reading. Chosen on `Samples/` played as video, see `docs/live.md`.
    public struct Demands: Sendable {
        /// Pixels from one character to the next.
        public var leastPitch = 8.5
        /// `ZoneQuality.sharpness`.
        public var leastSharpness = 0.12
        /// Grey of the paper.
        public var leastPaper = 60.0
        /// Grey levels between paper and ink.
        public var leastContrast = 20.0
        /// Share of characters lost in glare.
        public var mostGlare = 0.04
        /// Characters of paper that must be seen round the zone.
        public var leastMargin = 0.4
        /// The longest share of the frame's side along the lines.
        public var mostSpan = 0.97

        public init() {}
    }

    /// What the person can do about the worst that is wrong; nil when nothing is.
    ///
    /// - Parameters:
    ///   - quad: the zone in the frame.
    ///   - size: of the frame.
    ///   - demands: what is good enough.
    public func hint(for quad: Quad, in size: PixelSize, demands: Demands = Demands()) -> ScanHint? {
        let width = Double(size.width)
        let height = Double(size.height)
        let reach = max((quad.topRight - quad.topLeft).length, (quad.bottomRight - quad.bottomLeft).length)
        let margin = quad.corners.map { min(min($0.x, width - 1 - $0.x), min($0.y, height - 1 - $0.y)) }.min() ?? 0
        if margin < demands.leastMargin * pitch {
            return reach > demands.mostSpan * max(width, height) ? .moveAway : .showWholeZone
        }
        if pitch < demands.leastPitch { return .moveCloser }
        if paper < demands.leastPaper || contrast < demands.leastContrast { return .moreLight }
        if glare > demands.mostGlare { return .lessGlare }
        if sharpness < demands.leastSharpness { return .holdStill }
        return nil
    }
}
