import AccessKeys
import Chip
import ChipRig
import Foundation
import MRZParsing
import Testing

/// The worked examples of ICAO Doc 9303-11, appendices D, G, H and I: every command byte for byte.
@Suite struct WorkedExampleTests {
    struct Example: Decodable, Sendable, CustomTestStringConvertible {
        let kind: String
        let parameter: Int
        let information: String?
        let key: String?
        let nonce: String
        let t: String?
        let terminal: [String]
        let exchange: [[String]]
        let proof: String?
        var testDescription: String { kind }

        enum CodingKeys: String, CodingKey {
            case kind
            case parameter
            case information = "mrz_information"
            case key = "k_pi"
            case nonce
            case t
            case terminal
            case exchange
            case proof
        }
    }

    struct BACExample: Decodable {
        let nonce: String
        let keying: String
        let exchange: [[String]]
        let file: String

        enum CodingKeys: String, CodingKey {
            case nonce = "rnd_ifd"
            case keying = "k_ifd"
            case exchange
            case file = "ef_com"
        }
    }

    struct Examples: Decodable {
        let bac: BACExample
    }

    static let examples: Data = {
        do {
            return try Data(contentsOf: ChipRig.folder.appending(path: "testdata/vectors.json"))
        } catch { return Data() }
    }()

    static let pace: [Example] = {
        ["pace-gm-ecdh", "pace-gm-dh", "pace-im-ecdh", "pace-im-dh", "pace-cam"].compactMap { name in
            do {
                let all = try JSONSerialization.jsonObject(with: examples) as? [String: Any]
                return try JSONDecoder().decode(
                    Example.self, from: try JSONSerialization.data(withJSONObject: all?[name] ?? [:]))
            } catch { return nil }
        }
    }()

    /// Appendix D.3 and D.4: the keys are agreed on, EF.COM selected and read.
    @Test func basicAccessControl() throws {
        let example = try JSONDecoder().decode(Examples.self, from: Self.examples).bac
        let chip = ScriptedChip(example.exchange)
        var given = [Hex.bytes(example.nonce), Hex.bytes(example.keying)]
        let keys = ChipAccessKeys(
            try BACKeyMaterial(documentNumber: "L898902C<", dateOfBirth: "690806", dateOfExpiry: "940623"))
        let lab = ChipLaboratory(chip, entropy: ChipEntropy(bytes: { (_) throws(ChipError) in given.removeFirst() }))
        try lab.openByBAC(keys)
        #expect(try lab.send([0x00, 0xA4, 0x02, 0x0C], data: [0x01, 0x1E]) == (0x9000, []))
        let head = try lab.send([0x00, 0xB0, 0x00, 0x00], le: 4)
        let rest = try lab.send([0x00, 0xB0, 0x00, 0x04], le: 18)
        #expect(head.status == 0x9000 && rest.status == 0x9000)
        #expect(Hex.text(head.data + rest.data) == example.file)
        #expect(chip.isDone, "\(chip.surprise ?? "")")
    }

    /// Appendices G.1, G.2, H.1, H.2 and I: the tokens at the end prove the keys on both sides.
    @Test(arguments: pace) func passwordAuthenticatedConnection(_ example: Example) throws {
        let chip = ScriptedChip(example.exchange)
        var scalars = example.terminal.map { Hex.bytes($0) }
        let entropy = ChipEntropy(
            bytes: { (_) throws(ChipError) in Hex.bytes(example.t ?? "") },
            scalar: { scalars.isEmpty ? nil : scalars.removeFirst() })
        let lab = ChipLaboratory(chip, entropy: entropy)
        let key = try #require(try Self.paceKey(example))
        let proof = try lab.openByPACE(example.kind, parameter: example.parameter, key: key)
        #expect(chip.isDone, "\(chip.surprise ?? "")")
        #expect(proof.map(Hex.text) == example.proof)
        #expect(Self.pace.count == 5)
    }

    /// K_π: SHA-1 over the information of the MRZ, then the key derivation with 3.
    private static func paceKey(_ example: Example) throws -> PACEPassword? {
        if let key = example.key {
            return PACEPassword(reference: example.exchange[0][0].hasSuffix("01") ? 1 : 2, derivedKey: Hex.bytes(key))
        }
        guard let information = example.information, information.count >= 24 else { return nil }
        let characters = Array(information)
        let material = try BACKeyMaterial(
            documentNumber: String(characters[0..<9]), dateOfBirth: String(characters[10..<16]),
            dateOfExpiry: String(characters[17..<23]))
        return PACEPassword(ChipAccessKeys(material))
    }
}
