public import Imaging

/// A way in which a camera can send frames.
public struct CaptureMode: Sendable, Hashable {
    public let format: PixelFormat
    public let size: PixelSize
    /// Frames a second; nil when the driver does not say.
    public let rate: Double?

    public init(format: PixelFormat, size: PixelSize, rate: Double?) {
        self.format = format
        self.size = size
        self.rate = rate
    }
}

extension CaptureMode: CustomStringConvertible {
    public var description: String { "\(format) \(size)" + (rate.map { " at \(Self.text(of: $0)) fps" } ?? "") }

    /// A rate with at most two digits after the point.
    public static func text(of rate: Double) -> String {
        guard abs(rate) < 1e9 else { return "\(rate)" }
        let hundredths = Int((rate * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        let rest = hundredths % 100
        return "\(hundredths / 100)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}

/// What the user wants of a camera; what is nil is chosen.
public struct CaptureRequest: Sendable, Equatable {
    public var size: PixelSize?
    /// Frames a second.
    public var rate: Double?
    public var format: PixelFormat?
    /// After so long without a frame that can be used, the camera counts as lost.
    public var timeout: Duration

    public init(
        size: PixelSize? = nil, rate: Double? = nil, format: PixelFormat? = nil, timeout: Duration = .seconds(5)
    ) {
        self.size = size
        self.rate = rate
        self.format = format
        self.timeout = timeout
    }
}
