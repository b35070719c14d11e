import Glibc

/// A colour profile, as far as it tells whether a picture looks about as its numbers do. ICC.1:2022, 7 to 10.
///
/// None is applied here. Those of screens, scanners and spaces of colour change a tint and a shade; one that was made
/// to deceive makes paper of print, or print of specks on the paper.
package enum ColorProfile {
    /// The largest profile that is looked at, in bytes. Those of three curves have a few kilobytes.
    static let maxBytes = 1 << 20
    /// The most tags of a profile that is looked at.
    private static let maxTags = 200
    /// The largest tables of usual profiles have as many entries.
    private static let maxEntries = 4096

    /// Whether what is dark by the numbers looks dark, and light what is light, each step between them about as large
    /// as in the spaces that cameras, scanners and programs write. Of a profile with tables of more than one dimension,
    /// or for inks, nobody knows.
    package static func isUsual(_ profile: [UInt8]) -> Bool {
        guard profile.count <= maxBytes, profile.holds("acsp".utf8, at: 36), let tags = tags(of: profile),
            !tags.keys.contains(where: { $0.hasPrefix("A2B") || $0.hasPrefix("D2B") })
        else { return false }
        func isUsualCurve(_ name: String) -> Bool {
            guard let place = tags[name], let values = curve(at: place, of: profile) else { return false }
            return rises(values)
        }
        func isUsualLight(_ name: String, _ share: ClosedRange<Double>) -> Bool {
            guard let place = tags[name], let light = fixed(at: place + 12, of: profile) else { return false }
            return share.contains(light)
        }
        if profile.holds("GRAY".utf8, at: 16) { return isUsualCurve("kTRC") }
        return profile.holds("RGB ".utf8, at: 16) && ["rTRC", "gTRC", "bTRC"].allSatisfy(isUsualCurve)
            && isUsualLight("rXYZ", 0.1...0.45) && isUsualLight("gXYZ", 0.45...0.85)
            && isUsualLight("bXYZ", -0.05...0.2)
    }

    /// Where the data of each tag begin; nil where the table of them breaks off or names one twice.
    private static func tags(of profile: [UInt8]) -> [String: Int]? {
        guard let count = profile.number(at: 128, size: 4), count <= maxTags else { return nil }
        var tags: [String: Int] = [:]
        for index in 0..<count {
            let entry = 132 + 12 * index
            guard let place = profile.number(at: entry + 4, size: 4), entry + 12 <= profile.count else { return nil }
            let name = String(decoding: profile[entry..<(entry + 4)], as: UTF8.self)
            guard tags.updateValue(place, forKey: name) == nil else { return nil }
        }
        return tags
    }

    /// What a curve gives for values evenly from 0 to 1; nil where it is none.
    private static func curve(at place: Int, of profile: [UInt8]) -> [Double]? {
        if profile.holds("para".utf8, at: place) { return parametric(at: place, of: profile) }
        guard profile.holds("curv".utf8, at: place), let count = profile.number(at: place + 8, size: 4),
            count <= maxEntries
        else { return nil }
        var entries: [Double] = []
        for index in 0..<count {
            guard let entry = profile.number(at: place + 12 + 2 * index, size: 2) else { return nil }
            entries.append(Double(entry))
        }
        switch count {
        case 0: return [0, 1]
        case 1: return sampled { pow($0, entries[0] / 256) }
        default: return entries.map { $0 / 65535 }
        }
    }

    private static func parametric(at place: Int, of profile: [UInt8]) -> [Double]? {
        guard let kind = profile.number(at: place + 8, size: 2), kind < 5 else { return nil }
        let count = [1, 3, 4, 5, 7][kind]
        var read = (0..<count).compactMap { fixed(at: place + 12 + 4 * $0, of: profile) }
        guard read.count == count, kind == 0 || read[1] > 0 else { return nil }
        read += [Double](repeating: 0, count: 7 - count)
        let (gamma, scale, shift, slope, knee) = (read[0], read[1], read[2], read[3], read[4])
        func power(_ x: Double) -> Double { pow(max(0, scale * x + shift), gamma) }
        return sampled { x in
            switch kind {
            case 0: pow(x, gamma)
            case 1: power(x)
            case 2: power(x) + slope
            case 3: x >= knee ? power(x) : slope * x
            default: x >= knee ? power(x) + read[5] : slope * x + read[6]
            }
        }
    }

    private static func sampled(_ curve: (Double) -> Double) -> [Double] {
        (0...256).map { curve(Double($0) / 256) }
    }

    /// Whether a curve lies near those of powers from 1 to 3, never falls, and nowhere rises more steeply.
    private static func rises(_ values: [Double]) -> Bool {
        let last = values.count - 1
        // The steps of tables are rounded.
        let span = max(1, last / 64)
        return values.indices.allSatisfy { index in
            let (x, y) = (Double(index) / Double(last), values[index])
            guard y >= pow(x, 3.2) - 0.03, y <= pow(x, 0.9) + 0.02 else { return false }
            guard index == 0 || y >= values[index - 1] - 0.0001 else { return false }
            return index < span || y - values[index - span] <= 4 * Double(span) / Double(last) + 0.01
        }
    }

    /// A number of 16 bits and as many behind the point.
    private static func fixed(at place: Int, of profile: [UInt8]) -> Double? {
        profile.number(at: place, size: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }
}
