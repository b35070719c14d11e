import AccessKeys
import Chip
import ChipRig
import Foundation
import JSON
import MRZParsing
import Testing

/// A document of the rig, what is done with it, and what must come of it: a line of `cases.jsonl`.
struct ChipCase: Decodable, Sendable, CustomTestStringConvertible {
    /// What it shows.
    let about: String
    /// In `Tests/ChipRig/profiles.json`.
    let profile: String
    /// Settings of the card that differ.
    let set: Settings?
    /// `mrz` when nil, `can`, `wrong`, `none`, `wrongCan`.
    let key: String?
    /// `csca` when nil, `master`, `none`, `pem`, `ldif`.
    let trust: String?
    /// `current` when nil, `revoked`, `none`; `next`, `nextRevoked`: signed with the authority's next key; `partial`.
    let crl: String?
    /// What is done otherwise: `skipPACE`, `skipCA`, `short`, `otherLines`, `expired` (ten years later).
    let but: [String]?
    let expect: Expectation
    /// BSI TR-03105-5 or ICAO's conformity test for inspection systems: what it is a test of.
    let subject: String?

    var testDescription: String { "\(profile): \(about)" }

    /// Settings as JSON, passed on as they are.
    struct Settings: Decodable, Sendable {
        let json: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer().decode(AnyJSON.self)
            json = value.text
        }
    }

    /// What must come of it: an error, or a reading.
    struct Expectation: Codable, Sendable, Equatable {
        var error: String?
        var access: String?
        var verdict: String?
        var clonable: Bool?
        /// By kind: the outcome, or the outcome and the reason with a colon between; those that are as usual left out.
        var facts: [String: String]?
        var unread: [String: String]?
    }

    /// Of a document without proofs of its own chip.
    static let usual: [String: String] = [
        "signature": "proved", "dataGroups": "proved", "chain": "proved", "validity": "proved", "country": "proved",
        "revocation": "proved", "opticalLines": "proved", "chipAuthentication": "notPresent",
        "chipAuthenticationMapping": "notPresent", "activeAuthentication": "notPresent", "cardAccess": "notPresent",
    ]

    /// 1 July 2025: the rig's certificates are of June.
    static let now: Int64 = 1_751_328_000

    static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "cases.jsonl")

    static let all: [ChipCase] = {
        do {
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(ChipCase.self, from: Data($0.utf8))
            }
        } catch {
            Issue.record("cases.jsonl: \(error)")
            return []
        }
    }()
}

