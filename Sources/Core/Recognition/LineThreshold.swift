/// How a line is made black and white before it is read.
public enum LineThreshold: String, Sendable, CaseIterable {
    /// No threshold: the line is read in gray.
    case none
    /// One threshold for the whole line, Otsu's.
    case otsu
    /// Otsu's for each part of the line, smoothed over its neighbours.
    case adaptive
    /// Sauvola's threshold: for each pixel by the mean and the deviation round about.
    case sauvola
}
