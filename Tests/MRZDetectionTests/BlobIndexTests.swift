import Imaging
import MRZDetection
import Testing

/// Looking up by place finds what looking at every blob finds.
@Suite struct BlobIndexTests {
    private let marks = DrawnMarks(
        at: (0..<90).map { (i: Int) -> Point in Point(x: Double(60 + i * 37 % 301), y: Double(40 + i / 9 * 17 + i % 3))
        },
        size: (5, 6))

    private var blobs: [Blob] { marks.blobs.all }

    @Test func nearestFirst() {
        #expect(blobs.count > 60)
        withUnsafeTemporaryAllocation(of: BlobIndex.Neighbour.self, capacity: 5) { found in
            for i in blobs.indices {
                let count = marks.index.nearest(to: i, within: 40, into: found)
                let all = blobs.indices.filter { $0 != i }.map { (blobs[$0].center - blobs[i].center).length }
                let expected = all.filter { $0 <= 40 }.sorted().prefix(5)
                #expect(count == expected.count)
                for (neighbour, distance) in zip(found[..<count], expected) {
                    #expect(abs(neighbour.distance - distance) < 1e-9)
                    #expect(abs((blobs[neighbour.blob].center - blobs[i].center).length - distance) < 1e-9)
                }
            }
        }
    }

    @Test(arguments: [(-50.0, 30.0), (60, 190), (100, 101), (200, 900)])
    func whatLiesBetweenTwoCorners(_ from: Double, _ to: Double) {
        var found: Set<Int> = []
        marks.index.forEach(from: Point(x: from, y: from), to: Point(x: to, y: to)) { found.insert($0.blob) }
        let inside = blobs.indices.filter { i in
            let center = blobs[i].center
            return [center.x, center.y].allSatisfy { from <= $0 && $0 <= to }
        }
        #expect(found.isSuperset(of: inside))
        // Whole buckets are looked at, and nothing further away.
        #expect(found.allSatisfy { blobs[$0].center.x > from - 24 && blobs[$0].center.x < to + 24 })
    }
}
