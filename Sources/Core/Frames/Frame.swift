public import Imaging

/// One picture of a moving source, with pixels of its own: no buffer of a driver escapes in it.
public struct Frame: Sendable {
    /// Counts the frames that the source delivered, from 0; a gap says that frames were dropped.
    public let sequence: Int
    /// When it was taken, by a clock that only goes forward, from an origin that the source chooses.
    public let time: Duration
    /// Luma.
    public let image: GrayImage
    /// The frame as the camera itself compressed it, for a viewfinder; nil when the camera did not.
    public let jpeg: [UInt8]?
    private let makeColor: (@Sendable () -> ColorPlanes?)?

    /// - Parameter color: works out the colours, which only few frames are asked for; nil of a frame without.
    public init(
        sequence: Int, time: Duration, image: GrayImage, jpeg: [UInt8]? = nil,
        color: (@Sendable () -> ColorPlanes?)? = nil
    ) {
        self.sequence = sequence
        self.time = time
        self.image = image
        self.jpeg = jpeg
        makeColor = color
    }

    /// The frame, of an interlaced one the even rows alone, with what lies between them made up; and then the odd ones
    /// as well.
    package var fields: (first: Frame, second: GrayImage?) {
        guard image.isInterlaced else { return (self, nil) }
        let fields = image.fields
        return (
            Frame(sequence: sequence, time: time, image: fields[0], jpeg: jpeg, color: makeColor), fields[1]
        )
    }

    /// The colours, of the size of `image`, worked out anew each time; nil of a frame without.
    public var color: ColorPlanes? {
        guard let color = makeColor?(), color.red.width == image.width, color.red.height == image.height else {
            return nil
        }
        return color
    }
}

extension Frame: CustomStringConvertible, CustomReflectable {
    /// Which one and how large: what it shows is personal data.
    public var description: String { "Frame(\(sequence), \(image))" }
    public var customMirror: Mirror { Mirror(self, children: ["sequence": sequence, "image": image.description]) }
}
