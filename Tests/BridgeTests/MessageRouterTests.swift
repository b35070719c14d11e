import Bridge
import JSON
import Testing

/// What every host does with requests, whoever answers them.
@Suite struct MessageRouterTests {
    private struct Fixed: BridgeHandler {
        var domain = BridgeDomain.haptic
        var result: Result<JSONValue, any Error> = .success(.null)

        func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
            try result.get()
        }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "the engine has no oil"
    }

    private func line(_ handlers: [any BridgeHandler]) -> Wiretap {
        Wiretap { send in
            BridgeSession(
                SelfDialect(router: MessageRouter(handlers), environment: TestEnvironment().environment), send: send)
        }
    }

    @Test func aKnownDomainWithoutHandler() async throws {
        let line = line([])
        let answer = try await line.answer("camera", "scanMRZ")
        #expect(answer.code == "DOMAIN_NOT_FOUND" && line.lines.count == 1)
        #expect(line.lines[0].contains(#""success":false"#) && line.lines[0].contains(#""data":null"#))
    }

    @Test func navigationStaysInThePage() async throws {
        let line = Wiretap(ProviderRegistry())
        #expect(try await line.answer("navigation", "goBack").code == "DOMAIN_NOT_FOUND")
    }

    @Test func anErrorOfTheBridgeKeepsCodeMessageAndDetails() async throws {
        let error = BridgeError(.keyNotFound, "No such key.", details: ["key": "mine"])
        let answer = try await line([Fixed(domain: .crypto, result: .failure(error))]).answer("crypto", "sign")
        let told = try #require(answer["error"] as? [String: Any])
        #expect(told["code"] as? String == "KEY_NOT_FOUND" && told["message"] as? String == "No such key.")
        #expect((told["details"] as? [String: String]) == ["key": "mine"])
    }

    @Test func anyOtherErrorIsInternalWithItsText() async throws {
        let answer = try await line([Fixed(result: .failure(Broken()))]).answer("haptic", "trigger")
        #expect(answer.code == "INTERNAL_ERROR")
        #expect((answer["error"] as? [String: Any])?["message"] as? String == "the engine has no oil")
    }

    @Test func onlyTheHandlerOfTheDomainIsAsked() async throws {
        let handlers: [any BridgeHandler] = [
            Fixed(domain: .haptic, result: .success("haptic")), Fixed(domain: .crypto, result: .success("crypto")),
            Fixed(domain: .nfc, result: .success("nfc")),
        ]
        #expect(try await line(handlers).answer("crypto", "sign")["data"] as? String == "crypto")
    }

    @Test func theLaterHandlerOfADomainCounts() async throws {
        let handlers = ["first", "second"].map { Fixed(result: .success(.string($0))) }
        #expect(try await line(handlers).answer("haptic", "trigger")["data"] as? String == "second")
    }

    @Test func anotherVersionIsRefused() async throws {
        let line = line([Fixed()])
        try line.write(#"{"type":"request","version":2,"id":"a","domain":"haptic","method":"trigger","params":{}}"#)
        let answer = try #require(try await line.answered().first)
        #expect(answer.code == "UNSUPPORTED_VERSION" && answer["requestId"] as? String == "a")
        #expect((answer["error"] as? [String: Any])?["message"] as? String == "Expected protocol version 1, got 2")
    }

    @Test(
        arguments: [
            "", " ", "this is not json", "null", "[]", "7", "{}", #"{"type":"request"}"#, "{\"id\":\"\u{0}\"}",
            #"{"type":"response","version":1,"id":"a","domain":"haptic","method":"trigger","params":{}}"#,
            #"{"type":"event","version":1,"id":"a","domain":"haptic","event":"x","data":{}}"#,
            #"{"type":"request","version":1,"id":"a","domain":"haptic","method":"trigger","params":{}}x"#,
        ])
    func whatIsNoRequestIsDropped(_ text: String) async throws {
        let line = line([Fixed()])
        try line.write(text)
        #expect(try await line.answered().isEmpty)
    }

    /// Browsers write half of a pair where a text was cut, and other programs numbers beyond a `Double`.
    @Test(arguments: [#"{"text":"cut \ud83d"}"#, #"{"x":1e400,"y":-1e400}"#, #"{"\udc00":"\ud800\ud83d\ude00"}"#])
    func textsThatWereCutAndLargeNumbersAreAnswered(_ parameters: String) async throws {
        let line = line([Fixed()])
        try line.write(
            #"{"type":"request","version":1,"id":"a","domain":"haptic","method":"trigger","params":\#(parameters)}"#)
        #expect(try await line.answered().first?["requestId"] as? String == "a")
    }

    @Test func anIdentifierThatWasCutIsAnswered() async throws {
        let line = line([Fixed()])
        try line.write(
            #"{"type":"request","version":1,"id":"\ud800","domain":"haptic","method":"trigger","params":{}}"#)
        #expect(try await line.answered().first?["requestId"] as? String == "\u{FFFD}")
    }

    /// Who has a name for the question hears what is wrong with it, under that name.
    @Test(
        arguments: [
            (#"{"id":"a","domain":"custody","method":"trigger"}"#, "DOMAIN_NOT_FOUND"),
            (#"{"id":"a","domain":7,"method":"trigger"}"#, "INVALID_REQUEST"),
            (#"{"id":"a","method":"trigger"}"#, "INVALID_REQUEST"),
            (#"{"id":"a"}"#, "INVALID_REQUEST"),
            (#"{"id":"a","domain":"haptic"}"#, "INVALID_REQUEST"),
            (#"{"id":"a","domain":"haptic","method":""}"#, "INVALID_REQUEST"),
            (#"{"id":"a","domain":"haptic","method":"trigger","params":[]}"#, "INVALID_REQUEST"),
            (#"{"id":"a","domain":"haptic","method":"trigger","params":"str"}"#, "INVALID_REQUEST"),
            (#"{"id":"a","domain":"haptic","method":"trigger","version":"1"}"#, "UNSUPPORTED_VERSION"),
        ])
    func whoAsksIsAnswered(_ text: String, _ code: String) async throws {
        let line = line([Fixed()])
        try line.write(text)
        let answer = try #require(try await line.answered().first)
        #expect(answer.code == code && answer["requestId"] as? String == "a" && !answer.isSuccess)
    }

    /// An empty name is one: who sends an `id` waits for an answer.
    @Test func anEmptyName() async throws {
        let line = line([Fixed()])
        try line.write(#"{"id":"","domain":"haptic","method":"trigger"}"#)
        let answer = try #require(try await line.answered().first)
        #expect(answer["requestId"] as? String == "" && answer.isSuccess)
    }

    @Test func aNumberForAName() async throws {
        let line = line([Fixed()])
        try line.write(#"{"id":7,"domain":"haptic","method":"trigger"}"#)
        let answer = try #require(try await line.answered().first)
        #expect(answer["requestId"] as? Int == 7 && answer.code == "INVALID_REQUEST")
    }

    @Test func bytesThatAreNoTextAreDropped() async throws {
        let line = line([Fixed()])
        try line.session.receive([0xFF, 0xFE, 0x00, 0x7B])
        try line.session.receive(Array(repeating: 0x20, count: (8 << 20) + 1))
        for text in [String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 40)] {
            try line.write(text)
        }
        #expect(try await line.answered().isEmpty)
    }

    @Test(
        arguments: [
            #"{"id":"a","domain":"haptic","method":"trigger"}"#,
            #"{"id":"a","domain":"haptic","method":"trigger","params":null,"timestamp":null}"#,
            #"{"id":"x","id":"a","domain":"haptic","method":"trigger","color":["red"],"timestamp":-1}"#,
            "\u{FEFF} \n" + #"{"type":"request","version":1.0,"id":"a","domain":"haptic","method":"trigger"}"#,
        ])
    func whatMayBeMissingMayBeMissing(_ text: String) async throws {
        let line = line([Fixed()])
        try line.write(text)
        let answer = try #require(try await line.answered().first)
        #expect(answer.isSuccess && ["a", "x"].contains(answer["requestId"] as? String))
    }
}
