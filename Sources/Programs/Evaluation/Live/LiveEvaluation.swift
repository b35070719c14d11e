/// How well and how fast pages played as video are read.
public struct LiveEvaluation: Sendable {
    public let verdicts: [LiveVerdict]

    public init(_ verdicts: [LiveVerdict]) { self.verdicts = verdicts }

    /// Results that are called verified and are not printed so. None is admissible.
    public var falselyVerified: Int { verdicts.reduce(0) { $0 + $1.falselyVerified.count } }

    /// The time from the first readable frame to the verified result, of the documents that had both.
    public var latency: Percentiles? { Percentiles(verified.compactMap(\.latency)) }

    private var verified: [LiveVerdict.Result] {
        verdicts.flatMap { verdict in
            verdict.results.filter { result in
                result.isVerified && verdict.documents.contains { $0.lines == result.lines }
            }
        }
    }

    private func sum(_ value: (LiveVerdict) -> Int) -> Int { verdicts.reduce(0) { $0 + value($1) } }

    /// Processor time of a frame without a zone, on average; nil where there was none.
    public var idle: Duration? {
        let frames = sum(\.idleFrames)
        return frames > 0 ? verdicts.reduce(.zero) { $0 + $1.idle } / frames : nil
    }

    /// Processor time of a frame with one.
    public var busy: Duration? {
        let frames = sum { $0.frames - $0.idleFrames }
        return frames > 0 ? verdicts.reduce(.zero) { $0 + $1.busy } / frames : nil
    }

    /// Processor time of getting the luma out of a frame; nil where luma was all there was.
    public var unpacking: Duration? {
        let durations = verdicts.compactMap(\.unpacking)
        let frames = sum(\.frames)
        return durations.isEmpty || frames == 0 ? nil : durations.reduce(.zero, +) / frames
    }

    /// Several lines for people.
    public var text: String {
        let documents = sum(\.documents.count)
        var rows = [
            ("documents", "\(documents)"), ("read exactly", "\(sum(\.exact))"), ("verified", "\(sum(\.verified))"),
            ("falsely verified", "\(falselyVerified)"),
            ("pages without an MRZ", "\(sum { $0.label.isNegative ? 1 : 0 })"),
        ]
        if sum(\.followers) > 0 {
            rows.append(("pages in another's place, read exactly", "\(sum(\.followersExact)) of \(sum(\.followers))"))
        }
        if let latency {
            rows.append(
                (
                    "first readable frame to verified",
                    latency.named.map { "\($0.name) \(Self.milliseconds($0.value))" }.joined(separator: ", ")
                ))
            let frames = verified.filter { $0.latency != nil }.map(\.frames).sorted()
            let (p50, p90) = (frames[frames.count / 2], frames[frames.count * 9 / 10])
            rows.append(("frames looked at for that", "p50 \(p50), p90 \(p90), max \(frames.last ?? 0)"))
        }
        rows.append(("frames looked at", "\(sum(\.frames))"))
        rows.append(("frames dropped", "\(sum(\.dropped))"))
        if let busy { rows.append(("processor time, frame with a zone", Self.milliseconds(busy))) }
        if let idle { rows.append(("processor time, frame without", Self.milliseconds(idle))) }
        if let unpacking { rows.append(("processor time, unpacking it", Self.milliseconds(unpacking))) }
        let width = rows.map(\.0.count).max() ?? 0
        var text = rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 + "\n" }.joined()
        for verdict in verdicts {
            for name in verdict.lost {
                text += "not read  \(name)\(verdict.next.map { ", in \(verdict.label.name), then \($0.name)" } ?? "")\n"
            }
        }
        for verdict in verdicts where !verdict.falselyVerified.isEmpty {
            text += "\nFALSELY VERIFIED  \(verdict.label.name)\(verdict.next.map { ", then \($0.name)" } ?? "")\n"
            for document in verdict.documents { text += document.lines.map { "  label  \($0)\n" }.joined() }
            for result in verdict.falselyVerified { text += result.lines.map { "  read   \($0)\n" }.joined() }
        }
        return text
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .microseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
