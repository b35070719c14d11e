public import Imaging

extension Picture {
    /// A part of the picture.
    ///
    /// - Precondition: the part lies inside and is not empty.
    public func cut(x: Int, y: Int, width: Int, height: Int) -> Picture {
        map { $0.cut(x: x, y: y, width: width, height: height) }
    }

    /// The picture made smaller so that its longer side has at most `longSide` pixels. Its `reduction` stays.
    public func shrunk(toLongSide longSide: Int) -> Picture {
        let long = max(gray.width, gray.height)
        guard long > longSide else { return self }
        let (width, height) = (max(1, gray.width * longSide / long), max(1, gray.height * longSide / long))
        return map { $0.resized(width: width, height: height) }
    }

    private func map(_ change: (GrayImage) -> GrayImage) -> Picture {
        Picture(
            gray: change(gray),
            color: color.map { ColorPlanes(red: change($0.red), green: change($0.green), blue: change($0.blue)) },
            reduction: reduction)
    }
}
