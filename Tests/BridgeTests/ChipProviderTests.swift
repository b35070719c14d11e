import Bridge
import Foundation
import JSON
import Testing
import Threads

/// What pages are told of a chip, whoever reads it. Contracts 000 and 001, domain nfc; contract 002, nfc.read.
@Suite struct ChipProviderTests {
    private static let key =
        #"{"passportNumber":"L898902C3","dateOfBirth":"740812","dateOfExpiry":"300415","skipCA":true}"#

    private func registry(_ chips: ScriptedChips) -> ProviderRegistry {
        var registry = ProviderRegistry()
        registry.nfc = chips
        return registry
    }

    @Test func progressThenTheResult() async throws {
        let chips = ScriptedChips(.success("passport"))
        let line = Wiretap(registry(chips))
        #expect(try await line.answer("nfc", "isSupported")["data"] as? Bool == true)
        try line.ask("nfc", "scan", id: "s", Self.key)
        let messages = try await line.answered()
        let events = messages.filter { $0["type"] as? String == "event" }
        #expect(events.map { $0["event"] as? String } == ["scanProgress", "tagDiscovered", "scanProgress"])
        #expect(events.allSatisfy { $0.data["requestId"] as? String == "s" })
        #expect(events.last?.data["stateIndex"] as? Int == 7 && events.last?.data["percent"] as? Int == 100)
        #expect(messages.last?["data"] as? String == "passport")
        let request = try #require(chips.requests.update { $0 }.first)
        #expect(request.skipsChipAuthentication && !request.skipsPACE && request.cardAccessNumber == nil)
        #expect(!"\(request)".contains("L898902C3"))
    }

    @Test(arguments: [
        ("{}", "MISSING_PARAM"), (#"{"passportNumber":"L898902C3","dateOfBirth":"740812"}"#, "MISSING_PARAM"),
        (#"{"passportNumber":"","dateOfBirth":"740812","dateOfExpiry":"300415"}"#, "MISSING_PARAM"),
        (#"{"passportNumber":"É","dateOfBirth":"740812","dateOfExpiry":"300415"}"#, "INVALID_DATA"),
        (#"{"useCan":true}"#, "MISSING_PARAM"), (#"{"canNumber":"12345X"}"#, "INVALID_DATA"),
        (#"{"can":"123"}"#, "INVALID_DATA"), (#"{"canNumber":"12345678901234567","useCan":true}"#, "INVALID_DATA"),
    ])
    func whatOpensNoChip(_ parameters: String, _ code: String) async throws {
        let line = Wiretap(registry(ScriptedChips(.success("passport"))))
        #expect(try await line.answer("nfc", "scan", parameters).code == code)
    }

    @Test func theCardAccessNumber() async throws {
        let chips = ScriptedChips(.success("passport"))
        let line = Wiretap(registry(chips))
        _ = try await line.answer("nfc", "scan", #"{"canNumber":"123456","useCan":true}"#)
        #expect(chips.requests.update { $0 }.first?.cardAccessNumber == "123456")
        #expect(chips.requests.update { $0 }.first?.keys == nil)
    }

    @Test func failuresAreEventsToo() async throws {
        let error = BridgeError(.nfcScanFailed, "The chip does not answer.", details: ["code": "timed_out"])
        let line = Wiretap(registry(ScriptedChips(.failure(error))))
        try line.ask("nfc", "scan", id: "s", Self.key)
        let messages = try await line.answered()
        #expect(messages.last?.code == "NFC_SCAN_FAILED")
        let event = try #require(messages.first { $0["event"] as? String == "scanError" })
        #expect(event.data["code"] as? String == "NFC_SCAN_FAILED" && event.data["requestId"] as? String == "s")
    }

    @Test func cancellingIsTheSessions() async throws {
        let chips = ScriptedChips(.success("passport"))
        let line = Wiretap(registry(chips))
        #expect(try await line.answer("nfc", "cancelScan").isSuccess)
        #expect(chips.cancelled.update { $0 } == 1)
        _ = try await line.answer("lifecycle", "dismiss")
        #expect(chips.cancelled.update { $0 } == 2)
    }

    @Test func withoutAReaderNothingIsLookedAt() async throws {
        let chips = ScriptedChips(.success("passport"), isSupported: false)
        let line = Wiretap(registry(chips))
        #expect(try await line.answer("nfc", "isSupported")["data"] as? Bool == false)
        #expect(try await line.answer("nfc", "scan").code == "NFC_NOT_SUPPORTED")
    }

    @Test func capability() async throws {
        let line = Wiretap(.gbg, registry(ScriptedChips(.success("passport"))))
        try line.write(#"{"action":"capabilities","correlationId":"a"}"#)
        try line.write(#"{"action":"nfc.read","correlationId":"b","payload":\#(Self.key)}"#)
        let messages = try await line.answered()
        let list = try #require(messages.first?.data["capabilities"] as? [[String: Any]])
        #expect(list.first { $0["name"] as? String == "nfc.read" }?["hardwareAvailable"] as? Bool == true)
        let answer = try #require(messages.last)
        #expect(answer["status"] as? String == "success" && answer.data["chipRead"] as? Bool == true)
        #expect(answer.data["dataGroups"] as? [String] == ["DG1", "DG2"])
    }
}
