public import Imaging

extension ZoneQuality {
    /// What a zone must be like to be read well. Chosen on `Samples/` played as video, see `docs/live.md`.
    public struct Demands: Sendable {
        /// Pixels from one character to the next.
        public var minPitch = 8.5
        /// `ZoneQuality.sharpness`.
        public var minSharpness = 0.12
        /// Grey of the paper.
        public var minPaper = 60.0
        /// Grey levels between paper and ink.
        public var minContrast = 20.0
        /// Share of characters lost in glare.
        public var maxGlare = 0.04
        /// Characters of paper that must be seen round the zone.
        public var minMargin = 0.4
        /// The longest share of the picture's side along the lines.
        public var maxSpan = 0.97

        public init() {}
    }

    /// What is wrong with a picture of a zone.
    public enum Fault: String, Sendable, CaseIterable {
        /// Some of the zone is outside the picture, or about to be.
        case cutOff
        /// The zone is longer than the picture.
        case tooLarge
        /// Too few pixels for a character.
        case tooSmall
        /// Too little light, or hardly any difference between paper and ink.
        case tooDark
        /// Characters lost in white.
        case glare
        /// Out of focus or moved.
        case blurred
    }

    /// What is wrong, the worst first; empty of a good picture.
    ///
    /// - Parameters:
    ///   - quad: the zone in the picture.
    ///   - size: of the picture.
    ///   - demands: what is good enough.
    public func faults(of quad: Quad, in size: PixelSize, demands: Demands = Demands()) -> [Fault] {
        let width = Double(size.width)
        let height = Double(size.height)
        let reach = max((quad.topRight - quad.topLeft).length, (quad.bottomRight - quad.bottomLeft).length)
        let margin = quad.corners.map { min(min($0.x, width - 1 - $0.x), min($0.y, height - 1 - $0.y)) }.min() ?? 0
        var faults: [Fault] = []
        if margin < demands.minMargin * pitch {
            faults.append(reach > demands.maxSpan * max(width, height) ? .tooLarge : .cutOff)
        }
        if pitch < demands.minPitch { faults.append(.tooSmall) }
        if paper < demands.minPaper || contrast < demands.minContrast { faults.append(.tooDark) }
        if glare > demands.maxGlare { faults.append(.glare) }
        if sharpness < demands.minSharpness { faults.append(.blurred) }
        return faults
    }
}
