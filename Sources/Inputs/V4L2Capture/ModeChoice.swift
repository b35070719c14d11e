import Imaging

/// Which of a camera's modes is best for reading documents: enough pixels first, then frames a second.
public struct ModeChoice: Sendable {
    /// The page that has to be read when it fills the view: A6, the largest that a passport opens to, in millimetres.
    public var page = (width: 148.0, height: 105.0)
    /// Millimetres from one character to the next. ICAO Doc 9303-3, 4.4: ten to the inch.
    public var pitch = 2.54
    /// Pixels from one character to the next that are enough.
    public var enoughPitch = 10.0
    /// The part of the view, on its shorter side, that a page held by hand fills at least: more pixels
    /// than `enoughPitch` asks for there are of no use.
    public var filledShare = 0.6
    /// Frames a second from which on motion is smooth: pixels count for more then.
    public var smoothRate = 24.0
    /// Frames a second beyond which more are of no use: reading one takes about as long.
    public var maxRate = 30.0

    public init() {}

    /// Pixels from one character to the next on a page that fills the view.
    func pixelsPerCharacter(_ size: PixelSize) -> Double {
        min(Double(size.width) / page.width, Double(size.height) / page.height) * pitch
    }

    /// The best of the modes whose frames are read; nil when there is none.
    public func best(of modes: [CaptureMode]) -> CaptureMode? {
        modes.filter(\.format.isRead).max { rank($0).lexicographicallyPrecedes(rank($1)) }
    }

    /// What speaks for a mode, the weightiest first.
    private func rank(_ mode: CaptureMode) -> [Double] {
        // Who does not say how fast it is may be slow.
        let (pixels, rate) = (pixelsPerCharacter(mode.size), mode.rate ?? 0)
        return [
            min(pixels, enoughPitch),
            min(rate, smoothRate),
            min(pixels, enoughPitch / filledShare),
            min(rate, maxRate),
            // From here on, what costs less.
            // A driver may name any size: the product of two needs more room than an integer has.
            -Double(mode.size.width) * Double(mode.size.height),
            mode.format.isJPEG ? 0 : 1,
            -rate,
            // A gray plane is copied as it is, and a plane faster than every second byte.
            mode.format == .grey ? 2 : mode.format.isPlane ? 1 : 0,
        ]
    }
}

extension PixelFormat {
    fileprivate var isPlane: Bool { if case .plane = luma { true } else { false } }
}
