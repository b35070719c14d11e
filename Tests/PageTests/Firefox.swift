import Foundation
import LoopbackClient
import Testing

/// A Firefox with one page, headless or at a screen, driven over WebDriver BiDi. https://www.w3.org/TR/webdriver-bidi/
final class Firefox: Browser {
    /// Whether tests with it can run here, or are to.
    static var isToRun: Bool { InstalledBrowser.firefox != nil || InstalledBrowser.areRequired }

    /// Kept as long as the browser is at it.
    private let screen: Screen?
    private let process: BrowserProcess
    private let socket: WebSocketClient
    private var context = ""
    private var number = 0

    /// - Parameter screen: where its window has the focus; nil for none. Without one Firefox gives a page its keys and
    ///   no more: it presses no button that has the focus, and pastes no picture.
    init(at screen: Screen? = nil) throws {
        self.screen = screen
        let path = try #require(InstalledBrowser.firefox, "Firefox is not installed: apt-get install firefox-esr")
        // Asked to end it stays.
        process = try BrowserProcess(endingSignal: SIGKILL)
        let profile = process.profile
        // It asks nobody about anything, and calls nobody.
        let preferences = [
            "browser.shell.checkDefaultBrowser": "false", "browser.aboutwelcome.enabled": "false",
            "datareporting.policy.dataSubmissionEnabled": "false", "toolkit.telemetry.enabled": "false",
            "app.update.enabled": "false", "extensions.update.enabled": "false",
            "network.captive-portal-service.enabled": "false",
            "network.connectivity-service.enabled": "false", "browser.region.network.url": "\"\"",
            "services.settings.server": "\"data:,#\"", "intl.accept_languages": "\"en-US,en\"",
            "ui.prefersReducedMotion": "1",
        ]
        try preferences.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
            .write(to: profile.appending(path: "user.js"), atomically: true, encoding: .utf8)
        // What belongs to a user's session does not reach it, and its caches go with the profile.
        let port = try process.start(
            path,
            ["--no-remote", "--remote-debugging-port=0", "--profile", profile.path, "about:blank"]
                + (screen == nil ? ["--headless"] : []),
            environment: [
                "HOME": profile.path, "MOZ_DISABLE_CONTENT_SANDBOX": "1", "DISPLAY": screen?.name ?? "",
                "GDK_BACKEND": "x11",
            ], address: /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:([0-9]+)\s/)
        socket = try WebSocketClient(port: try #require(Int(port)), path: "/session")
        try call("session.new", ["capabilities": [String: Any]()])
        let tree = try call("browsingContext.getTree")["contexts"] as? [[String: Any]]
        context = try #require(tree?.first?["context"] as? String)
        try call(
            "browsingContext.setViewport", ["context": context, "viewport": ["width": 1200, "height": 900]])
        if let screen {
            // Without a manager of windows the one that is clicked has the focus; it may not be there yet.
            var clicks = 0
            while try !isTrue("document.hasFocus()") {
                clicks += 1
                try #require(clicks < 2000, "the window never has the focus")
                try screen.click(x: 400, y: 500)
            }
        }
    }

    deinit { process.end() }

    /// Calls a method of the protocol and waits for what it returns.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        let message: [String: Any] = ["id": number, "method": method, "params": parameters]
        try socket.send(String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self))
        while let text = try socket.receiveText() {
            let answer = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            guard answer["id"] as? Int == number else { continue }
            guard answer["type"] as? String == "success" else {
                throw LoopbackSocket.Failure(
                    description: "\(method): \(answer["error"] ?? "") \(answer["message"] ?? "navigated")")
            }
            return answer["result"] as? [String: Any] ?? [:]
        }
        throw LoopbackSocket.Failure(description: "Firefox hung up")
    }

    @discardableResult
    func evaluate(_ expression: String, asPerson: Bool) throws -> Any? {
        // As JSON: the protocol has a form of its own for values, which nobody needs here.
        let answer = try call(
            "script.evaluate",
            [
                "expression": "Promise.resolve(\(expression)).then((value) => JSON.stringify([value ?? null]))",
                "target": ["context": context], "awaitPromise": true, "userActivation": asPerson,
            ])
        guard answer["type"] as? String == "success", let result = answer["result"] as? [String: Any] else {
            let details = answer["exceptionDetails"] as? [String: Any]
            throw LoopbackSocket.Failure(description: "\(expression): \(details?["text"] ?? "")")
        }
        let values = try JSONSerialization.jsonObject(with: Data((result["value"] as? String ?? "[]").utf8)) as? [Any]
        return values?.first.flatMap { $0 is NSNull ? nil : $0 }
    }

    func open(_ address: String) throws {
        try call("browsingContext.navigate", ["context": context, "url": address, "wait": "complete"])
    }

    func click(_ selector: String) throws {
        let place = try middle(of: selector)
        let point: [String: Any] = ["type": "pointerMove", "x": Int(place[0]), "y": Int(place[1])]
        try act([
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
            "actions": [point, ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]],
        ])
    }

    func press(_ key: Key, control: Bool) throws {
        let value =
            switch key {
            case .character(let character): String(character)
            case .enter: "\u{E007}"
            case .escape: "\u{E00C}"
            case .tab: "\u{E004}"
            case .space: " "
            case .left: "\u{E012}"
            case .right: "\u{E014}"
            case .pageDown: "\u{E00F}"
            case .pageUp: "\u{E00E}"
            case .backspace: "\u{E003}"
            }
        var actions = [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]]
        if control {
            actions = [["type": "keyDown", "value": "\u{E009}"]] + actions + [["type": "keyUp", "value": "\u{E009}"]]
        }
        try act(["type": "key", "id": "keyboard", "actions": actions])
    }

    private func act(_ source: [String: Any]) throws {
        try call("input.performActions", ["context": context, "actions": [source]])
    }

    func choose(_ paths: [String], in selector: String) throws {
        let answer = try call(
            "script.evaluate",
            [
                "expression": "document.querySelector('\(selector)')", "target": ["context": context],
                "awaitPromise": false,
            ])
        let node = try #require((answer["result"] as? [String: Any])?["sharedId"] as? String)
        try call("input.setFiles", ["context": context, "element": ["sharedId": node], "files": paths])
    }
}
