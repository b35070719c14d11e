import Imaging
import LabelledSamples
import MRZDetection
import Scanning
import Testing

@Suite struct BandStripsTests {
    @Test func everyBandIsCutBothWaysUp() throws {
        let strips = MRZScanner.Configuration().strips(in: try LabelledSample("td1/101-scan-rgb.jpg").picture())
        #expect(strips.count >= 2)
        for pair in stride(from: 0, to: strips.count, by: 2) {
            #expect(strips[pair].isUpright != strips[pair + 1].isUpright)
            #expect(strips[pair].band.isTurned != strips[pair + 1].band.isTurned)
            #expect(strips[pair].search == strips[pair + 1].search)
        }
        #expect(strips.allSatisfy { $0.strips.count == $0.band.lineCount })
    }

    /// The chevrons of the fillers tell which way up a page is.
    @Test(arguments: [("td3/096-scan-rgb.jpg", false), ("td1/125-turned-180.jpg", true)])
    func theFirstBandIsReadTheRightWayUp(_ image: String, _ isTurned: Bool) throws {
        let sample = try LabelledSample(image)
        let strips = MRZScanner.Configuration().strips(in: try sample.picture())
        let first = try #require(strips.first { $0.isUpright })
        #expect(first.band.isTurned == isTurned)
        #expect(first.strips.count == sample.lines.count)
    }

    @Test func noPixelsNoStrips() {
        let nothing = Picture(gray: GrayImage(width: 0, height: 0, pixels: []))
        #expect(MRZScanner.Configuration().strips(in: nothing).isEmpty)
    }
}
