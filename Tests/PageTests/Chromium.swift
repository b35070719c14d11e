import Foundation
import LoopbackClient
import Testing

/// A headless Chromium with one page, driven over the Chrome DevTools Protocol.
final class Chromium: Browser {
    /// Whether tests with it can run here, or are to.
    static var isToRun: Bool { InstalledBrowser.chromium != nil || InstalledBrowser.areRequired }

    private let process: BrowserProcess
    private let socket: WebSocketClient
    private var session: String?
    /// The protocol's name for its tab.
    private(set) var target = ""
    private var number = 0

    /// Kept as long as the browser plays it.
    private let camera: FakeCamera?

    /// - Parameters:
    ///   - camera: what pages see that ask for a camera, and whether they are asked; nil for none.
    ///   - options: besides those that every test needs.
    /// For hosts that make their certificates themselves.
    static let trusting = ["--ignore-certificate-errors"]

    init(camera: FakeCamera? = nil, _ options: [String] = []) throws {
        self.camera = camera
        let path = try #require(InstalledBrowser.chromium, "Chromium is not installed: apt-get install chromium")
        process = try BrowserProcess(endingSignal: SIGTERM)
        // Without motion: a page that still scrolls would have moved a button away when it is clicked.
        let address = try process.start(
            path,
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                "--force-prefers-reduced-motion", "--remote-debugging-port=0",
                "--user-data-dir=\(process.profile.path)",
            ] + (camera?.options ?? []) + options + ["about:blank"],
            address: /DevTools listening on ws:\/\/127\.0\.0\.1:([0-9]+\/\S+)\n/)
        let parts = address.split(separator: "/", maxSplits: 1)
        socket = try WebSocketClient(port: try #require(Int(parts[0])), path: "/" + parts[1])
        target = try #require(try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String)
        let attached = try call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = try #require(attached["sessionId"] as? String)
        try call("Page.enable")
    }

    deinit { process.end() }

    /// Calls a method of the protocol and waits for what it returns.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try socket.send(String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self))
        while let text = try socket.receiveText() {
            let answer = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            guard answer["id"] as? Int == number else { continue }
            // Not a requirement of a test: who waits for a page asks anew where it has gone elsewhere meanwhile.
            guard let result = answer["result"] as? [String: Any] else {
                throw LoopbackSocket.Failure(description: "\(method): \(answer["error"] ?? "no result")")
            }
            return result
        }
        throw LoopbackSocket.Failure(description: "Chromium hung up")
    }

    /// The value of an expression, which may be a promise.
    @discardableResult
    func evaluate(_ expression: String, asPerson: Bool) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": asPerson])
        if let details = answer["exceptionDetails"] as? [String: Any] {
            throw LoopbackSocket.Failure(description: "\(expression): \(details["text"] ?? "")")
        }
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Goes to an address and waits until its scripts have run.
    func open(_ address: String) throws {
        try call("Page.navigate", ["url": address])
        try wait(for: "document.readyState === 'complete' && location.href !== 'about:blank'")
    }

    /// A press of a key, as a person's.
    func press(_ key: String, code: Int, text: String? = nil) throws {
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code]
            if type == "keyDown", let text = key == "Enter" ? "\r" : text { event["text"] = text }
            try call("Input.dispatchKeyEvent", event)
        }
    }

    func press(_ key: Key, control: Bool) throws {
        let (name, code, text): (String, Int, String?) =
            switch key {
            case .character(let character):
                (String(character), Int(character.uppercased().unicodeScalars.first?.value ?? 0), String(character))
            case .enter: ("Enter", 13, "\r")
            case .escape: ("Escape", 27, nil)
            case .tab: ("Tab", 9, nil)
            case .space: (" ", 32, " ")
            case .left: ("ArrowLeft", 37, nil)
            case .right: ("ArrowRight", 39, nil)
            case .pageDown: ("PageDown", 34, nil)
            case .pageUp: ("PageUp", 33, nil)
            case .backspace: ("Backspace", 8, nil)
            }
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type, "key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": control ? 2 : 0,
            ]
            if type == "keyDown", !control, let text { event["text"] = text }
            // What the keys mean is the system's to know, and it has none here.
            if type == "keyDown", control, key == .character("v") { event["commands"] = ["paste"] }
            try call("Input.dispatchKeyEvent", event)
        }
    }

    /// A click of a mouse in the middle of an element, wherever that leads.
    func click(_ selector: String) throws {
        let place = try middle(of: selector)
        for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
            try call(
                "Input.dispatchMouseEvent",
                ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
        }
    }

    /// A tap of a finger in the middle of an element, wherever that leads.
    func tap(_ selector: String) throws {
        try call("Emulation.setTouchEmulationEnabled", ["enabled": true])
        let place = try middle(of: selector)
        let point = ["x": place[0], "y": place[1]]
        try call("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [point]])
        try call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Double]]()])
    }

    /// Has a language for the pages that are opened from now on, as its settings do: `de-DE,de`.
    func prefer(_ languages: String) throws {
        try call("Emulation.setUserAgentOverride", ["userAgent": "Chromium", "acceptLanguage": languages])
    }

    /// Lets pages of the server copy and paste, as somebody at a window may.
    func allowCopying(for served: ServedProgram) throws {
        try call(
            "Browser.grantPermissions",
            [
                "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
                "origin": "http://127.0.0.1:\(served.port)",
            ])
    }

    /// Whether pages of the server may use the camera: `granted` or `denied`. What runs with it ends when it is denied.
    func setCamera(_ setting: String, for served: ServedProgram) throws {
        try call(
            "Browser.setPermission",
            [
                "permission": ["name": "camera"], "setting": setting, "origin": "http://127.0.0.1:\(served.port)",
            ])
    }

    /// Gives files to an `<input type=file>`, as its dialog does.
    func choose(_ paths: [String], in selector: String) throws {
        let root = try #require(try call("DOM.getDocument")["root"] as? [String: Any])
        let node = try call(
            "DOM.querySelector", ["nodeId": try #require(root["nodeId"]), "selector": selector])["nodeId"]
        try call("DOM.setFileInputFiles", ["files": paths, "nodeId": try #require(node)])
    }

    /// Makes the page so large, light or dark.
    func appear(width: Int, height: Int, isDark: Bool) throws {
        try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
        try call(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
            ])
    }

    /// What the upper left of the page looks like, made smaller, as PNG.
    func screenshot(width: Int, height: Int, scale: Double) throws -> Data {
        let clip: [String: Any] = ["x": 0, "y": 0, "width": width, "height": height, "scale": scale]
        let answer = try call("Page.captureScreenshot", ["format": "png", "clip": clip])
        return try #require((answer["data"] as? String).flatMap { Data(base64Encoded: $0) })
    }

    /// The same as WebP, for documentation: small.
    func picture(width: Int, height: Int, scale: Double) throws -> Data {
        let clip: [String: Any] = ["x": 0, "y": 0, "width": width, "height": height, "scale": scale]
        let answer = try call("Page.captureScreenshot", ["format": "webp", "quality": 60, "clip": clip])
        return try #require((answer["data"] as? String).flatMap { Data(base64Encoded: $0) })
    }
}
