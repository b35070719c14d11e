import Foundation
import MRZScan
import TestSupport
import Testing

/// Pages that are turned far away from the camera, from pictures that `make-fixtures.py` draws.
@Suite struct TurnedPageTests {
    @Test(
        "read and verified, the text running to the lower left",
        arguments: [
            // The pitch at one end of the lines is 2.4 times that at the other.
            "turned-upright",
            // A parabola does not follow it any more.
            "turned-steep",
            // The capitals are half as high as they are wide.
            "turned-level",
        ])
    func isVerified(name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let reports = try MRZReader().read(path: folder.appending(path: name + ".png").path)
        let documents = reports.compactMap { report in
            if case .read(let document) = report.outcome { document } else { nil }
        }
        #expect(
            documents.map { $0.mrz.lines.map(\.text) } == [
                Doc9303.td3
            ])
        #expect(documents.map(\.isVerified) == [true])
    }
}
