public import ArgumentParser
public import Imaging
public import V4L2Capture

extension PixelSize: ExpressibleByArgument {
    /// `1280x720`.
    public init?(argument: String) {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...32_768).contains(width),
            (1...32_768).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension PixelFormat: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
