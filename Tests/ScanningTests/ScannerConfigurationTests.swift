import MRZDetection
import MRZParsing
import Scanning
import Testing

@Suite struct ScannerConfigurationTests {
    /// Whichever is set first.
    @Test func shapesAreThoseOfTheFormats() {
        var configuration = MRZScanner.Configuration()
        #expect(configuration.detector.shapes == .standard)
        configuration.detector.maxBands = 1
        #expect(configuration.detector.shapes == .standard)
        configuration.formats = [.td3]
        #expect(configuration.detector.shapes == ZoneShapes([[44, 44]]) && configuration.detector.maxBands == 1)
        configuration.detector = BandDetector.Configuration()
        #expect(configuration.detector.shapes == ZoneShapes([[44, 44]]))
    }
}
