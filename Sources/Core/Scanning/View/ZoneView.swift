import Imaging
import MRZDetection

/// How a picture shows one zone, in numbers and in words.
public struct ZoneView: Sendable, Equatable {
    public let quality: ZoneQuality
    /// What is wrong, the worst first.
    public let faults: [ZoneQuality.Fault]

    public init(quality: ZoneQuality, faults: [ZoneQuality.Fault]) {
        self.quality = quality
        self.faults = faults
    }

    /// The view of `band` in the picture that it was found in.
    init(of band: Band, in image: GrayImage) {
        quality = ZoneQuality(of: band, in: image)
        // A picture may end where the print does: what is not outside it can be read.
        var demands = ZoneQuality.Demands()
        demands.minMargin = 0
        demands.maxSpan = .infinity
        faults = quality.faults(
            of: band.quad, in: PixelSize(width: image.width, height: image.height), demands: demands)
    }

    /// The view in the pixels of an input that was reduced by `reduction` before it was read.
    public func scaled(by reduction: Double) -> ZoneView {
        var quality = quality
        quality.pitch *= reduction
        return ZoneView(quality: quality, faults: faults)
    }
}
