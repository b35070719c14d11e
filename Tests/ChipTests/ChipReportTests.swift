import Chip
import ChipReporting
import ChipRig
import Foundation
import JSON
import MRZParsing
import Reporting
import Testing

/// What is said of a reading: in results, to people and to pages.
@Suite(.serialized, .enabled(if: ChipRig.isAvailable, Comment(rawValue: ChipRig.absence)))
struct ChipReportTests {
    private let desk: ChipRig

    init() throws { desk = try ChipRig() }

    private func report(_ reading: ChipReading) throws -> ChipReport {
        ChipReport(reading, source: "a reader", asOf: try #require(CalendarDay(year: 2025, month: 7, day: 1)))
    }

    /// Of the first case that is so.
    private func report(where isWanted: (ChipCase) -> Bool) throws -> ChipReport {
        try report(try #require(ChipCase.all.first { $0.expect.error == nil && isWanted($0) }).reading(on: desk))
    }

    private func report(of profile: String) throws -> ChipReport {
        try report { $0.profile == profile && $0.trust == nil && $0.but == nil }
    }

    /// Each reason that a document of the rig gives has a sentence of its own, with the data groups that it is about.
    /// Results and the text for people say the same.
    @Test func everyReasonHasASentence() throws {
        var reasons: [String: Set<Fact.Reason>] = [:]
        var proofs: [String: Set<Fact.Kind>] = [:]
        // Each case that shows something new.
        var seen: Set<String> = []
        for chip in ChipCase.all where chip.expect.error == nil {
            let facts = (chip.expect.facts ?? [:]).map { "\($0.key) \($0.value)" }
            if seen.isSuperset(of: facts) { continue }
            seen.formUnion(facts)
            let report = try report(try chip.reading(on: desk))
            let lines = report.text.split(separator: "\n")
            for fact in report.reading.facts {
                let sentence = fact.sentence
                #expect(
                    sentence.hasSuffix(".") && !sentence.dropLast().contains("."),
                    "\(chip.testDescription): \(sentence)")
                let groups = fact.groups.map { "DG\($0)" }.joined(separator: ", ")
                #expect(groups.isEmpty || sentence.hasSuffix(" (\(groups))."), "\(chip.testDescription): \(sentence)")
                #expect(lines.count { $0.hasSuffix("  \(sentence)") } >= 1, "\(chip.testDescription): \(sentence)")
                let shown = report.json["facts"]?[fact.kind.rawValue]
                #expect(shown?["message"]?.string == sentence && shown?["outcome"]?.string == fact.outcome.rawValue)
                #expect(shown?["reason"]?.string == fact.reason?.rawValue)
                #expect(shown?["groups"]?.array?.compactMap(\.integer) ?? [] == fact.groups)
                if let reason = fact.reason {
                    reasons[sentence.replacing(#/ \([DG0-9, ]+\)\.$/#, with: "."), default: []].insert(reason)
                } else if fact.outcome == .proved {
                    proofs[sentence, default: []].insert(fact.kind)
                }
            }
        }
        #expect(reasons.values.allSatisfy { $0.count == 1 } && proofs.values.allSatisfy { $0.count == 1 })
        // Not all can be had from a document of the rig; some need certificates of another time or a worse list.
        #expect(reasons.count >= 20 && proofs.count == Fact.Kind.allCases.count, "\(reasons.count), \(proofs.count)")
    }

    /// The verdict comes first, and whether it may be a copy last.
    @Test(arguments: [
        ("bac", "GENUINE DATA"), ("pace", "GENUINE     "), ("forged-name", "REFUSED     "),
        ("clone-ca", "REFUSED     "),
    ])
    func theVerdictComesFirst(_ profile: String, _ verdict: String) throws {
        let report = try report(of: profile)
        let lines = report.text.components(separatedBy: "\n")
        #expect(lines[0].hasPrefix("\(verdict)  a reader  ") && lines[0].hasSuffix(report.reading.access?.name ?? "-"))
        #expect(lines[1...2].map { String($0) } == report.reading.mrz?.lines.map { "  " + $0.text })
        #expect(lines.contains("  fullName: ERIKSSON<<ANNA<MARIA"))
        let isCopyable = lines.suffix(2) == ["  Nothing proves that the chip is not a copy.", ""]
        #expect(isCopyable == report.reading.isClonable && lines.last == "")
        #expect(report.confirms == verdict.hasPrefix("GENUINE"))
        // What stands in a log says nothing of the holder.
        #expect("\(report)" == "ChipReport(\(report.reading.verdict.rawValue))")
        #expect(String(reflecting: report).contains("ERIKSSON") == false)
        // The hashes are of what it says: who guesses that could look whether it is so.
        #expect(report.reading.security.map { "\($0)" } == "SecurityObject")
        #expect(report.reading.security.map { Mirror(reflecting: $0).children.isEmpty } == true)
    }

    /// A reader's name is its maker's, and what is printed commands no terminal.
    @Test func readersCommandNoTerminal() throws {
        let reading = try report(of: "bac").reading
        let today = try #require(CalendarDay(year: 2025, month: 7, day: 1))
        let text = ChipReport(reading, source: "a\u{1B}[2Jreader", asOf: today).text
        #expect(text.hasPrefix("GENUINE DATA  a\u{FFFD}[2Jreader  ") && !text.contains("\u{1B}"))
    }

    /// Without a list of authorities nothing is proved, nothing speaks against it, and no field counts as confirmed.
    @Test func notProved() throws {
        let report = try report { $0.trust == "none" && $0.expect.verdict == "unproved" }
        #expect(report.text.hasPrefix("NOT PROVED    a reader") && !report.confirms)
        #expect(report.json["status"]?.string == "unproved")
        guard case .object(let fields)? = report.json["document"]?["assurance"] else {
            Issue.record("no assurance")
            return
        }
        #expect(!fields.isEmpty && fields.allSatisfy { $0.value.string != ChipReport.assurance })
    }

    /// Contracts 001 and 003: what a page gets of a passport and of a card, and of a chip without EF.SOD.
    @Test func whatAPageGets() throws {
        let passport = try report(of: "pace")
        let security = try #require(passport.reading.security)
        let data = try #require(passport.passport["passportData"])
        #expect(data["mrz"]?.string == passport.reading.mrz?.lines.map(\.text).joined())
        #expect(data["documentType"]?.string == "passport" && data["documentCategory"]?.string == "passport")
        func bytes(_ key: String) -> [UInt8]? { data[key]?.array?.compactMap { $0.integer.map(UInt8.init) } }
        #expect(bytes("dg1Hash") == security.hashes[1] && bytes("dg2Hash") == security.hashes[2])
        #expect(bytes("dg1Hash")?.count == 32 && bytes("dg1Hash") != bytes("dg2Hash"))
        #expect(bytes("eContent") == security.content && bytes("signedAttr") == security.signedAttributes)
        #expect(bytes("encryptedDigest") == security.signature && bytes("encryptedDigest")?.isEmpty == false)
        #expect(data["dgPresents"]?.array?.compactMap(\.integer) == security.hashes.keys.sorted())
        let pem = try #require(data["dsc"]?.string).split(separator: "\n")
        #expect(pem.first == "-----BEGIN CERTIFICATE-----" && pem.last == "-----END CERTIFICATE-----")
        #expect(pem.allSatisfy { $0.count <= 64 })
        #expect(Data(base64Encoded: pem.dropFirst().dropLast().joined()) == Data(security.certificate))
        #expect(passport.passport["proof"] == passport.proof)
        #expect(passport.proof["status"]?.string == "genuine" && !passport.proof.text.contains("ERIKSSON"))
        #expect(
            passport.extractedDetails == [
                NamedValue(name: "Full Name", value: "ERIKSSON ANNA MARIA"),
                NamedValue(name: "Issue Date", value: "2020-04-16"),
                NamedValue(name: "Issuing Authority", value: "UTOPIA PASSPORT OFFICE"),
                NamedValue(name: "Personal Number", value: "ZE184226B"),
            ])
        // A date of eight bytes that are no digits: what a chip says is no reason to end.
        var files = passport.reading.files
        var group = try #require(files[.dg12])
        let place = try #require(Data(group).range(of: Data("20200416".utf8)))
        group.replaceSubrange(place, with: Array("²²²²".utf8))
        files[.dg12] = group
        let dateless = try report(try ChipReading(files: files, optical: nil, trust: nil, now: ChipCase.now))
        #expect(dateless.extractedDetails.map(\.name) == ["Full Name", "Issuing Authority", "Personal Number"])
        let card = try report(of: "id-td1")
        #expect(card.passport["passportData"]?["documentType"]?.string == "id_card")
        // Files that were read before, and not all of them.
        let bare = try report(
            try ChipReading(
                files: passport.reading.files.filter { $0.key != .sod }, optical: nil, trust: nil, now: ChipCase.now))
        #expect(bare.reading.security == nil)
        #expect(
            bare.reading.fact(.activeAuthentication)?.reason == .noChip && bare.text.contains("Only the chip itself"))
        let nothing = try #require(bare.passport["passportData"])
        #expect(nothing["dsc"]?.string == "" && nothing["dg1Hash"]?.array == [] && nothing["dgPresents"]?.array == [])
        #expect(nothing["mrz"] == data["mrz"] && bare.proof["status"]?.string != "genuine")
    }
}
