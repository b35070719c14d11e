import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct SwayTests {
    private static let pitch = 12.0

    /// Waves of 14 columns, a third of a pitch high.
    private func wave(_ column: Double) -> Double { 4 * sin(2 * Double.pi * column / 14) }

    /// Two characters in most columns, a little off, and some columns without.
    private func marks(skipping gaps: Range<Int> = 0..<0) -> (offsets: [Double], columns: [Int]) {
        let columns = (0..<44).filter { !gaps.contains($0) }.flatMap { [$0, $0] }
        let offsets = columns.enumerated().map { wave(Double($1)) + ($0.isMultiple(of: 3) ? 0.5 : -0.25) }
        return (offsets, columns)
    }

    @Test(arguments: [0..<0, 20..<23])
    func followsAWave(_ gaps: Range<Int>) throws {
        let (offsets, columns) = marks(skipping: gaps)
        let sway = try #require(Sway(offsets, at: columns.map(Double.init), pitch: Self.pitch))
        for column in stride(from: 1.0, through: 42, by: 0.5) where !gaps.contains(Int(column)) {
            let (value, slope) = sway.tangent(at: column)
            #expect(abs(value - wave(column)) < 0.08 * Self.pitch, "column \(column)")
            #expect(abs(slope - (wave(column + 0.5) - wave(column - 0.5))) < 0.1 * Self.pitch)
        }
    }

    @Test func goesOnLevelBeyondTheEnds() throws {
        let (offsets, columns) = marks()
        let sway = try #require(Sway(offsets, at: columns.map(Double.init), pitch: Self.pitch))
        #expect(sway.tangent(at: -7).value == sway.tangent(at: 0).value && sway.tangent(at: -7).slope == 0)
        #expect(sway.tangent(at: 60).value == sway.tangent(at: 43).value && sway.tangent(at: 60).slope == 0)
    }

    /// A stroke taken for a character hardly moves the line.
    @Test func oneThatStandsOffCountsLittle() throws {
        var (offsets, columns) = marks()
        let clean = try #require(Sway(offsets, at: columns.map(Double.init), pitch: Self.pitch))
        offsets[40] += 6
        columns[40] = 20
        let disturbed = try #require(Sway(offsets, at: columns.map(Double.init), pitch: Self.pitch))
        for column in 0..<44 {
            let change = clean.tangent(at: Double(column)).value - disturbed.tangent(at: Double(column)).value
            #expect(abs(change) < 0.1 * Self.pitch)
        }
    }

    /// Characters stand off by their shapes alone: no wave is made of that.
    @Test func flatPrintHasNone() {
        let columns = Array(0..<44)
        #expect(
            Sway(columns.map { $0.isMultiple(of: 2) ? 0.6 : -0.6 }, at: columns.map(Double.init), pitch: Self.pitch)
                == nil)
        #expect(
            Sway(columns.map { $0.isMultiple(of: 2) ? 1.5 : -1.5 }, at: columns.map(Double.init), pitch: Self.pitch)
                == nil)
        #expect(Sway([], at: [], pitch: Self.pitch) == nil)
        #expect(Sway([5, 5, 5], at: [1, 2, 3], pitch: Self.pitch) == nil)
    }
}
