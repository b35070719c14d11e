/// Numbers as people read them.
enum Figure {
    /// `98.6 %`; a dash of nothing.
    static func percent(_ share: Double?) -> String { share.map { "\(fixed($0 * 100, places: 1)) %" } ?? "–" }

    /// `0.0123`.
    static func rate(_ value: Double) -> String { fixed(value, places: 4) }

    /// Three digits that count: `7.31`, `73.1`, `731`.
    static func number(_ value: Double) -> String {
        fixed(value, places: value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2)
    }

    static func milliseconds(_ duration: Duration) -> String { number(duration.milliseconds) }

    static func megabytes(_ bytes: Int) -> String { "\(number(Double(bytes) / 1e6)) MB" }

    /// `1 : 4.2`.
    static func ratio(_ value: Double) -> String {
        value < 1 ? "1 : \(number(1 / value))" : "\(number(value)) : 1"
    }

    /// A number with exactly so many decimals.
    static func fixed(_ value: Double, places: Int) -> String {
        var unit = 1.0
        for _ in 0..<places { unit *= 10 }
        let scaled = (value.magnitude * unit).rounded()
        guard scaled < 1e15 else { return "–" }
        let whole = Int(scaled) / Int(unit)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(whole)" }
        let fraction = String(Int(scaled) % Int(unit))
        return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
