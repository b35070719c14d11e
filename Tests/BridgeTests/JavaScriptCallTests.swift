import Bridge
import JSON
import Testing

@Suite struct JavaScriptCallTests {
    @Test(
        arguments: [
            ("", "''"), ("plain", "'plain'"), ("it's", #"'it\'s'"#), (#"a\b"#, #"'a\\b'"#), ("a\nb\r", #"'a\nb\r'"#),
            ("\u{2028}\u{2029}", #"'\u2028\u2029'"#), (#"{"a":"b"}"#, #"'{"a":"b"}'"#),
        ])
    func literals(_ text: String, _ literal: String) { #expect(JavaScriptCall.literal(text) == literal) }

    @Test func responsesAndEventsHaveReceiversOfTheirOwn() async throws {
        let camera = ScriptedCamera(answer: .success(ScanCapture(report: try Documents.passport())))
        let line = Wiretap { send in
            BridgeSession(
                registry: ProviderRegistry(camera: CameraCoordinator(camera)), form: .javaScript,
                environment: TestEnvironment().environment, send: send)
        }
        try line.ask("camera", "scanMRZ")
        try await line.session.finished()
        #expect(line.lines.first?.hasPrefix(#"window.SelfNativeBridge._handleEvent('{"type":"event""#) == true)
        #expect(line.lines.last?.hasPrefix(#"window.SelfNativeBridge._handleResponse('{"type":"response""#) == true)
        // The lines of the document are parted by \n in JSON, whose backslash is escaped once more.
        #expect(line.lines.last?.contains(#"<<<\\nL898902C3"#) == true)
        for text in line.lines { #expect(text.hasSuffix("}')") && !text.contains("\n")) }
    }
}
