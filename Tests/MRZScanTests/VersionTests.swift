import Foundation
import LabelledSamples
import MRZScan
import Testing

/// What the program calls itself is what the changelog tells of first, with the day on which it was given out.
@Suite struct VersionTests {
    @Test func theChangelogBeginsWithIt() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        let parts = heading.dropFirst(3).split(separator: ", ")
        #expect(parts.first.map(String.init) == MRZReader.version)
        #expect(parts.count == 2 && parts[1].wholeMatch(of: /\d{1,2} [A-Z][a-z]+ \d{4}/) != nil, "\(heading)")
    }
}
