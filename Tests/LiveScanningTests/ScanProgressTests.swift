import LiveScanning
import Testing

@Suite("Scan progress")
struct ScanProgressTests {
    @Test(
        "Numbers and names are the bridge's",
        arguments: zip(0..., ["NO_TEXT", "TEXT_DETECTED", "ONE_MRZ_LINE", "TWO_MRZ_LINES"]).map { ($0, $1) })
    func names(index: Int, name: String) {
        #expect(ScanProgress(rawValue: index)?.name == name)
    }

    @Test("Further is more")
    func order() {
        #expect(ScanProgress.allCases.sorted() == [.noText, .textDetected, .oneMRZLine, .twoMRZLines])
    }
}
