public import Imaging

extension [Reading] {
    /// The same readings, of parts of one picture, none verified where the pixels of another one of its place
    /// refute it, or would refute other characters: another cut of the same print does not lift that.
    func withdrawingRefuted() -> [Reading] {
        map { reading in
            guard reading.isVerified, let other = first(where: { $0.refutes(reading) }) else { return reading }
            return reading.withdrawn(for: other)
        }
    }
}

extension Reading {
    /// Whether its pixels refute another one of its place, or it held and said something else.
    fileprivate func refutes(_ other: Reading) -> Bool {
        guard let refuted, quad.isInPlace(of: other.quad) else { return false }
        return refuted != other.mrz || status.doubts.contains(where: \.refutes)
    }
}

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
        if isVerified, case .unverified = status { judged.refuted = mrz }
        judged.status = status
        return judged
    }

    /// The reading, unverified for another one of its place that does not hold.
    func withdrawn(for other: Reading) -> Reading {
        var withdrawn = self
        // What is doubted of other characters says nothing of the places of these.
        withdrawn.status = other.mrz == mrz ? other.status : .unverified([], [.weakEvidence])
        withdrawn.refuted = other.refuted ?? other.mrz
        return withdrawn
    }

    /// Makes it unverified although the standard has no objections to it.
    mutating func withdraw(for doubts: [Doubt]) {
        status = .unverified([], doubts)
        refuted = mrz
    }
}
