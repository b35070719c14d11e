import Bridge
import JSON
import Testing
import Threads

@Suite struct LegitimuzDialectTests {
    private func line(_ camera: ScriptedCamera) -> Wiretap {
        Wiretap(.legitimuz, ProviderRegistry(camera: CameraCoordinator(camera)))
    }

    /// The page reports, and the host listens: nothing is started and nothing is answered. Contract 004.
    @Test(
        arguments: [
            (#"{"name":"ocr","status":"success","refId":"r1"}"#, "ocr", "success"),
            (#"{"name":"facematch","status":"error"}"#, "facematch", "error"),
            (#"{"name":"close-modal"}"#, "close-modal", nil), (#"{"name":"anything","status":7}"#, "anything", nil),
            (#"{"handler":"legitimuzEvent","body":{"name":"ocr","status":"success"}}"#, "ocr", "success"),
            (#"{"handler":"onSuccess","body":"ocr"}"#, "ocr", "success"),
            (#"{"handler":"onError","body":"facematch"}"#, "facematch", "error"),
        ] as [(String, String, String?)])
    func reports(_ text: String, _ name: String, _ status: String?) async throws {
        let heard = Monitor<[HostEvent]>([])
        let camera = ScriptedCamera()
        let registry = ProviderRegistry(camera: CameraCoordinator(camera))
        let line = Wiretap(.legitimuz, registry) { event in heard.update { $0.append(event) } }
        try line.write(text)
        #expect(try await line.answered().isEmpty && camera.scans == 0)
        guard case .report(name, status, let data)? = heard.update({ $0.last }) else {
            Issue.record("nothing was heard")
            return
        }
        #expect(data != .null)
    }

    @Test func aReadingThatHolds() async throws {
        let line = line(ScriptedCamera(answer: .success(ScanCapture(report: try Documents.passport()))))
        try line.write(#"{"type":"scan","refId":"r-1","documentType":"passport"}"#)
        let messages = try await line.answered()
        let answer = try #require(messages.last)
        #expect(answer["name"] as? String == "ocr" && answer["status"] as? String == "success")
        #expect(answer["refId"] as? String == "r-1")
        #expect((answer["document"] as? [String: Any])?["surname"] as? String == "ERIKSSON")
        let states = messages.dropLast().compactMap { ($0["progress"] as? [String: Any])?["stateIndex"] as? Int }
        // What is neither success nor error has no status, and what is no event no name.
        #expect(states == [0, 3] && messages.dropLast().allSatisfy { $0["name"] == nil && $0["status"] == nil })
    }

    @Test func aReadingThatDoesNot() async throws {
        let line = line(ScriptedCamera(answer: .success(ScanCapture(report: try Documents.refusedPassport()))))
        try line.write(#"{"type":"scan","refId":7}"#)
        let answer = try #require(try await line.answered().last)
        #expect(answer["status"] as? String == "error" && answer["refId"] as? Int == 7)
        #expect(answer.code == "MRZ_SCAN_FAILED" && answer["document"] == nil)
    }

    @Test func closing() async throws {
        let camera = ScriptedCamera()
        let line = line(camera)
        try line.write(#"{"type":"scan"}"#)
        await camera.begun()
        try line.write(#"{"name":"close-modal","status":"success"}"#)
        let answers = try await line.answered()
        #expect(answers.first { $0["name"] as? String == "ocr" }?.code == "MRZ_SCAN_CANCELLED")
    }

    /// An error stays one until the same succeeds, whatever else does. Of any other status the page only tells.
    @Test(
        arguments: [
            ([], "cancelled"), (["ocr success"], "success r0"), (["ocr error"], "failure ocr"),
            (["ocr error", "facematch success"], "failure ocr"),
            (["ocr success", "facematch error"], "failure facematch"),
            (["ocr error", "facematch success", "ocr success"], "success r2"),
            (["ocr success", "ocr error"], "failure ocr"), (["ocr success", "facematch success"], "success r1"),
            (["ocr error", "facematch error", "facematch success"], "failure ocr"), (["ocr begun"], "cancelled"),
            (["ocr success", "upload pending"], "success r0"), (["ocr error", "ocr pending"], "failure ocr"),
            (["ocr success", "close-modal error"], "failure close-modal"),
        ] as [([String], String)])
    func howAPageEnds(_ reports: [String], _ expected: String) async throws {
        let watch = Monitor(OutcomeWatch())
        let line = Wiretap(.legitimuz, ProviderRegistry()) { event in watch.update { $0.hear(event) } }
        for (number, report) in reports.enumerated() {
            let words = report.split(separator: " ")
            try line.write(#"{"name":"\#(words[0])","status":"\#(words[1])","refId":"r\#(number)"}"#)
        }
        try line.write(#"{"name":"close-modal","status":"success"}"#)
        _ = try await line.answered()
        let ended =
            switch watch.update({ $0.outcome }) {
            case .success(let data)?: "success " + (data["refId"]?.string ?? "")
            case .failure(let error)?: "failure " + (error.details?["name"]?.string ?? "")
            default: "cancelled"
            }
        #expect(ended == expected)
    }

    @Test func withoutACamera() async throws {
        let line = Wiretap(.legitimuz, ProviderRegistry())
        try line.write(#"{"type":"scan"}"#)
        #expect(try await line.answered().last?.code == "NOT_CONFIGURED")
    }

    /// What a page says is passed on in one piece, without what is printed in documents. Names in small letters stay:
    /// docs/bridge.md says so.
    @Test(
        arguments: [
            (#"{"type":"log","arguments":["hello",1.5,{"a":[true,null]}]}"#, .log, #"hello #.# {"a":[true,null]}"#),
            (#"{"type":"warn","content":"for ANNA MARIA born 740812"}"#, .warn, "for * * born ######"),
            (#"{"type":"info","content":"P<UTOERIKSSON<<ANNA<MARIA<<<"}"#, .info, "*"),
            (#"{"type":"info","content":"Anna Maria Eriksson"}"#, .info, "Anna Maria Eriksson"),
            (#"{"type":"debug"}"#, .debug, ""),
            (
                #"{"type":"uncaught","message":"x is undefined","source":"app.js","line":12}"#, .error,
                "UNCAUGHT ERROR: x is undefined at app.js:12"
            ),
            (
                #"{"type":"error","content":"UNCAUGHT ERROR: born 740812 at https://example.com:123"}"#, .error,
                "UNCAUGHT ERROR: born ###### at https://example.com:123"
            ),
            (#"{"type":"unhandledrejection","reason":"Timed out"}"#, .error, "UNHANDLED PROMISE: Timed out"),
            (#"{"type":"unhandledrejection"}"#, .error, "UNHANDLED PROMISE: Unknown Promise Error"),
            (#"{"type":"unhandledrejection","content":"late"}"#, .error, "UNHANDLED PROMISE: late"),
            (#"{"type":"uncaught","arguments":["a","b"]}"#, .error, "UNCAUGHT ERROR: a b"),
            (#"{"type":"uncaught","message":"m","content":"c"}"#, .error, "UNCAUGHT ERROR: m c"),
            // A line of an MRZ, as it is and where capitals stand alone between digits.
            (#"{"type":"log","content":"L898902C36UTO7408122F1204159ZE184226B<<<<<10"}"#, .log, "*"),
            (#"{"type":"log","content":"a 7408122F1204159 b, L8 and 12<3"}"#, .log, "a * b, * and ##<#"),
            (#"{"type":"log","content":"I D, X"}"#, .log, "I D, X"),
        ] as [(String, ConsoleLine.Kind, String)])
    func consoles(_ text: String, _ kind: ConsoleLine.Kind, _ content: String) async throws {
        let heard = Monitor<[ConsoleLine]>([])
        let line = Wiretap(.legitimuz, ProviderRegistry()) { event in
            if case .console(let said) = event { heard.update { $0.append(said) } }
        }
        try line.write(text)
        #expect(try await line.answered().isEmpty)
        let said = try #require(heard.update { $0.first })
        #expect(said.kind == kind && said.content == content)
        #expect(said.text == "[\(kind == .warn ? "warning" : kind.rawValue)] \(content)")
    }

    /// What a page says moves nothing on the terminal of who reads it.
    @Test func consolesOnATerminal() async throws {
        let heard = Monitor<[ConsoleLine]>([])
        let line = Wiretap(.legitimuz, ProviderRegistry()) { event in
            if case .console(let said) = event { heard.update { $0.append(said) } }
        }
        try line.write(#"{"type":"log","content":"a\u001b[31mb\u0007c\u009bd\r\ne\tf\u202eg\u2028h"}"#)
        _ = try await line.answered()
        let text = try #require(heard.update { $0.first?.text })
        #expect(text == "[log] a\u{FFFD}[##mb\u{FFFD}c\u{FFFD}d e f\u{FFFD}g h")
    }

    @Test func whatIsNeitherIsDropped() async throws {
        let heard = Monitor(0)
        let line = Wiretap(.legitimuz, ProviderRegistry()) { event in
            if case .console = event { heard.update { $0 += 1 } }
        }
        for text in ["", "7", "{}", #"{"name":7}"#, #"{"type":"table","content":"x"}"#] { try line.write(text) }
        #expect(try await line.answered().isEmpty && heard.update { $0 } == 0)
    }
}
