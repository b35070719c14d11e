import Evaluation
import Testing

@Suite struct PageReadingPeerTests {
    private let text = td3Lines.joined(separator: "\\n")

    @Test func readsLinesAndVerdictOfOurOwnResults() {
        let reading = PageReading(
            peerOutput: #"{"schema":1,"status":"verified","lines":["\#(td3Lines[0])","\#(td3Lines[1])"]}"# + "\n"
                + #"{"schema":1,"status":"unverified","lines":["AB"]}"# + "\n")
        #expect(reading.zones == [.make(), .make(["AB"], verified: false)])
    }

    @Test func aResultWithoutLinesIsNoReading() {
        #expect(PageReading(peerOutput: #"{"schema":1,"status":"not_found"}"#).zones.isEmpty)
        #expect(PageReading(peerOutput: #"{"mrz_type": null, "valid_score": 0}"#).zones.isEmpty)
        #expect(PageReading(peerOutput: "").zones.isEmpty)
    }

    @Test(arguments: [
        (#""valid_score": 100"#, true), (#""valid_score": 62"#, false), (#""valid": true"#, true),
        (#""status": "SUCCESS""#, true), (#""status": "FAILURE""#, false),
    ])
    func readsValidityAndTextOfOthers(_ claim: String, _ expected: Bool) {
        let reading = PageReading(peerOutput: "{\n\"mrz_type\": \"TD3\", \(claim), \"raw_text\": \"\(text)\"\n}")
        #expect(reading.zones == [.make(verified: expected)])
    }

    @Test func readsListsAndNestedReadings() {
        let reading = PageReading(peerOutput: #"{"results": [{"mrz": "\#(text)"}], "count": 1}"#)
        #expect(reading.zones.map(\.lines) == [td3Lines])
        #expect(reading.zones.first?.isVerified == nil)
    }

    @Test func findsTheMRZInAText() {
        let printed = "PASSPORT\n\nUTOPIA 12\n\(td3Lines[0])\n\(td3Lines[1].prefix(20)) \(td3Lines[1].dropFirst(20))\n"
        #expect(PageReading(peerOutput: printed).zones.contains { $0.lines == td3Lines })
        #expect(PageReading(peerOutput: printed).zones.allSatisfy { $0.isVerified == nil })
    }

    @Test func findsNoneInOtherText() {
        #expect(
            PageReading(peerOutput: "INVOICE 2026\nTHEQUICKBROWNFOXJUMPSOVERTHELAZYDOG\nTOTAL 12.00\n").zones.isEmpty)
    }
}
