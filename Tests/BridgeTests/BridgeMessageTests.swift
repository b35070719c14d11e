import Bridge
import JSON
import Testing

/// Messages byte for byte: pages compare strings.
@Suite struct BridgeMessageTests {
    private let stamp = BridgeMessage.Stamp(id: "00000000-0000-4000-8000-000000000001", timestamp: 1_700_000_000_000)
    private let request = BridgeRequest(id: "my-request", domain: .camera, method: "isAvailable")

    @Test func success() {
        let message = BridgeMessage.response(stamp, to: request, .success(.bool(true)))
        #expect(
            message.json.text
                == #"""
                {"type":"response","version":1,"id":"00000000-0000-4000-8000-000000000001","domain":"camera",\#
                "requestId":"my-request","success":true,"data":true,"error":null,"timestamp":1700000000000}
                """#)
    }

    /// The value of a method that has none is null, as the error of a success is: contract 001.
    @Test func successWithNothing() {
        let text = BridgeMessage.response(stamp, to: request, .success(.null)).json.text
        #expect(text.contains(#""success":true,"data":null,"error":null,"timestamp""#))
    }

    /// Whatever a page calls itself, its answer finds it.
    @Test func refusals() {
        let address = RefusedRequest(id: .integer(7), domain: "custody")
        let text = BridgeMessage.refusal(stamp, to: address, BridgeError(.domainNotFound, "None.")).json.text
        #expect(text.contains(#""domain":"custody","requestId":7,"success":false,"data":null,"error":{"code":"DOMAIN"#))
    }

    @Test func failure() {
        let message = BridgeMessage.response(stamp, to: request, .failure(BridgeError(.scanFailed, "No \"luck\".")))
        #expect(
            message.json.text
                == #"""
                {"type":"response","version":1,"id":"00000000-0000-4000-8000-000000000001","domain":"camera",\#
                "requestId":"my-request","success":false,"data":null,"error":{"code":"MRZ_SCAN_FAILED",\#
                "message":"No \"luck\"."},"timestamp":1700000000000}
                """#)
    }

    @Test func failureWithDetails() {
        let error = BridgeError(.biometricError, "Nobody.", details: ["errorCode": "none"])
        let text = BridgeMessage.response(stamp, to: request, .failure(error)).json.text
        #expect(
            text.contains(#""message":"Nobody.","details":{"errorCode":"none"}},"#) && text.contains(#""data":null"#))
    }

    @Test func event() {
        let message = BridgeMessage.event(stamp, .nfc, name: "scanProgress", data: ["stateIndex": .integer(2)])
        #expect(
            message.json.text
                == #"""
                {"type":"event","version":1,"id":"00000000-0000-4000-8000-000000000001","domain":"nfc",\#
                "event":"scanProgress","data":{"stateIndex":2},"timestamp":1700000000000}
                """#)
    }

    @Test func printingIsSafe() {
        let secret = BridgeRequest(
            id: "x", domain: .documents, method: "save", parameters: .init([.init("id", "ERIKSSON")]))
        var dumped = ""
        dump(secret, to: &dumped)
        dump(BridgeMessage.response(stamp, to: secret, .success("ERIKSSON")), to: &dumped)
        #expect(!dumped.contains("ERIKSSON") && !"\(secret)\(secret.parameters)".contains("ERIKSSON"))
    }
}