/// Any JSON, to be passed on.
enum AnyJSON: Decodable, Sendable {
    case text(String)
    case number(Double)
    case bool(Bool)
    case null
    case list([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let value = try box.decodeIfOfKind(Bool.self) {
            self = .bool(value)
        } else if let value = try box.decodeIfOfKind(Double.self) {
            self = .number(value)
        } else if let value = try box.decodeIfOfKind(String.self) {
            self = .text(value)
        } else if let value = try box.decodeIfOfKind([AnyJSON].self) {
            self = .list(value)
        } else {
            self = .object(try box.decode([String: AnyJSON].self))
        }
    }

    var text: String {
        switch self {
        case .text(let value): "\"\(value)\""
        case .number(let value): value == value.rounded() ? String(Int(value)) : String(value)
        case .bool(let value): String(value)
        case .null: "null"
        case .list(let values): "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ","))}"
        }
    }
}

extension ChipCase {
    /// As the table of the documentation has it.
    var row: String {
        var words = expect.error.map { ["`\($0)`"] } ?? []
        if let access = expect.access, let verdict = expect.verdict {
            words.append("\(access): \(verdict)" + (expect.clonable == true ? ", may be a copy" : ""))
        }
        for facts in [expect.facts, expect.unread] {
            words += (facts ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        }
        return "| `\(profile)` | \(about) | \(subject ?? "") | \(words.joined(separator: "; ")) |"
    }

    /// Does what the case says, and gives what came of it, in the words of the file.
    func outcome(on desk: ChipRig) throws -> Expectation {
        do {
            return try Self.words(of: try reading(on: desk))
        } catch let error as ChipError {
            return Expectation(error: error.code.rawValue)
        }
    }

    static func words(of reading: ChipReading) throws -> Expectation {
        let facts = reading.facts.map { fact in
            (fact.kind.rawValue, fact.outcome.rawValue + (fact.reason.map { ":\($0.rawValue)" } ?? ""))
        }
        #expect(facts.count == Fact.Kind.allCases.count)
        let unusual = facts.filter { usual[$0.0] != $0.1 }
        let unread = reading.unread.map { ("DG\($0.key)", $0.value.rawValue) }
        return Expectation(
            access: reading.access?.name, verdict: reading.verdict.rawValue, clonable: reading.isClonable,
            facts: unusual.isEmpty ? nil : Dictionary(uniqueKeysWithValues: unusual),
            unread: unread.isEmpty ? nil : Dictionary(uniqueKeysWithValues: unread))
    }

    func reading(on desk: ChipRig) throws -> ChipReading {
        let card = try desk.load(profile, set?.json ?? "{}")
        let mrz = try MRZ(card.mrz, format: card.mrz.count == 3 ? .td1 : card.mrz[0].count == 36 ? .td2 : .td3)
        let flags = Set(but ?? [])
        var options = ChipReader.Options(now: Self.now + (flags.contains("expired") ? 400_000_000 : 0))
        options.lengths = card.extended && !flags.contains("short") ? .extended : .short
        options.skipsPACE = flags.contains("skipPACE")
        options.skipsChipAuthentication = flags.contains("skipCA")
        options.optical = mrz
        if flags.contains("otherLines") {
            options.optical = try MRZ(
                mrz.lines.map { $0.text.replacingOccurrences(of: "ANNA", with: "ANMA") }, format: mrz.format)
        }
        let steps = ProgressLog()
        let reader = ChipReader(
            desk, key: try key(card, mrz), options: options, trust: try trustList(card),
            progress: { steps.all.append($0.rawValue) })
        let reading = try reader.run()
        #expect(steps.all == [2, 3, 4, 5, 6, 7])
        return reading
    }

    private func key(_ card: ChipRig.Card, _ mrz: MRZ) throws -> ChipKey {
        let today = try #require(CalendarDay(year: 2025, month: 7, day: 1))
        let keys = try #require(ChipAccessKeys(try VerifiedMRZ(mrz, asOf: today)))
        let can = card.can.flatMap { CardAccessNumber($0) }
        let wrong = CardAccessNumber("999999")
        switch key {
        case nil: return ChipKey(mrz: keys)
        case "can": return can.map { ChipKey(cardAccessNumber: $0) } ?? ChipKey()
        case "both": return ChipKey(mrz: keys, cardAccessNumber: can)
        case "wrongCan": return wrong.map { ChipKey(cardAccessNumber: $0) } ?? ChipKey()
        case "none": return ChipKey()
        default:
            return ChipKey(
                mrz: ChipAccessKeys(
                    try BACKeyMaterial(documentNumber: "X00000000", dateOfBirth: "800101", dateOfExpiry: "300101")))
        }
    }

    private func trustList(_ card: ChipRig.Card) throws -> TrustList? {
        guard trust != "none" else { return nil }
        let list = try TrustList()
        switch trust {
        case nil: #expect(try list.add(Hex.bytes(card.csca)) == 1)
        case "master": #expect(try list.add(Hex.bytes(card.masterList)) == 1)
        case "pem": #expect(try list.add(Self.pem("CERTIFICATE", card.csca)) == 1)
        case "signer":
            #expect(try list.add(Hex.bytes(card.csca)) == 1)
            #expect(try list.add(Hex.bytes(card.dsc)) == 1)
        default:
            let master = Data(Hex.bytes(card.masterList)).base64EncodedString()
            let folded = stride(from: 0, to: master.count, by: 70).map { start in
                String(master.dropFirst(start).prefix(70))
            }
            #expect(
                try list.add(
                    Array(
                        """
                        dn: cn=a,o=ml,c=UT,dc=data
                        pkdVersion: 1
                        pkdMasterListContent:: \(folded.joined(separator: "\n "))
                        sn: 1

                        """.utf8)) == 1)
        }
        switch crl {
        case nil: #expect(try list.add(Hex.bytes(card.crl)) == 1)
        case "revoked": #expect(try list.add(Self.pem("X509 CRL", card.crlRevoked)) == 1)
        case "partial": #expect(try list.add(Hex.bytes(card.crlPartial)) == 1)
        case "next":
            #expect(try list.add(Hex.bytes(card.cscaNext)) + list.add(Hex.bytes(card.crlNext)) == 2)
        case "nextRevoked":
            #expect(try list.add(Hex.bytes(card.cscaNext)) + list.add(Hex.bytes(card.crlNextRevoked)) == 2)
        default: break
        }
        return list
    }

    private static func pem(_ name: String, _ hex: String) -> [UInt8] {
        let text = Data(Hex.bytes(hex)).base64EncodedString(options: .lineLength64Characters)
        return Array("-----BEGIN \(name)-----\n\(text)\n-----END \(name)-----\n".utf8)
    }
}

/// What a reading said of its progress.
final class ProgressLog {
    var all: [Int] = []
}
