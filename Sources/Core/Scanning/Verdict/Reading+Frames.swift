public import Imaging

extension Reading {
    /// The reading as one of a larger picture, of which the one that was read is a part.
    ///
    /// - Parameter origin: where the part's top left pixel lies in the larger picture.
    public func placed(at origin: Point) -> Reading {
        var placed = self
        placed.quad = quad + origin
        return placed
    }

    /// The reading with another verdict, from who has more to go by than this picture.
    public func judged(_ status: Status) -> Reading {
        var judged = self
        judged.status = status
        return judged
    }
}
