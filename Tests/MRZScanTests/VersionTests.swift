import Foundation
import LabelledSamples
import MRZScan
import Testing

/// What the program calls itself is what every file calls it that names its version.
@Suite struct VersionTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    /// With the day on which it was given out.
    @Test func theChangelogBeginsWithIt() throws {
        let heading = try #require(try text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
        let parts = heading.dropFirst(3).split(separator: ", ")
        #expect(parts.first.map(String.init) == MRZReader.version)
        #expect(parts.count == 2 && parts[1].wholeMatch(of: /\d{1,2} [A-Z][a-z]+ \d{4}/) != nil, "\(heading)")
    }

    @Test func thePackagesBeginWithIt() throws {
        #expect(try text("packaging/debian/changelog").hasPrefix("mrz-scan (\(MRZReader.version)) "))
    }

    /// Names of packages, the example of a release, and what C is told; no other version stands there.
    @Test(arguments: [
        ("docs/install.md", 6), ("CONTRIBUTING.md", 2), ("Sources/C/CMRZScan/mrzscan.h", 1),
    ])
    func everyExampleHasIt(_ path: String, _ count: Int) throws {
        let versions = try text(path).matches(of: /(?:[_\- v"])(\d+\.\d+\.\d+)(?=[_\-"\s])/).map { String($0.1) }
        #expect(versions.count == count && Set(versions) == [MRZReader.version], "\(versions)")
    }
}
