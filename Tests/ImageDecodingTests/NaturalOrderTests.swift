import ImageDecoding
import Testing

@Suite struct NaturalOrderTests {
    @Test(
        arguments: [
            ("2", "10"), ("scan2.jpg", "scan10.jpg"), ("a", "B"), ("B", "c"), ("page", "page1"), ("a1b2", "a1b10"),
            ("007", "8"), ("99999999999999999999998", "99999999999999999999999"), ("", "a"), ("A", "a"), ("01", "1"),
        ])
    func precedes(_ some: String, _ other: String) {
        #expect(NaturalOrder.precedes(some, other))
        #expect(!NaturalOrder.precedes(other, some))
    }

    @Test func nothingPrecedesItself() {
        #expect(!NaturalOrder.precedes("scan2", "scan2"))
    }
}
