import Foundation

/// A message of a host, taken only as the strictest page would take it.
struct WireMessage {
    enum Kind {
        case response(to: String, BridgeClient.Response)
        case event(BridgeClient.Event)
    }

    let kind: Kind

    private static let domains: Set = [
        "nfc", "biometrics", "secureStorage", "camera", "crypto", "haptic", "analytics", "lifecycle", "documents",
        "navigation",
    ]

    /// - Throws: `Violation`.
    init(_ text: String) throws {
        guard !text.contains("\n"), !text.contains(#"": "#), let data = text.data(using: .utf8),
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { throw Violation("no compact object on one line") }
        func demand(_ condition: Bool, _ what: String) throws {
            if !condition { throw Violation("\(what) in a message with \(object.keys.sorted())") }
        }
        try demand(object["version"] as? Int == 1, "the version is not 1")
        try demand(UUID(uuidString: object["id"] as? String ?? "") != nil, "the id is no UUID")
        try demand((object["timestamp"] as? Int ?? -1) >= 0, "no timestamp")
        // The answer to a request of an unknown domain has the name that the page gave it.
        let isRefusal = (object["error"] as? [String: Any])?["code"] as? String == "DOMAIN_NOT_FOUND"
        try demand(isRefusal || Self.domains.contains(object["domain"] as? String ?? ""), "an unknown domain")
        let keys = Set(object.keys).subtracting(["type", "version", "id", "domain", "timestamp"])
        switch object["type"] as? String {
        case "event":
            try demand(keys == ["event", "data"], "keys that an event does not have")
            let members = object["data"] as? [String: Any] ?? [:]
            kind = .event(
                BridgeClient.Event(
                    domain: object["domain"] as? String ?? "", name: object["event"] as? String ?? "",
                    stateIndex: members["stateIndex"] as? Int, hint: members["hint"] as? String))
        case "response":
            let isSuccess = object["success"] as? Bool
            try demand(isSuccess != nil && object["requestId"] is String, "neither success nor failure")
            let (key, other) = isSuccess == true ? ("data", "error") : ("error", "data")
            // Contract 001: both keys are there, and of one there is nothing.
            try demand(keys == ["requestId", "success", "data", "error"], "not the keys of a response")
            try demand(object[other] is NSNull, "data and error do not fit success")
            let error = object["error"] as? [String: Any]
            if isSuccess == false {
                try demand(error?["code"] is String && error?["message"] is String, "an error without code or message")
                try demand(
                    Set(error?.keys.map { $0 } ?? []).isSubset(of: ["code", "message", "details"]), "an odd error")
            }
            kind = .response(
                to: object["requestId"] as? String ?? "",
                BridgeClient.Response(
                    isSuccess: isSuccess == true,
                    content: try JSONSerialization.data(
                        withJSONObject: object[key] ?? NSNull(), options: [.fragmentsAllowed, .sortedKeys]),
                    code: error?["code"] as? String))
        default: throw Violation("neither response nor event")
        }
    }
}
