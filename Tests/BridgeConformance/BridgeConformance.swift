import Foundation

/// What a host must do whatever carries the messages, as checks that throw a `Violation`.
///
/// The host has a camera before which `document` stands all the time, an ordinary passport, and no store.
package enum BridgeConformance: String, CaseIterable, Sendable {
    case aCameraIsThere
    case junkIsDroppedAndTheNextRequestAnswered
    case requestsAtTheSameTimeAreEachAnswered
    case everyFailureHasItsCode
    case capabilitiesAreTrue
    case aDocumentIsScanned
    case oneScanAtATimeAndItCanBeStopped
    case anotherDocumentIsNotTheAnswer

    /// - Parameter document: the number of the passport before the camera.
    package func run(_ client: BridgeClient, document: String) async throws {
        switch self {
        case .aCameraIsThere:
            try demand(await client.ask("camera", "isAvailable").text == "true", "isAvailable is not a bare true")
        case .junkIsDroppedAndTheNextRequestAnswered: try await junk(client)
        case .requestsAtTheSameTimeAreEachAnswered: try await many(client)
        case .everyFailureHasItsCode: try await failures(client)
        case .capabilitiesAreTrue: try await capabilities(client)
        case .aDocumentIsScanned: try await scan(client, document)
        case .oneScanAtATimeAndItCanBeStopped: try await stop(client)
        case .anotherDocumentIsNotTheAnswer: try await other(client)
        }
    }

    private func demand(_ condition: Bool, _ what: String) throws {
        if !condition { throw Violation("\(rawValue): \(what)") }
    }

    private func junk(_ client: BridgeClient) async throws {
        for text in [
            "this is not json", "{}", "[]", "null", #"{"type":"event"}"#, String(repeating: "[", count: 5000),
            "\u{0}\u{1}",
        ] { try await client.write(text) }
        // The client minds answers to what it has not asked.
        try demand(await client.ask("haptic", "trigger").text == "null", "nothing after junk")
    }

    private func many(_ client: BridgeClient) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { try await client.ask("camera", "isAvailable").isSuccess } }
            for try await isSuccess in group { try demand(isSuccess, "one of many failed") }
        }
    }

    private func failures(_ client: BridgeClient) async throws {
        for (domain, method, code) in [
            ("navigation", "goBack", "DOMAIN_NOT_FOUND"), ("camera", "sing", "METHOD_NOT_FOUND"),
            ("biometrics", "sing", "METHOD_NOT_FOUND"), ("custody", "sing", "DOMAIN_NOT_FOUND"),
            ("lifecycle", "sing", "METHOD_NOT_FOUND"),
            ("secureStorage", "get", "NOT_CONFIGURED"), ("documents", "loadCatalog", "NOT_CONFIGURED"),
            ("crypto", "sign", "NOT_CONFIGURED"), ("nfc", "scan", "NFC_NOT_SUPPORTED"),
            ("biometrics", "authenticate", "BIOMETRIC_ERROR"),
        ] {
            let told = try await client.ask(domain, method).code
            try demand(told == code, "\(domain).\(method) gives \(told ?? "no failure")")
        }
    }

    private func capabilities(_ client: BridgeClient) async throws {
        let config = try await client.ask("lifecycle", "getConfig").object
        let capabilities = config["capabilities"] as? [String: Bool] ?? [:]
        try demand(
            capabilities["mrzCamera"] == true && capabilities["nfc"] == false && capabilities["biometrics"] == false
                && capabilities["secureStorage"] == false, "they are \(capabilities)")
    }

    private func scan(_ client: BridgeClient, _ document: String) async throws {
        let answer = try await client.ask("camera", "scanMRZ", #"{"documentType":"passport","unknown":[1]}"#)
        let result = try answer.object
        try demand(answer.isSuccess, "the scan failed: \(answer.code ?? "")")
        try demand(result["documentNumber"] as? String == document, "another number")
        for key in ["dateOfBirth", "dateOfExpiry"] {
            try demand((result[key] as? String)?.wholeMatch(of: /[0-9]{6}/) != nil, "no \(key)")
        }
        let states = await client.events.filter { $0.domain == "camera" && $0.name == "scanProgress" }
            .compactMap(\.stateIndex)
        try demand(states.first == 0 && states.last == 3 && Set(states).isSubset(of: [0, 1, 2, 3]), "states \(states)")
    }

    private func stop(_ client: BridgeClient) async throws {
        try demand(await client.ask("camera", "stopCamera").text == "null", "nothing could not be stopped")
        // A passport is no visa, so this goes on.
        async let scan = client.ask("camera", "scanMRZ", #"{"documentType":"visa"}"#)
        _ = try await client.events { !$0.isEmpty }
        // A page that asks again has given up the first: contract 001 has it wait for 30 seconds only.
        async let second = client.ask("camera", "scanMRZ", #"{"documentType":"visa"}"#)
        let first = try await scan
        try demand(first.code == "MRZ_SCAN_CANCELLED", "the replaced scan gives \(first.code ?? "no failure")")
        try demand(await client.ask("camera", "stopCamera").text == "null", "it can't be stopped")
        let stopped = try await second
        try demand(stopped.code == "MRZ_SCAN_CANCELLED", "the stopped scan gives \(stopped.code ?? "no failure")")
        try demand(await client.ask("camera", "scanMRZ").isSuccess, "no scan after a stopped one")
    }

    private func other(_ client: BridgeClient) async throws {
        async let scan = client.ask("camera", "scanMRZ", #"{"countryCode":"XXC"}"#)
        _ = try await client.events { $0.contains { $0.hint == "otherCountry" } }
        _ = try await client.ask("camera", "stopCamera")
        let answer = try await scan
        try demand(answer.code == "MRZ_SCAN_CANCELLED", "another country's document was taken")
    }
}
