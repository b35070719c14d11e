import Foundation
import LoopbackClient
import Testing

/// The camera of whoever opens the page, in a real browser whose camera is a file.
@Suite(.serialized, .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct VisitorCameraTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private static let card = "td1/101-scan-rgb.jpg"
    private static let lines = "[...document.querySelectorAll('.zone-text p')].map(line => line.textContent)"

    /// Where telephones can come: browsers give pages a camera over TLS.
    private static let overNetwork = ["--host", "0.0.0.0", "--tls-self-signed"]

    private func open(_ served: ServedProgram, _ camera: FakeCamera? = nil) throws -> Chromium {
        let browser = try Chromium(camera: camera, Chromium.trusting)
        try browser.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "!document.getElementById('own-start').hidden")
        return browser
    }

    private func text(_ browser: Chromium, _ id: String) throws -> String {
        try #require(try browser.evaluate("document.getElementById('\(id)').textContent") as? String)
    }

    /// From the click to the document: the four states, the outline, the frame that shows it; and then nothing of it.
    @Test(arguments: [passport, card]) func allowed(_ sample: String) throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(sample)
        let browser = try open(served, camera)
        try browser.evaluate(
            """
            window.seen = [];
            new MutationObserver(() => seen.push(Number(document.getElementById('steps').dataset.step)))
                .observe(document.getElementById('steps'), {attributes: true});
            """)
        try browser.click("#own-start")
        try browser.wait(for: "document.querySelector('.card')")
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
        #expect(try browser.evaluate(Self.lines) as? [String] == (try PageSamples.label(sample)["lines"] as? [String]))
        let seen = try #require(try browser.evaluate("seen") as? [Int])
        #expect(seen.first == 0 && seen.last == 3, "\(seen)")
        // The camera is let go, and the frame that was read is shown with its zone.
        #expect(
            try browser.evaluate("document.getElementById('own').shadowRoot.querySelector('video').srcObject === null")
                as? Bool == true)
        try browser.wait(for: "document.querySelector('#overlay polygon')")
        #expect(
            try browser.evaluate("[preview.naturalWidth, preview.naturalHeight]") as? [Int] == [1280, 720])
        let frame = try #require(try browser.evaluate("document.getElementById('preview').src") as? String)
        try browser.click("#stop")
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 0)
        #expect(
            try browser.evaluate("fetch('\(frame)').then(() => 'kept', () => 'gone')") as? String == "gone")
        let metrics = try LoopbackSocket(port: served.port).request("GET", "/metrics", port: served.port).text
        #expect(metrics.contains("mrz_scan_visitors 0\n"))
        #expect(metrics.firstMatch(of: /mrz_scan_visitor_frames_total [1-9]/) != nil)
    }

    /// A passport where a visa is asked for: its zone is outlined, the page says what is wrong, and goes on until
    /// Escape.
    @Test func anotherDocument() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(Self.passport)
        let browser = try open(served, camera)
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.click("#own-start")
        try browser.wait(for: "document.getElementById('hint-text').textContent.includes('another kind')")
        try browser.wait(
            for:
                "document.getElementById('own').shadowRoot.querySelector('polygon')"
                + ".getAttribute('points')?.split(' ').length === 4"
        )
        try browser.press("Escape", code: 27)
        try browser.wait(for: "document.getElementById('stage').dataset.mode === 'idle'")
        #expect(
            try browser.evaluate("document.getElementById('own').shadowRoot.querySelector('video').srcObject === null")
                as? Bool == true)
        #expect(try browser.evaluate("document.activeElement.id") as? String == "own-start")
    }

    @Test func denied() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil, isAllowed: false)
        let browser = try open(served, camera)
        try browser.setCamera("denied", for: served)
        try browser.click("#own-start")
        try browser.wait(for: "document.getElementById('toast').textContent")
        #expect(try text(browser, "toast") == "The browser was not allowed to use the camera.")
        #expect(try browser.evaluate("document.getElementById('stage').dataset.mode") as? String == "idle")
    }

    /// A camera that is taken away in mid-scan: the browser says that its track has ended.
    @Test func unplugged() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil, isAllowed: false)
        let browser = try open(served, camera)
        try browser.setCamera("granted", for: served)
        try browser.evaluate(
            "window.frames = 0; document.getElementById('own').addEventListener('progress', () => { frames++; })")
        try browser.click("#own-start")
        try browser.wait(for: "window.frames > 2")
        try browser.setCamera("denied", for: served)
        try browser.wait(for: "document.getElementById('toast').textContent")
        #expect(try text(browser, "toast") == "The camera is gone.")
    }

    /// Two visitors at the same time, each with a document: each gets its own and nothing of the other.
    @Test func twoVisitors() throws {
        let served = try ServedProgram([])
        let samples = [Self.passport, Self.card]
        let cameras = try samples.map { try FakeCamera($0) }
        let browsers = try cameras.map { try open(served, $0) }
        for browser in browsers {
            try browser.evaluate("document.getElementById('own-start').click()")
        }
        for (browser, sample) in zip(browsers, samples) {
            try browser.wait(for: "document.querySelector('.card')")
            #expect(
                try browser.evaluate(Self.lines) as? [String] == (try PageSamples.label(sample)["lines"] as? [String]))
        }
    }

    /// Through a line that takes 200 kB a second: fewer frames, and the document all the same.
    @Test func slowNetwork() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(Self.passport)
        let relay = try SlowRelay(to: served.port, bytesPerSecond: 200_000)
        let browser = try Chromium(camera: camera)
        try browser.open("http://127.0.0.1:\(relay.port)/")
        try browser.wait(for: "!document.getElementById('own-start').hidden")
        try browser.click("#own-start")
        try browser.wait(for: "document.querySelector('.card')")
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
    }

    /// The host goes in mid-scan and comes back: the camera stays open, and the scan goes on.
    @Test func theHostGoesAndComesBack() throws {
        let served = try ServedProgram([])
        let camera = try FakeCamera(nil)
        let browser = try open(served, camera)
        try browser.evaluate(
            "window.frames = 0; document.getElementById('own').addEventListener('progress', () => { frames++; })")
        try browser.click("#own-start")
        try browser.wait(for: "window.frames > 2")
        // Told to end while a visitor scans, it ends.
        #expect(served.end().status == 0)
        try browser.wait(for: "document.getElementById('hint-text').textContent.includes('waiting for the host')")
        let before = try #require(try browser.evaluate("window.frames") as? Int)
        let back = try ServedProgram(["--port", "\(served.port)"])
        try browser.wait(for: "window.frames > \(before)")
        #expect(try browser.evaluate("document.getElementById('stage').dataset.mode") as? String == "live")
        withExtendedLifetime(back) {}
    }

    /// A telephone for a desk: the code, the telephone's own page, the document on the desk, and nothing on the
    /// telephone.
    @Test func aTelephoneForADesk() throws {
        let served = try ServedProgram(Self.overNetwork)
        let desk = try open(served)
        #expect(try desk.evaluate("location.hash + location.search + document.cookie") as? String == "")
        try desk.click("#telephone")
        try desk.wait(for: "document.getElementById('handoff-address').textContent")
        let address = try text(desk, "handoff-address")
        #expect(address.contains("/phone.html#ticket=") && !address.contains("token="))

        let camera = try FakeCamera(Self.passport)
        let telephone = try Chromium(camera: camera, Chromium.trusting)
        try telephone.appear(width: 390, height: 844, isDark: false)
        try telephone.open(address)
        try telephone.wait(for: "document.getElementById('start') && !document.getElementById('start').hidden")
        #expect(try telephone.evaluate("location.hash") as? String == "")
        try telephone.click("#start")
        try desk.wait(for: "document.querySelector('.card')")
        let lines = try #require(try PageSamples.label(Self.passport)["lines"] as? [String])
        #expect(try desk.evaluate(Self.lines) as? [String] == lines)
        try telephone.wait(for: "document.getElementById('hint-text').textContent.startsWith('Read.')")
        let shown = try #require(try telephone.evaluate("document.documentElement.innerText") as? String)
        #expect(!lines.contains { shown.contains($0) })

        // The code was used: whoever finds it gets nothing.
        let other = try Chromium(camera: camera, Chromium.trusting)
        try other.open(address)
        try other.wait(for: "document.getElementById('start') && !document.getElementById('start').hidden")
        try other.click("#start")
        try other.wait(for: "document.getElementById('hint-text').textContent.includes('too old')")
    }

    /// A telephone whose camera is not allowed at first may try again, also after its page was loaded anew. The ticket
    /// stays in its tab until it is used.
    @Test func aTelephoneThatMayNotYet() throws {
        let served = try ServedProgram([])
        let desk = try WebSocketClient(port: served.port, path: "/v1/handoff")
        let invitation = try #require(try desk.receiveText())
        let ticket = try #require(invitation.firstMatch(of: /ticket=([0-9a-f]{32})/)?.1)
        let camera = try FakeCamera(Self.passport, isAllowed: false)
        let telephone = try Chromium(camera: camera)
        let page = "http://127.0.0.1:\(served.port)/phone.html"
        let isOffered = "document.getElementById('start') && !document.getElementById('start').hidden"
        try telephone.setCamera("denied", for: served)
        try telephone.open("\(page)#ticket=\(ticket)")
        try telephone.wait(for: isOffered)
        for _ in 0..<2 {
            try telephone.click("#start")
            try telephone.wait(for: "document.getElementById('hint-text').textContent.includes('not allowed')")
            try telephone.wait(for: isOffered)
        }
        try telephone.open(page)
        try telephone.wait(for: isOffered)
        #expect(try telephone.evaluate("location.hash") as? String == "")
        try telephone.setCamera("granted", for: served)
        try telephone.click("#start")
        try telephone.wait(for: "document.getElementById('hint-text').textContent.startsWith('Read.')")
        #expect(try telephone.evaluate("sessionStorage.length") as? Int == 0)
        try telephone.open(page)
        try telephone.wait(for: "document.getElementById('hint-text').textContent.includes('too old')")
        #expect(try telephone.isTrue("document.getElementById('start').hidden"))
    }

    /// Nobody is sent for a telephone that could not come, or would be given no camera.
    @Test(arguments: [[], ["--host", "0.0.0.0"], ["--visitors", "0"] + overNetwork])
    func noTelephoneCanCome(_ arguments: [String]) throws {
        let served = try ServedProgram(arguments)
        let browser = try Chromium(Chromium.trusting)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready")
        try browser.wait(for: "document.getElementById('telephone').hidden")
        let settings = try browser.evaluate("fetch('settings.json').then((answer) => answer.json())") as? [String: Any]
        #expect(settings?["telephones"] as? Bool == false)
    }

    /// The telephone is shown the document where the host allows it, until somebody clears it or nobody is there.
    @Test(arguments: [false, true]) func whatTheTelephoneMaySee(_ isLeft: Bool) throws {
        let served = try ServedProgram(
            ["--phone-results", "full", "--clear-after", isLeft ? "8" : "600"] + Self.overNetwork)
        let desk = try open(served)
        let camera = try FakeCamera(Self.passport)
        let telephone = try Chromium(camera: camera, Chromium.trusting)
        try telephone.appear(width: 360, height: 640, isDark: false)
        try desk.click("#telephone")
        try desk.wait(for: "document.getElementById('handoff-address').textContent")
        try telephone.open(try text(desk, "handoff-address"))
        try telephone.wait(for: "document.getElementById('start') && !document.getElementById('start').hidden")
        try telephone.click("#start")
        let lines = try #require(try PageSamples.label(Self.passport)["lines"] as? [String])
        try telephone.wait(for: "document.getElementById('document').textContent")
        #expect(try text(telephone, "document") == lines.joined(separator: "\n"))
        #expect(!(try text(telephone, "hint-text").contains("Nothing of it stays")))
        let isWhole =
            "document.getElementById('document').scrollWidth <= document.getElementById('document').clientWidth"
        #expect(try telephone.evaluate(isWhole) as? Bool == true)
        // A desk that nobody is at has forgotten it too.
        if !isLeft {
            try desk.wait(for: "document.querySelector('.card')")
            try telephone.click("#clear")
        }
        try telephone.wait(for: "document.getElementById('document').textContent === ''")
        #expect(try text(telephone, "hint-text").contains("Nothing of it stays"))
        #expect(try telephone.evaluate("document.getElementById('clear').hidden") as? Bool == true)
        #expect(try telephone.evaluate("document.getElementById('own').frame === null") as? Bool == true)
    }

    /// What is begun in the place of waiting for a telephone ends that; nothing of it stays over what comes. The button
    /// that ends it has the focus.
    @Test func somethingElseInsteadOfATelephone() throws {
        let served = try ServedProgram(Self.overNetwork)
        let desk = try open(served)
        let isCodeShown = "!document.getElementById('handoff').hidden"
        try desk.click("#telephone")
        try desk.wait(for: isCodeShown)
        #expect(try desk.evaluate("document.activeElement.id") as? String == "stop")
        try desk.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try desk.wait(for: "document.querySelector('.card')")
        #expect(try desk.evaluate(isCodeShown) as? Bool == false)
        // A document is shown; the way back leads to a telephone again.
        try desk.click("#stop")
        try desk.click("#telephone")
        try desk.wait(for: isCodeShown)
        try desk.click("#stop")
        #expect(try desk.evaluate(isCodeShown) as? Bool == false)
        #expect(try desk.evaluate("document.getElementById('stage').dataset.mode") as? String == "idle")
    }

    /// A code that nobody comes with keeps no page from being left, however often it is renewed.
    @Test func nobodyComesWithATelephone() throws {
        let served = try ServedProgram(["--clear-after", "4", "--ticket-seconds", "1"] + Self.overNetwork)
        let desk = try open(served)
        try desk.click("#telephone")
        try desk.wait(for: "!document.getElementById('handoff').hidden")
        try desk.wait(for: "document.getElementById('stage').dataset.mode === 'idle'")
        #expect(try desk.evaluate("document.getElementById('handoff').hidden") as? Bool == true)
    }

    /// Over TLS with a certificate of its own making, by the address that others reach it by.
    @Test func overTLS() throws {
        let served = try ServedProgram(Self.overNetwork)
        #expect(served.address.hasPrefix("https://localhost:"))
        let camera = try FakeCamera(Self.passport)
        let browser = try Chromium(camera: camera, Chromium.trusting)
        try browser.open(served.address)
        try browser.wait(for: "!document.getElementById('own-start').hidden")
        #expect(try browser.evaluate("location.protocol + location.hash + location.search") as? String == "https:")
        try browser.click("#own-start")
        try browser.wait(for: "document.querySelector('.card')")
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
    }

    /// `<mrz-scan>` in a page of another origin, with a ticket: what docs/component.md shows.
    @Test func theComponentElsewhere() throws {
        let elsewhere = try ServedProgram(["--visitors", "0"])
        let origin = "http://127.0.0.1:\(elsewhere.port)"
        let served = try ServedProgram(["--token", "--allow-origin", origin])
        let token = try #require(served.address.split(separator: "=").last)
        let reply = try LoopbackSocket(port: served.port).request(
            "POST", "/v1/tickets", port: served.port, fields: ["Authorization": "Bearer \(token)"], body: [])
        #expect(reply.status == 201)
        let ticket = try #require(reply.text.firstMatch(of: /"ticket":"([0-9a-f]+)"/)?.1)
        let camera = try FakeCamera(Self.passport)
        let browser = try Chromium(camera: camera)
        // The page that plays an integrator's has a policy of its own.
        try browser.call("Page.setBypassCSP", ["enabled": true])
        try browser.open(origin + "/healthz")
        try browser.evaluate(
            """
            (async () => {
                await import('http://127.0.0.1:\(served.port)/mrz-scan.js');
                window.told = [];
                const scan = document.createElement('mrz-scan');
                scan.setAttribute('ticket', '\(ticket)');
                for (const name of ['ready', 'progress', 'result', 'error']) {
                    scan.addEventListener(name, ({detail}) => told.push([name, detail]));
                }
                document.body.append(scan);
                window.own = (await scan.start()).lines;
            })()
            """)
        let lines = try #require(try PageSamples.label(Self.passport)["lines"] as? [String])
        try browser.wait(for: "window.own")
        #expect(try browser.evaluate("own") as? [String] == lines)
        #expect(try browser.evaluate("told[0][0]") as? String == "ready")
        #expect(try browser.evaluate("told.at(-1)[0]") as? String == "result")
        #expect(try browser.evaluate("told.some(([name]) => name === 'progress')") as? Bool == true)
    }

    /// The host was started anew: its page says that the address is one of an earlier run, and asks no further.
    @Test func aTokenOfAnEarlierRun() throws {
        let served = try ServedProgram(["--token"])
        let browser = try open(served)
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
        #expect(served.end().status == 0)
        let back = try ServedProgram(["--token", "--port", "\(served.port)"])
        try browser.wait(for: "document.getElementById('link-text').textContent === 'Address expired'")
        #expect(try text(browser, "toast").hasPrefix("This page is no longer signed in."))
        // By the address of this run it is let in.
        try browser.open(back.address)
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
    }

    /// A page that another port of this machine serves, in the same tab: it finds no token, is sent none, and gets
    /// nothing.
    @Test func aPageOfAnotherPort() throws {
        let served = try ServedProgram(["--token"])
        let token = try #require(served.address.split(separator: "=").last)
        let browser = try open(served)
        #expect(try browser.evaluate("sessionStorage.length") as? Int == 1)
        let other = try ServedProgram(["--visitors", "0"])
        // What plays the stranger's page has a policy of its own.
        try browser.call("Page.setBypassCSP", ["enabled": true])
        try browser.open("http://127.0.0.1:\(other.port)/healthz")
        let found =
            try browser.evaluate(
                "[sessionStorage.length, localStorage.length, document.cookie, document.referrer, location.href].join()"
            )
            as? String
        #expect(found == "0,0,,,http://127.0.0.1:\(other.port)/healthz")
        let origin = "127.0.0.1:\(served.port)"
        for path in ["/metrics", "/v1/tickets", "/v1/scan", "/settings.json"] {
            let answer =
                try browser.evaluate(
                    """
                    fetch('http://\(origin)\(path)', {method: '\(path.hasPrefix("/v1") ? "POST" : "GET")', credentials: 'include'})
                        .then((response) => response.text(), () => 'refused')
                    """) as? String
            #expect(answer == "refused", "\(path)")
        }
        for path in ["/bridge", "/v1/live", "/v1/handoff"] {
            let answer =
                try browser.evaluate(
                    """
                    new Promise((done) => {
                        const socket = new WebSocket('ws://\(origin)\(path)?token=\(token)');
                        socket.onopen = () => done('open');
                        socket.onerror = () => done('refused');
                    })
                    """) as? String
            #expect(answer == "refused", "\(path)")
        }
        let frame =
            try browser.evaluate(
                """
                new Promise((done) => {
                    const frame = document.createElement('iframe');
                    frame.onload = () => {
                        try { done(frame.contentWindow.sessionStorage.length); } catch (error) { done(error.name); }
                    };
                    frame.src = 'http://\(origin)/';
                    document.body.append(frame);
                })
                """) as? String
        #expect(frame == "SecurityError")
    }
}
