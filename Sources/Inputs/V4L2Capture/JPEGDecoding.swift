public import Imaging

/// What decodes the frames of cameras that compress them.
public struct JPEGDecoding: Sendable {
    let luma: @Sendable ([UInt8]) -> GrayImage?
    let color: @Sendable ([UInt8]) -> ColorPlanes?

    /// - Parameters:
    ///   - luma: gives the luma of a JPEG picture, nil for a damaged one; called on the thread that takes frames.
    ///   - color: gives its colours, nil where it has none; called for the few frames that decide.
    public init(
        luma: @escaping @Sendable ([UInt8]) -> GrayImage?, color: @escaping @Sendable ([UInt8]) -> ColorPlanes?
    ) {
        self.luma = luma
        self.color = color
    }
}
