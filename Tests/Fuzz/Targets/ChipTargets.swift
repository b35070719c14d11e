import AccessKeys
import Chip
import MRZParsing

extension FuzzTarget {
    /// Data objects: what is read is written and read as the same.
    static let chipTLV = FuzzTarget("chip-tlv", maxBytes: 4096) { bytes in
        do throws(ChipError) {
            for object in try ChipLaboratory.objects(bytes) {
                let again = try ChipLaboratory.objects(ChipLaboratory.encoded(object.tag, object.value))
                demand(
                    again.count == 1 && again[0].tag == object.tag && again[0].value == object.value,
                    "a data object is read as it was written")
                _ = try ChipLaboratory.objects(object.value)
            }
        } catch {
            demand(!error.message.isEmpty, "an error says what is wrong")
        }
        do throws(ChipError) { _ = try ChipLaboratory.protocols(bytes) } catch { _ = error.code }
    }

    /// Files as a chip may have them: the first byte says which.
    static let chipFiles = FuzzTarget("chip-files", maxBytes: 8192) { bytes in
        var dice = Dice(bytes)
        let file = ChipFile.allCases[dice.below(ChipFile.allCases.count)]
        let content = dice.remainder
        do throws(ChipError) {
            let reading = try ChipReading(files: [file: content], optical: nil, trust: nil, now: 0)
            demand(reading.verdict != .genuine && reading.isClonable, "nothing is genuine without a signature")
            demand(reading.facts.count == Fact.Kind.allCases.count, "each fact is there once")
            demand((reading.face?.bytes.count ?? 0) <= content.count, "a face is no longer than its file")
        } catch {
            demand(false, "files that were read never fail as a whole")
        }
    }

    /// EF.SOD, and lists of certificates; OpenSSL reads them.
    static let chipSOD = FuzzTarget("chip-sod", isPure: false, maxBytes: 8192) { bytes in
        do throws(ChipError) {
            let list = try TrustList()
            do throws(ChipError) { _ = try list.add(bytes) } catch { _ = error.code }
            let reading = try ChipReading(files: [.sod: bytes], optical: nil, trust: list, now: 1_751_328_000)
            demand(reading.verdict != .genuine, "nothing is genuine without data group 1")
        } catch {
            demand(false, "files that were read never fail as a whole")
        }
    }

    /// Answers in a session, with the right MAC so that what stands behind it is reached, and without.
    static let chipAnswers = FuzzTarget("chip-answers", maxBytes: 2048) { bytes in
        var dice = Dice(bytes)
        let cipher = dice.byte()
        let answer = dice.remainder
        do throws(ChipError) {
            let opened = try ChipLaboratory.open(answer, cipher: cipher, isSealed: true)
            demand(opened.data.count < answer.count, "what is decrypted is no longer than what came")
        } catch {
            demand([.secureMessagingFailed, .sessionEnded].contains(error.code), "a bad answer ends the session")
        }
        do throws(ChipError) {
            _ = try ChipLaboratory.open(answer, cipher: cipher, isSealed: false)
            demand(false, "an answer without a MAC is not taken")
        } catch {
            demand([.secureMessagingFailed, .sessionEnded].contains(error.code), "a bad answer ends the session")
        }
    }

    /// A whole reading, whose answers are the input: each after two bytes with its length.
    static let chipCard = FuzzTarget("chip-card", isPure: false, maxBytes: 16_384) { bytes in
        let chip = HostileChip(bytes)
        var options = ChipReader.Options(now: 1_751_328_000)
        options.limits.commands = 400
        options.lengths = bytes.first.map { $0 & 1 == 0 ? .short : .extended } ?? .short
        do {
            let keys = ChipAccessKeys(
                try BACKeyMaterial(documentNumber: "L898902C3", dateOfBirth: "740812", dateOfExpiry: "300415"))
            let reading = try ChipReader(chip, key: ChipKey(mrz: keys), options: options, trust: nil).run()
            demand(reading.verdict != .genuine, "nothing is genuine without a list of authorities")
            demand(reading.commands <= 400, "limits hold")
        } catch {
            demand(!"\(error)".isEmpty, "an error says what is wrong")
        }
    }
}

/// Answers with what it is given, then with a status that says nothing.
private final class HostileChip: ChipTransport {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes.dropFirst() }

    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return [0x6F, 0x00] }
        let count = Int(high) << 8 | Int(low)
        if count == 0xFFFF { throw ChipError(.removed, "The document left the reader.") }
        let answer = Array(rest.prefix(count))
        rest = rest.dropFirst(answer.count)
        return answer
    }

    func reset() throws(ChipError) {
        guard !rest.isEmpty else { throw ChipError(.removed, "The document left the reader.") }
    }
}
