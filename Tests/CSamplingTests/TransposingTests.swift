import CSampling
import Testing

@Suite struct TransposingTests {
    /// Whole tiles of eight by eight, what is left beside and below them, and nothing beyond; rows from the last one
    /// too.
    @Test(arguments: [1, 7, 8, 9, 24, 29], [1, 8, 13, 32])
    func columnsBecomeRows(_ columns: Int, _ rows: Int) {
        let source = (0..<(columns * rows)).map { UInt8($0 * 31 % 251) }
        for fromLast in [false, true] {
            let step = rows + 2
            var target = [UInt8](repeating: 255, count: columns * step)
            source.withUnsafeBufferPointer { source in
                guard let first = source.baseAddress else { return }
                csampling_transpose(
                    fromLast ? first + (rows - 1) * columns : first, fromLast ? -columns : columns, columns, rows,
                    &target, step)
            }
            let expected = (0..<columns).flatMap { x -> [UInt8] in
                let column = (0..<rows).map { source[$0 * columns + x] }
                return (fromLast ? column.reversed() : column) + [255, 255]
            }
            #expect(target == expected)
        }
    }
}
