import JSON
import MRZParsing
import Reporting
import Testing

@Suite struct FormatTableTests {
    @Test(arguments: MRZFormat.all)
    func everyFormatIsListed(_ format: MRZFormat) throws {
        let line = try #require(FormatTable.text.split(separator: "\n").first { $0.hasPrefix(format.name + " ") })
        #expect(line.contains(format.title))
        let json = try #require(FormatTable.json.first { $0.text.contains("\"format\":\"\(format.name)\"") }).text
        #expect(json.hasPrefix(#"{"schema":1,"format":"#))
        for check in format.checks { #expect(json.contains(#""check":"\#(check.kind.rawValue)""#)) }
    }

    @Test func placesCountFromOne() throws {
        let passport = try #require(FormatTable.json.first { $0.text.contains(#""format":"TD3""#) }).text
        #expect(passport.contains(#""lineLengths":[44,44]"#))
        #expect(passport.contains(#"{"field":"documentType","line":1,"column":1,"length":2}"#))
        #expect(
            passport.contains(
                #"{"check":"documentNumber","line":2,"column":10,"covers":[{"line":2,"column":1,"length":9}]}"#))
    }
}
