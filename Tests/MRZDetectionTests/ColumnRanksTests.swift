import MRZDetection
import Testing

@Suite struct ColumnRanksTests {
    /// Every height that a network is built for differently, and widths that are and are not whole vectors.
    @Test(arguments: [1, 2, 3, 5, 8, 17, 31, 32, 33], [1, 7, 8, 21])
    func theyAreThoseOfASortedColumn(_ rows: Int, _ width: Int) {
        var dice = SystemRandomNumberGenerator()
        let table = (0..<rows * width).map { _ in Float(Int.random(in: -9...9, using: &dice)) / 4 }
        let columns = (0..<width).map { x in (0..<rows).map { table[$0 * width + x] }.sorted() }
        let ranks = ColumnRanks(rows: rows)
        for rank in 0..<rows {
            let found = ranks.values(of: table, width: width, ranks: (rank, rows - 1 - rank))
            #expect(found.first == columns.map { $0[rank] })
            #expect(found.second == columns.map { $0[rows - 1 - rank] })
        }
    }

    @Test func noRowsHaveNoRanks() {
        #expect(ColumnRanks(rows: 0).values(of: [], width: 2, ranks: (0, 0)).first == [0, 0])
    }
}
