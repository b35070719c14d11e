import FoundationEssentials
public import Imaging

/// A part of a labelled picture, small enough to stand in a page for browsers.
public struct Preview: Sendable {
    /// A `data:` URI of a JPEG file.
    let uri: String
    /// The preview's left upper corner in the shown picture's pixels.
    let origin: Point
    /// The preview's width, in the shown picture's pixels.
    let width: Double
    /// The preview's height, in those pixels.
    let height: Double

    /// - Parameters:
    ///   - jpeg: the bytes of the file.
    ///   - origin, width, height: what part of the shown picture it is, in that picture's pixels.
    public init(jpeg: [UInt8], origin: Point, width: Double, height: Double) {
        uri = "data:image/jpeg;base64," + Data(jpeg).base64EncodedString()
        self.origin = origin
        self.width = width
        self.height = height
    }
}

/// What a page for browsers shows of a page that failed.
public struct FailurePreviews: Sendable {
    /// All of the picture.
    let whole: Preview
    /// The part in which an MRZ stands, or was read; nil when there is none.
    let closeUp: Preview?

    public init(whole: Preview, closeUp: Preview?) {
        self.whole = whole
        self.closeUp = closeUp
    }
}
