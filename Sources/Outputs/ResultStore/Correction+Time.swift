import Glibc

extension Correction {
    /// UTC, as RFC 3339 has it, without fractions.
    static func text(of milliseconds: Int) -> String {
        var (seconds, parts) = (milliseconds / 1000, tm())
        gmtime_r(&seconds, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
