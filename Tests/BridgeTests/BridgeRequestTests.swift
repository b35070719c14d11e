import Bridge
import JSON
import Testing

@Suite struct BridgeRequestTests {
    private func read(_ text: String) -> BridgeRequest.Arrival { BridgeRequest.reading(Array(text.utf8)) }

    @Test func aRequestOfAPage() {
        let arrival = read(
            #"""
            {"type":"request","version":1,"id":"a","domain":"haptic","method":"trigger",\#
            "params":{"intensity":0.5,"type":"selection","far":null},"timestamp":1700000000000}
            """#)
        let parameters = BridgeParameters([
            .init("intensity", .number(0.5, places: 1)), .init("type", "selection"), .init("far", .null),
        ])
        #expect(
            arrival == .request(BridgeRequest(id: "a", domain: .haptic, method: "trigger", parameters: parameters)))
        #expect(parameters.string("type") == "selection" && parameters.string("intensity") == nil)
        #expect(parameters["far"] == nil && parameters["near"] == nil && parameters.bool("type") == nil)
    }

    @Test(arguments: BridgeDomain.allCases)
    func everyDomain(_ domain: BridgeDomain) {
        let arrival = read(#"{"id":"a","domain":"\#(domain.rawValue)","method":"x"}"#)
        #expect(arrival == .request(BridgeRequest(id: "a", domain: domain, method: "x")))
    }

    @Test(arguments: [0, 2, -1])
    func anotherVersion(_ version: Int) {
        let arrival = read(#"{"version":\#(version),"id":"a","domain":"nfc","method":"x"}"#)
        #expect(arrival == .otherVersion(BridgeRequest(id: "a", domain: .nfc, method: "x"), version))
    }

    @Test func limits() {
        let text = Array(#"{"id":"a","domain":"nfc","method":"x","params":{"a":[[1]]}}"#.utf8)
        func isRead(_ limits: JSONValue.Limits) -> Bool { BridgeRequest.reading(text, limits: limits) != .noMessage }
        #expect(isRead(.init(maxBytes: text.count, maxDepth: 4)))
        #expect(!isRead(.init(maxBytes: text.count - 1)) && !isRead(.init(maxDepth: 3)))
    }
}
