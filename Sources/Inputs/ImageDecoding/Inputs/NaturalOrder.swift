/// The order in which people count files: `scan2` before `scan10`, capitals beside small letters.
package enum NaturalOrder {
    /// Whether `some` comes before `other`. Names that differ only in case or in leading zeros keep a fixed order too.
    package static func precedes(_ some: String, _ other: String) -> Bool {
        switch compare(Array(some.utf8), Array(other.utf8)) {
        case let order where order != 0: order < 0
        default: some.utf8.lexicographicallyPrecedes(other.utf8)
        }
    }

    /// Negative, zero or positive as `some` precedes, equals or follows `other`, by bytes of UTF-8.
    private static func compare(_ some: [UInt8], _ other: [UInt8]) -> Int {
        var (left, right) = (0, 0)
        while left < some.count, right < other.count {
            if some[left].isDigit, other[right].isDigit {
                let (one, two) = (number(in: some, at: &left), number(in: other, at: &right))
                if one.count != two.count { return one.count - two.count }
                if one.lexicographicallyPrecedes(two) { return -1 }
                if two.lexicographicallyPrecedes(one) { return 1 }
            } else {
                let (one, two) = (some[left].lowercased, other[right].lowercased)
                if one != two { return Int(one) - Int(two) }
                (left, right) = (left + 1, right + 1)
            }
        }
        return (some.count - left) - (other.count - right)
    }

    /// The digits at `position` without leading zeros; `position` moves behind them.
    private static func number(in name: [UInt8], at position: inout Int) -> ArraySlice<UInt8> {
        let digits = name[position...].prefix { $0.isDigit }
        position = digits.endIndex
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
