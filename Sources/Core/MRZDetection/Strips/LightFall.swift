package import Imaging

/// How the light changes from above a line to below it, little by little: under a lamp that flickers while a camera reads its
/// rows, under one that stands near, and on a page that bends.
///
/// A flattened strip has the light of each column taken out of it, not that of each row. What is taken out here is smooth
/// by its form: nothing that stands in one cell, or has an edge, changes it.
package struct LightFall {
    /// Of each column of the grid the light at a height `v`, in capital heights below the middle of the line, over that
    /// column's mean: 1 + slope v + bend (v² - `evenness`).
    private let columns: [(slope: Double, bend: Double)]
    private let first: Int
    /// The least share of any place.
    private let darkest: Double

    /// So many capital heights above and below the middle of a line are looked at.
    static let reach = 0.8
    /// What v² is on average.
    private static let evenness = reach * reach / 3
    /// It is what so many columns to either side have on average; one with an edge has none.
    private static let smoothness = 4
    /// Light that changes by less along the height of capitals leaves print as it is.
    private static let minFall = 0.04
    /// Light that is off the form by more has an edge.
    private static let maxRest = 0.02
    /// The light at its darkest at least, as a share of that of the line.
    private static let minLight = 0.05

    /// - Parameters:
    ///   - first: column of the grid.
    ///   - profiles: of each column from that one on the light at equal distances from `reach` above the middle of the line
    ///     to `reach` below it.
    /// - Returns: nil where the light is even.
    package init?(from first: Int, of profiles: [[Double]]) {
        let fits = profiles.map { profile in
            let mean = max(1, profile.reduce(0, +) / Double(max(1, profile.count)))
            return Self.fit(profile.map { $0 / mean })
        }
        columns = fits.indices.map { column in
            let near = fits[max(0, column - Self.smoothness)...min(fits.count - 1, column + Self.smoothness)]
            func mean(_ value: ((slope: Double, bend: Double)) -> Double) -> Double {
                near.reduce(0) { $0 + value($1) } / Double(near.count)
            }
            return (mean(\.slope), mean(\.bend))
        }
        self.first = first
        // At either end of the capitals, and in their middle.
        let ranges = columns.map { slope, bend in
            let shares = [-0.5, 0, 0.5].map { Self.share(slope, bend, at: $0) }
            return (shares.max() ?? 1) - (shares.min() ?? 1)
        }
        guard ranges.contains(where: { $0 >= Self.minFall }) else { return nil }
        let shares = columns.flatMap { slope, bend in
            [-Self.reach, 0, Self.reach].map { Self.share(slope, bend, at: $0) }
        }
        // Beyond its samples a form may go on to less light than none.
        darkest = max(Self.minLight, shares.min() ?? 1)
    }

    /// How much of the light the line gains from the top of its capitals to their foot, in most of its columns.
    package var gain: Double { median(columns.map(\.slope)) }

    /// What the light at a place is to be multiplied by for it to be as dark as where the line is darkest: what is lighter than
    /// its paper stays so.
    ///
    /// - Parameters:
    ///   - column: of the line, with fraction: 0 is the middle of its first character.
    ///   - height: capital heights below the middle of the line.
    package func factor(atColumn column: Double, height: Double) -> Double {
        factor(form(atColumn: column), at: min(max(height, -Self.reach), Self.reach))
    }

    private func form(atColumn column: Double) -> (slope: Double, bend: Double) {
        let place = min(max(column, 0), Double(columns.count - 1))
        let left = Int(place)
        let (a, b) = (columns[left], columns[min(left + 1, columns.count - 1)])
        let part = place - Double(left)
        return (a.slope + part * (b.slope - a.slope), a.bend + part * (b.bend - a.bend))
    }

    private func factor(_ form: (slope: Double, bend: Double), at height: Double) -> Double {
        let share = Self.share(form.slope, form.bend, at: height)
        // Between its ends and its middle a form may be a little darker.
        return share > darkest ? darkest / share : 1
    }

    /// The form that fits best; even light where none does.
    private static func fit(_ shares: [Double]) -> (slope: Double, bend: Double) {
        let count = Double(shares.count)
        let heights = shares.indices.map { reach * (2 * (Double($0) + 0.5) / count - 1) }
        let squares = heights.map { $0 * $0 }
        let mean = squares.reduce(0, +) / count
        let slope = zip(shares, heights).reduce(0) { $0 + ($1.0 - 1) * $1.1 } / squares.reduce(0, +)
        let bends = squares.map { $0 - mean }
        let bend = zip(shares, bends).reduce(0) { $0 + ($1.0 - 1) * $1.1 } / bends.reduce(0) { $0 + $1 * $1 }
        let isSmooth = zip(shares, heights).allSatisfy { abs($0 - share(slope, bend, at: $1)) <= maxRest }
        return isSmooth ? (slope, bend) : (0, 0)
    }

    private static func share(_ slope: Double, _ bend: Double, at height: Double) -> Double {
        1 + slope * height + bend * (height * height - evenness)
    }

    /// A line as it would look in a light that does not change.
    ///
    /// - Parameter geometry: of the strip.
    package func evened(_ strip: GrayImage, _ geometry: StripGeometry) -> GrayImage {
        let heights = (0..<strip.height).map { y in
            let height = (Double(y) + 0.5 - Double(strip.height) / 2) / geometry.capHeight
            return min(max(height, -Self.reach), Self.reach)
        }
        return strip.pixels.withUnsafeBufferPointer { pixels in
            GrayImage(width: strip.width, height: strip.height) { target in
                for x in 0..<strip.width {
                    let column = (Double(x) + 0.5) / geometry.pitch - geometry.margin - 0.5 - Double(first)
                    let form = form(atColumn: column)
                    for (y, height) in heights.enumerated() {
                        let place = y * strip.width + x
                        target[place] = UInt8((Double(pixels[place]) * factor(form, at: height)).rounded())
                    }
                }
            }
        }
    }
}
