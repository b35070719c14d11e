import Bridge
import JSON
import Testing
import Threads

/// Whatever comes in is answered or dropped, and what comes after it is answered.
@Suite struct BridgeFuzzTests {
    /// The same numbers every time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let messages: [Dialect: [String]] = [
        .selfSDK: [
            #"{"type":"request","version":1,"id":"a","domain":"camera","method":"scanMRZ","params":{"documentType":"p"}}"#,
            #"{"type":"request","version":1,"id":"b","domain":"secureStorage","method":"get","params":{"key":"k"}}"#,
            #"{"type":"request","version":1,"id":"c","domain":"lifecycle","method":"setResult","params":{"error":{}}}"#,
        ],
        .gbg: [
            #"{"action":"camera.document","correlationId":"c","payload":{"countryCode":"UTO"}}"#,
            #"{"type":"event","event":"journey.complete","payload":{"status":"done"}}"#,
        ],
        .idwise: [
            #"{"method":"initialize","params":{"clientKey":"k"}}"#,
            #"{"method":"startDynamicJourney","params":{"journeyDefinitionId":"d"}}"#,
            #"{"method":"startStepFromFileUpload","params":{"stepId":"visa","data":"AAAA"}}"#,
            #"{"method":"startStep","params":{"stepId":"document"}}"#,
        ],
        .legitimuz: [
            #"{"type":"scan","refId":"r","documentType":"passport"}"#,
            #"{"name":"ocr","status":"success","refId":"r"}"#, #"{"handler":"onSuccess","body":"ocr"}"#,
            #"{"type":"log","arguments":["x",{"y":[1.5e3,null,true]}]}"#,
        ],
    ]

    private func mutated(_ text: String, _ numbers: inout Numbers) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: place)
            case 2:
                bytes.insert(
                    contentsOf: [0x5B, 0x7B, 0x22, 0x2C][0..<Int.random(in: 1...4, using: &numbers)], at: place)
            case 3: bytes.removeSubrange(place...)
            case 4: bytes += bytes[place...]
            default: bytes.swapAt(place, bytes.count - 1)
            }
        }
        return bytes
    }

    @Test(arguments: Dialect.allCases)
    func junk(_ dialect: Dialect) async throws {
        let late = BridgeError(.scanFailed, "No document in time.")
        var registry = ProviderRegistry(camera: CameraCoordinator(ScriptedCamera(answer: .failure(late))))
        registry.images = ScriptedImages(result: .success([]))
        let line = Wiretap(dialect, registry)
        var numbers = Numbers(state: 0x9E37_79B9_7F4A_7C15)
        let messages = try #require(Self.messages[dialect])
        for _ in 0..<250 {
            for message in messages { try line.session.receive(mutated(message, &numbers)) }
        }
        try await line.session.finished()
        // The host is as well as before.
        let before = line.lines.count
        for message in messages { try line.write(message) }
        #expect(try await line.answered().count > before)
    }
}
