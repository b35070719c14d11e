/// Where a picture was decoded with damage that its decoder passed over.
public enum PictureDamage: Sendable, Equatable {
    /// Nowhere, as far as its format can say.
    case none
    /// The damage lies in these columns and rows of pixels and nowhere else. They are empty where only the end mark of
    /// the file is missing.
    case within(columns: Range<Int>, rows: Range<Int>)
    /// Nobody knows where.
    case somewhere

    /// How far damage reaches beyond the pixels that are known to be wrong: two blocks of JPEG, in pixels.
    private static let margin = 16.0

    /// Whether anything in the quad, a rectangle with sides along the picture's around it, may be wrong.
    public func mayTouch(_ quad: Quad) -> Bool {
        switch self {
        case .none: return false
        case .somewhere: return true
        case .within(let columns, let rows):
            return Self.meet(columns, quad.corners.map(\.x)) && Self.meet(rows, quad.corners.map(\.y))
        }
    }

    private static func meet(_ pixels: Range<Int>, _ places: [Double]) -> Bool {
        guard !pixels.isEmpty, let first = places.min(), let last = places.max() else { return false }
        return first < Double(pixels.upperBound) + margin && last > Double(pixels.lowerBound) - margin
    }
}
