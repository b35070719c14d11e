/// The colour of a picture besides its luma: how far blue and red are from it (Cb and Cr), 128 where the picture is
/// gray.
public struct ChromaPlanes: Sendable {
    public let blue: GrayImage
    public let red: GrayImage

    /// - Precondition: both planes have the same size.
    public init(blue: GrayImage, red: GrayImage) {
        precondition(blue.width == red.width && blue.height == red.height, "planes differ in size")
        self.blue = blue
        self.red = red
    }

    /// The chroma of every pixel. ITU-T T.871 (JFIF), 7; ITU-R BT.601 has the weights.
    public init(_ color: ColorPlanes) {
        self.init(
            blue: Self.plane(color, red: -0.168_736, green: -0.331_264, blue: 0.5),
            red: Self.plane(color, red: 0.5, green: -0.418_688, blue: -0.081_312))
    }

    private static func plane(_ color: ColorPlanes, red: Float, green: Float, blue: Float) -> GrayImage {
        GrayImage(width: color.red.width, height: color.red.height) { target in
            color.red.pixels.withUnsafeBufferPointer { reds in
                color.green.pixels.withUnsafeBufferPointer { greens in
                    color.blue.pixels.withUnsafeBufferPointer { blues in
                        for i in 0..<target.count {
                            let sum = red * Float(reds[i]) + green * Float(greens[i]) + blue * Float(blues[i])
                            target[i] = UInt8(min(max(sum + 128.5, 0), 255))
                        }
                    }
                }
            }
        }
    }
}

extension ColorPlanes {
    /// The colours of luma and chroma. ITU-T T.871 (JFIF), 7.
    ///
    /// - Parameter chroma: of the same picture, with the columns and rows of the luma or so many fewer as a whole
    ///   factor leaves.
    public init(luma: GrayImage, _ chroma: ChromaPlanes) {
        let (across, down) = (
            (luma.width + chroma.blue.width - 1) / max(1, chroma.blue.width),
            (luma.height + chroma.blue.height - 1) / max(1, chroma.blue.height)
        )
        func plane(blue: Float, red: Float) -> GrayImage {
            GrayImage(width: luma.width, height: luma.height) { target in
                luma.pixels.withUnsafeBufferPointer { light in
                    chroma.blue.pixels.withUnsafeBufferPointer { blues in
                        chroma.red.pixels.withUnsafeBufferPointer { reds in
                            for y in 0..<luma.height {
                                let (from, to) = (y / down &* chroma.blue.width, y &* luma.width)
                                for column in 0..<chroma.blue.width {
                                    let i = from &+ column
                                    let tint = Int32(
                                        blue * (Float(blues[i]) - 128) + red * (Float(reds[i]) - 128) + 512.5)
                                    let first = column &* across
                                    for x in first..<max(first, min(first &+ across, luma.width)) {
                                        let level = Int32(light[to &+ x]) &+ tint &- 512
                                        target[to &+ x] = UInt8(truncatingIfNeeded: min(max(level, 0), 255))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        self.init(
            red: plane(blue: 0, red: 1.402), green: plane(blue: -0.344_136, red: -0.714_136),
            blue: plane(blue: 1.772, red: 0))
    }
}
