import Foundation
import LoopbackClient
import Testing

/// `<mrz-scan>` as docs/component.md describes it, in a real browser: attributes, methods, properties, events and
/// looks.
@Suite(.serialized, .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct ComponentTests {
    private static let passport = "td3/096-scan-rgb.jpg"

    /// A page with nothing but the element `scan`, which writes what it tells into `told`.
    private func open(
        _ served: ServedProgram, _ camera: FakeCamera?, attributes: [String: String] = [:], _ options: [String] = []
    ) throws -> Chromium {
        let browser = try Chromium(camera: camera, options)
        // The page that plays an integrator's has a policy of its own.
        try browser.call("Page.setBypassCSP", ["enabled": true])
        try browser.open("http://127.0.0.1:\(served.port)/healthz")
        try browser.evaluate(
            """
            (async () => {
                await import('/mrz-scan.js');
                window.told = [];
                window.scan = document.createElement('mrz-scan');
                for (const name of ['ready', 'progress', 'result', 'done', 'waiting', 'error']) {
                    scan.addEventListener(name, ({detail}) => told.push([name, detail]));
                }
                document.body.replaceChildren(scan);
                window.part = (name) => scan.shadowRoot.querySelector(`[part=${name}]`);
                return 1;
            })()
            """)
        for (name, value) in attributes { try browser.evaluate("scan.setAttribute('\(name)', '\(value)')") }
        return browser
    }

    /// Begins a scan, and remembers how its promise ends.
    private func start(_ browser: Chromium) throws {
        try browser.evaluate(
            "void scan.start().then((result) => { window.ended = result?.lines ?? 'nothing'; }, "
                + "(error) => { window.ended = error.code; })"
        )
    }

    private let isOff = "part('video').srcObject === null && !scan.isRunning"

    private func document() throws -> String {
        try String(
            contentsOf: ServedProgram.repository.appending(path: "docs/component.md"), encoding: .utf8)
    }

    @Test func methodsAndProperties() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil)
        let browser = try open(served, camera)
        try start(browser)
        try browser.wait(for: "told.some(([name]) => name === 'progress')")
        #expect(try browser.isTrue("scan.isRunning && part('video').srcObject && told[0][0] === 'ready'"))
        let keys = try browser.evaluate("Object.keys(told.find(([name]) => name === 'progress')[1])") as? [String]
        #expect(Set(keys ?? []).isSuperset(of: ["stateIndex", "name", "hint", "message"]))
        try browser.evaluate("scan.stop()")
        try browser.wait(for: "window.ended === 'stopped'")
        #expect(try browser.isTrue(isOff))
        // Taking it out of the page is as good.
        try start(browser)
        try browser.wait(for: "scan.isRunning && part('video').srcObject")
        try browser.evaluate("scan.remove()")
        #expect(try browser.isTrue(isOff))
        try browser.evaluate("scan.labels = {camera: 'Kamera', torch: 'Licht'}")
        #expect(
            try browser.evaluate(
                "[part('camera').ariaLabel, part('torch').textContent, part('zoom').ariaLabel]")
                as? [String] == ["Kamera", "Licht", "Zoom"])
    }

    @Test func theFrameThatWasRead() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(Self.passport)
        let browser = try open(served, camera, attributes: ["document-type": "PASSPORT", "facing": "user"])
        try start(browser)
        try browser.wait(for: "window.ended")
        #expect(
            try browser.evaluate("ended") as? [String] == (try PageSamples.label(Self.passport)["lines"] as? [String]))
        #expect(try browser.isTrue("scan.frame.type === 'image/jpeg' && scan.frame.size > 10000"))
        #expect(try browser.isTrue(isOff))
        try browser.evaluate("scan.stop()")
        #expect(try browser.isTrue("scan.frame === null"))
    }

    /// Several cameras are offered by name; the one that is chosen goes on with the scan.
    @Test func severalCameras() throws {
        let served = try ServedProgram([])
        // They show a pattern of Chromium's own: a film is one camera.
        let browser = try open(
            served, nil, attributes: [:],
            ["--use-fake-device-for-media-stream=device-count=2", "--use-fake-ui-for-media-stream"])
        try start(browser)
        try browser.wait(for: "!part('camera').hidden && part('camera').options.length === 2")
        let before = "part('video').srcObject.getVideoTracks()[0].getSettings().deviceId"
        let first = try #require(try browser.evaluate(before) as? String)
        try browser.evaluate(
            """
            (() => {
                told.splice(0);
                const select = part('camera');
                select.selectedIndex = 1 - select.selectedIndex;
                select.dispatchEvent(new Event('change'));
                return 1;
            })()
            """)
        try browser.wait(for: "told.some(([name]) => name === 'progress')")
        let second = try #require(try browser.evaluate(before) as? String)
        #expect(first != second)
        // The next scan has it too.
        try browser.evaluate("scan.stop()")
        try start(browser)
        try browser.wait(for: "part('video').srcObject && \(before) === '\(second)'")
        // Another by its attribute.
        try browser.evaluate("scan.stop()")
        try browser.evaluate("scan.setAttribute('device', '\(first)')")
        try start(browser)
        try browser.wait(for: "part('video').srcObject && \(before) === '\(first)'")
    }

    /// Torch and zoom of a camera that has them: shown then, set by a click, and put away where the camera will not.
    @Test func torchAndZoom() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil)
        let browser = try open(served, camera)
        // No camera of a browser without a device has any: what the browser would say of one is put in its place.
        try browser.evaluate(
            """
            (() => {
                window.applied = [];
                MediaStreamTrack.prototype.getCapabilities = () => ({torch: true, zoom: {min: 1, max: 5, step: 0.5}});
                MediaStreamTrack.prototype.applyConstraints = async ({advanced: [wanted]}) => {
                    if (window.isBroken) throw new DOMException('no', 'OperationError');
                    applied.push(wanted);
                };
                return 1;
            })()
            """)
        try start(browser)
        try browser.wait(for: "!part('torch').hidden && !part('zoom').hidden")
        #expect(
            try browser.evaluate("[part('zoom').min, part('zoom').max, part('zoom').step, part('zoom').value]")
                as? [String] == ["1", "5", "0.5", "1"])
        let torch = "mrz-scan >>> [part=torch]"
        for isOn in [true, false] {
            try browser.click(torch)
            try browser.wait(for: "part('torch').ariaPressed === '\(isOn)'")
        }
        // The middle of its slider.
        try browser.click("mrz-scan >>> [part=zoom]")
        try browser.wait(for: "applied.length === 3")
        #expect(
            try browser.evaluate("JSON.stringify(applied)") as? String
                == #"[{"torch":true},{"torch":false},{"zoom":3}]"#)
        try browser.evaluate("window.isBroken = true")
        try browser.click(torch)
        try browser.wait(for: "part('torch').hidden")
        // What a camera can do goes with it.
        try browser.evaluate("scan.stop()")
        #expect(try browser.isTrue("part('zoom').hidden"))
    }

    /// A host that goes away in mid-scan is waited for; a camera that may not be used is an error with a code.
    @Test func waitingAndErrors() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil, isAllowed: false)
        let browser = try open(served, camera)
        try browser.setCamera("granted", for: served)
        try start(browser)
        try browser.wait(for: "told.some(([name]) => name === 'progress')")
        #expect(served.end().status == 0)
        try browser.wait(for: "told.at(-1)[0] === 'waiting'")
        #expect(try browser.isTrue("told.at(-1)[1] === null && scan.isRunning"))
        try browser.setCamera("denied", for: served)
        try browser.wait(for: "told.at(-1)[0] === 'error'")
        #expect(try browser.evaluate("told.at(-1)[1].code") as? String == "camera_lost")
        #expect(try browser.evaluate("ended") as? String == "camera_lost")
        try start(browser)
        try browser.wait(for: "ended === 'camera_denied'")
        #expect(try browser.isTrue("told.at(-1)[1].code === 'camera_denied' && \(isOff)"))
    }

    /// A ticket of a desk: that the document was read is all that is told here. It is good once, and that is an error
    /// then.
    @Test func theTicketOfADesk() throws {
        let served = try ServedProgram([])
        let desk = try WebSocketClient(port: served.port, path: "/v1/handoff")
        let invitation = try #require(try desk.receiveText())
        let ticket = try #require(invitation.firstMatch(of: /ticket=([0-9a-f]{32})/)?.1)
        let camera = try FakeCamera(Self.passport)
        let browser = try open(served, camera, attributes: ["ticket": String(ticket)])
        try start(browser)
        try browser.wait(for: "window.ended")
        #expect(try browser.evaluate("ended") as? String == "nothing")
        #expect(try browser.isTrue("told.at(-1)[0] === 'done' && scan.frame === null"))
        let said = try #require(try browser.evaluate("JSON.stringify(told)") as? String)
        for line in try #require(try PageSamples.label(Self.passport)["lines"] as? [String]) {
            #expect(!said.contains(line))
        }
        try start(browser)
        try browser.wait(for: "ended === 'ticket'")
    }

    /// Why a ticket does not help is said as far as it is known: no host, one that reads no visitors' cameras, or one that
    /// does not know it.
    @Test func ticketsThatDoNotHelp() throws {
        let served = try ServedProgram([])
        let other = try ServedProgram(["--visitors", "0", "--allow-origin", "http://127.0.0.1:\(served.port)"])
        let gone = try ServedProgram([])
        #expect(gone.end().status == 0)
        let camera = try FakeCamera(nil)
        let ticket = String(repeating: "0", count: 32)
        let browser = try open(served, camera, attributes: ["ticket": ticket])
        for (host, code) in [(gone, "host_lost"), (other, "not_found"), (served, "ticket")] {
            try browser.evaluate("scan.setAttribute('host', 'http://127.0.0.1:\(host.port)/'); window.ended = null")
            try start(browser)
            try browser.wait(for: "ended")
            #expect(try browser.evaluate("ended") as? String == code)
            #expect(try browser.isTrue("told.at(-1)[1].code === '\(code)' && \(isOff)"))
        }
    }

    /// An element that was taken out of the page is kept by nothing, also where it has had the camera.
    @Test func nothingKeepsIt() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil)
        let browser = try open(served, camera)
        try browser.evaluate(
            """
            (async () => {
                window.all = [];
                for (let i = 0; i < 20; i++) {
                    const element = document.createElement('mrz-scan');
                    document.body.append(element);
                    const isReady = new Promise((done) => element.addEventListener('ready', done, {once: true}));
                    if (i % 10 === 0) element.start();
                    if (i % 10 === 0) await isReady;
                    element.remove();
                    all.push(new WeakRef(element));
                }
                return 1;
            })()
            """)
        // What a last frame or an answer still holds goes with it.
        let left = "all.filter((element) => element.deref()).length"
        for _ in 0..<1000 where try browser.evaluate(left) as? Int != 0 {
            try browser.call("HeapProfiler.collectGarbage")
        }
        #expect(try browser.evaluate(left) as? Int == 0)
    }

    /// Parts and custom properties are those that the document names, and each changes something.
    @Test func looks() throws {
        let served = try ServedProgram([])
        let browser = try open(served, nil)
        let named = try document().firstMatch(of: /Parts: ([^.]+)\./)?.1.matches(of: /`(\w+)`/).map { String($0.1) }
        let parts = try browser.evaluate(
            "[...scan.shadowRoot.querySelectorAll('[part]')].map((element) => element.getAttribute('part'))")
        #expect(Set(try #require(named)) == Set(try #require(parts as? [String])))
        try browser.evaluate(
            """
            (() => {
                const style = new CSSStyleSheet();
                style.replaceSync(`mrz-scan::part(torch) { background: rgb(1, 2, 3); }
                    mrz-scan { --mrz-scan-background: rgb(4, 5, 6); --mrz-scan-color: rgb(7, 8, 9);
                        --mrz-scan-outline: rgb(10, 11, 12); --mrz-scan-accent: rgb(13, 14, 15); --mrz-scan-radius: 17px; }`);
                document.adoptedStyleSheets = [style];
                return 1;
            })()
            """)
        let properties = Set(try document().matches(of: /var\((--[a-z-]+)\)/).map { String($0.1) })
        let shown: [String: (expression: String, value: String)] = [
            "--mrz-scan-background": ("getComputedStyle(scan).backgroundColor", "rgb(4, 5, 6)"),
            "--mrz-scan-color": ("getComputedStyle(scan).color", "rgb(7, 8, 9)"),
            "--mrz-scan-outline": ("getComputedStyle(part('outline')).stroke", "rgb(10, 11, 12)"),
            "--mrz-scan-radius": ("getComputedStyle(scan).borderTopLeftRadius", "17px"),
        ]
        // The torch's colour when it is on is that of a button which a page has not given another.
        #expect(Set(shown.keys).union(["--mrz-scan-accent"]) == properties)
        for (name, look) in shown {
            #expect(try browser.evaluate(look.expression) as? String == look.value, "\(name)")
        }
        #expect(try browser.evaluate("getComputedStyle(part('torch')).backgroundColor") as? String == "rgb(1, 2, 3)")
        try browser.evaluate(
            "document.adoptedStyleSheets[0].deleteRule(0) ?? part('torch').setAttribute('aria-pressed', 'true')")
        #expect(try browser.evaluate("getComputedStyle(part('torch')).backgroundColor") as? String == "rgb(13, 14, 15)")
    }
}
