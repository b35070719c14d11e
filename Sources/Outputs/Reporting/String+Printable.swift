extension String {
    /// The text without control characters, which could command a terminal, and without those that turn the direction
    /// of what follows, which could show another text than there is.
    ///
    /// - Parameter kept: control characters that stay.
    package func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        var text = ""
        text.unicodeScalars.reserveCapacity(unicodeScalars.count)
        for scalar in unicodeScalars {
            let isForbidden = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            text.unicodeScalars.append(isForbidden && !kept.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return text
    }
}
