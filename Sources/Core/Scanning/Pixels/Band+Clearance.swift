import MRZDetection

extension Band {
    /// How far from the middle of a line nothing of the next line's print reaches, however blurred, in capital heights.
    var clearance: Double { lineSpacing - 0.5 - Self.blur }

    /// By so much blur makes print reach further, in capital heights.
    private static let blur = 0.12
}
