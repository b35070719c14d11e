import Foundation
import LoopbackClient
import Testing

/// The page, in a real browser, against the real program with pictures for a camera.
///
/// With `MRZ_SCAN_SCREENSHOTS=folder` the pictures of `docs/` are written there anew.
@Suite(
    .serialized,
    .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct PageTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private static let remembersSteps = """
        window.seen = [];
        new MutationObserver(() => seen.push(Number(document.getElementById('steps').dataset.step)))
            .observe(document.getElementById('steps'), {attributes: true});
        """

    private func keep(_ browser: Chromium, width: Int, height: Int, scale: Double, as name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["MRZ_SCAN_SCREENSHOTS"] else { return }
        let picture = try browser.screenshot(width: width, height: height, scale: scale)
        try picture.write(to: URL(filePath: folder).appending(path: name))
    }

    /// From the keyboard alone: start, the four states in the DOM, the document with what protects its fields.
    @Test func aScanFromItsFirstStateToTheDocument() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport)])
        let browser = try Chromium()
        try browser.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        #expect(try browser.evaluate("document.getElementById('link-text').textContent") as? String == "Connected")
        try browser.evaluate(Self.remembersSteps)

        try browser.evaluate("document.getElementById('start').focus()")
        try browser.press("Enter", code: 13)
        try browser.wait(for: "document.querySelector('.card')")
        let seen = try #require(try browser.evaluate("seen.filter((s, i) => s !== seen[i - 1])") as? [Int])
        #expect(seen.first == 0 && seen.last == 3, "\(seen)")
        #expect(seen == seen.sorted(), "\(seen)")

        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
        #expect(try browser.evaluate("document.activeElement === document.querySelector('.card')") as? Bool == true)
        let lines =
            try browser.evaluate(
                "[...document.querySelectorAll('.zone-text p')].map(line => line.textContent)") as? [String]
        #expect(lines == (try PageSamples.label(Self.passport)["lines"] as? [String]))
        let guards =
            try browser.evaluate(
                """
                Object.fromEntries([...document.querySelectorAll('.field')]
                    .map(field => [field.dataset.field, field.querySelector('.chip').dataset.guard]))
                """) as? [String: String]
        #expect(guards?["documentNumber"] == "ownCheckDigit" && guards?["surname"] == "none")
        try browser.wait(for: "!document.getElementById('preview').hidden")
        #expect(
            try browser.evaluate("document.querySelector('#overlay polygon').getAttribute('points').split(' ').length")
                as? Int == 4)
        try keep(browser, width: 1200, height: 870, scale: 0.6, as: "page-verified-light.png")
        try browser.appear(width: 1200, height: 900, isDark: true)
        try keep(browser, width: 1200, height: 870, scale: 0.6, as: "page-verified-dark.png")
        try browser.appear(width: 390, height: 844, isDark: false)
        try keep(browser, width: 390, height: 844, scale: 0.8, as: "page-verified-phone.png")
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }

    /// With a mouse: nothing lies above what is to be clicked, and each attempt begins without the last person's card.
    @Test func aScanWithAMouse() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport), "--hold", "100000"])
        let browser = try Chromium()
        try browser.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        try browser.evaluate(
            "document.getElementById('expect').addEventListener('mousedown', "
                + "(e) => { window.pressed = true; e.preventDefault(); })"
        )
        try browser.click("#expect")
        #expect(try browser.evaluate("window.pressed") as? Bool == true)
        try browser.click("#start")
        try browser.wait(for: "document.querySelector('.card')")

        // Another document is scanned, and none that is before the camera will do.
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.click("#stop")
        try browser.wait(for: "document.getElementById('results').ariaBusy === 'true'")
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 0)
        try browser.press("Escape", code: 27)
        try browser.wait(for: "document.getElementById('stage').dataset.mode === 'idle'")
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 0)
        #expect(try browser.evaluate("document.getElementById('placeholder').hidden") as? Bool == false)
    }

    /// The card of one person is gone while the next one's picture is read, and when that is refused.
    @Test func nobodysCardStaysForTheNext() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        try browser.evaluate(
            """
            window.kept = [];
            const results = document.getElementById('results');
            new MutationObserver(() => {
                if (results.ariaBusy === 'true') kept.push(document.querySelectorAll('.card').length);
            }).observe(results, {attributeFilter: ['aria-busy']});
            """)
        for sample in [Self.passport, "td1/101-scan-rgb.jpg"] {
            try browser.choose([ServedProgram.sample(sample)], in: "#file")
            try browser.wait(for: "results.ariaBusy === 'false' && document.querySelector('.card')")
        }
        #expect(try browser.evaluate("kept") as? [Int] == [0, 0])
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 1)

        let large = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).jpg")
        try Data(count: 17 << 20).write(to: large)
        defer { do { try FileManager.default.removeItem(at: large) } catch {} }
        try browser.choose([large.path], in: "#file")
        try browser.wait(for: "document.getElementById('toast').textContent")
        #expect(
            try browser.evaluate("document.getElementById('toast').textContent.includes('too large')") as? Bool == true)
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 0)
        // What leads back clears, too.
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.querySelector('.card')")
        try browser.click("#stop")
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 0)
    }

    /// What a telephone takes has more than 5 MB.
    @Test func aPictureOfATelephone() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        let scan = try Data(contentsOf: URL(filePath: ServedProgram.sample(Self.passport)))
        // Behind the first marker so many comments that the file is large.
        let comment = Data([0xFF, 0xFE, 0xFF, 0xFF]) + Data(count: 65_533)
        var picture = Data(scan.prefix(2))
        for _ in 0..<90 { picture += comment }
        picture += scan.dropFirst(2)
        let file = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).jpg")
        try picture.write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        #expect(picture.count > 5 << 20)
        try browser.choose([file.path], in: "#file")
        try browser.wait(for: "document.querySelector('.card') || document.getElementById('toast').textContent")
        #expect(try browser.evaluate("document.querySelector('.card')?.dataset.status") as? String == "verified")
    }

    /// Sixteen frames of a page elsewhere do not take the places of those who look.
    @Test func framesOfAPageElsewhere() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport), "--hold", "100000"])
        let preview = try #require(URL(string: "preview.mjpg", relativeTo: URL(string: served.address)))
        let elsewhere = try Chromium()
        try elsewhere.evaluate(
            """
            window.loaded = 0;
            for (let i = 0; i < 16; i++) {
                const frame = document.createElement('iframe');
                frame.src = '\(preview.absoluteString)?' + i;
                frame.onload = () => loaded++;
                document.body.append(frame);
            }
            """)
        try elsewhere.wait(for: "loaded === 16")
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.click("#start")
        try browser.wait(for: "!document.getElementById('preview').hidden")
    }

    /// The objects that pages of the SDK post to in the web views of both systems, and a listener that is taken away.
    @Test func handlersOfBothSystems() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport)])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
        try browser.evaluate(
            """
            window.answers = [];
            window.heard = [];
            const own = SelfNativeBridge._handleResponse.bind(SelfNativeBridge);
            SelfNativeBridge._handleResponse = (json) => {
                const answer = JSON.parse(json);
                // The page asks questions of its own.
                if (['android', 'ios'].includes(answer.requestId)) answers.push(answer);
                own(json);
            };
            const ask = (port, id) => port.postMessage(JSON.stringify(
                {type: 'request', version: 1, id, domain: 'camera', method: 'isAvailable', params: {}, timestamp: 1}));
            ask(SelfNativeAndroid, 'android');
            ask(webkit.messageHandlers.SelfNativeIOS, 'ios');
            """)
        try browser.wait(for: "answers.length === 2")
        #expect(
            try browser.evaluate("answers.every((a) => a.data === true && a.error === null) && answers[1].requestId")
                as? String == "ios")
        try browser.evaluate(
            """
            const listener = () => heard.push('off');
            SelfNativeBridge.on('camera', 'scanProgress', listener);
            SelfNativeBridge.off('camera', 'scanProgress', listener);
            SelfNativeBridge.on('camera', 'scanProgress', () => heard.push('on'));
            SelfNativeBridge.scanMRZ()
            """)
        #expect(try browser.evaluate("heard.length > 0 && heard.every((who) => who === 'on')") as? Bool == true)
    }

    /// A picture chosen in the form is read and its zone outlined, with a camera or without.
    @Test func aPictureFromAFile() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.appear(width: 1200, height: 900, isDark: true)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        #expect(try browser.evaluate("document.getElementById('start').disabled") as? Bool == true)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.querySelector('.card')")
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == "verified")
        try browser.wait(for: "document.querySelector('#overlay polygon')")
        #expect(try browser.evaluate("document.getElementById('hint-text').textContent") as? String == "Verified")

        // What is no picture is said to be none, in words.
        try browser.choose([ServedProgram.repository.appending(path: "Makefile").path], in: "#file")
        try browser.wait(for: "document.querySelector('.card')?.dataset.status === 'error'")
        #expect(
            try browser.evaluate("document.querySelector('.card').innerText.includes('no picture')") as? Bool == true)
    }

    /// A camera that is plugged in while the page is open is found, and one that is gone is missed when it is asked for.
    @Test func aCameraThatComesAndGoes() throws {
        let picture = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).jpg")
        let sample = ServedProgram.sample(Self.passport)
        try FileManager.default.copyItem(atPath: sample, toPath: picture.path)
        defer { do { try FileManager.default.removeItem(at: picture) } catch {} }
        let served = try ServedProgram(["--images", picture.path])
        try FileManager.default.removeItem(at: picture)
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        #expect(try browser.isTrue("document.getElementById('start').disabled"))
        try FileManager.default.copyItem(atPath: sample, toPath: picture.path)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        #expect(try browser.isTrue("!document.getElementById('start').disabled"))
        try FileManager.default.removeItem(at: picture)
        try browser.click("#start")
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        #expect(try browser.isTrue("document.getElementById('start').disabled"))
        #expect(try browser.text("#toast") != "")
        #expect(try browser.isTrue("document.activeElement !== document.body"))
    }

    /// What a page needs of its host before it can do anything is asked for until it is there: its words, and after what
    /// time it forgets a person, which it does until then after a minute.
    @Test func whatIsLostAtFirst() throws {
        let served = try ServedProgram(["--clear-after", "4"])
        let browser = try Chromium()
        try browser.call(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                window.lost = ['texts/', 'settings.json'];
                const own = window.fetch;
                window.fetch = (address, options) => lost.some((path) => String(address).includes(path))
                    ? Promise.reject(new TypeError('lost')) : own(address, options);
                """
            ])
        try browser.open(served.address)
        #expect(try browser.text("#hint-text") == "Waiting for the host.")
        try browser.evaluate("lost.shift()")
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        #expect(try browser.text("#hint-text") == "Ready.")
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "results.ariaBusy === 'false' && document.querySelector('.card')")
        try browser.evaluate("const now = Date.now; Date.now = () => now() + 61000;")
        try browser.press("Shift", code: 16)
        #expect(try browser.count(".card") == 0)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "results.ariaBusy === 'false' && document.querySelector('.card')")
        try browser.evaluate("lost.shift()")
        try browser.wait(for: "!document.querySelector('.card')")
        #expect(try browser.text("#hint-text").hasPrefix("Cleared"))
    }

    /// A server that goes and comes back: the page says so and finds it again.
    @Test func theHostGoesAway() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
        let end = served.end()
        #expect(end.status == 0 && end.errors.isEmpty)
        try browser.wait(for: "document.getElementById('link').dataset.state !== 'open'")
        let back = try ServedProgram(["--port", "\(served.port)"])
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
        #expect(back.end(SIGINT).status == 0)
    }

    /// Every control has a name that a screen reader can say, and the policy has nothing to object to.
    @Test func namesForEverything() throws {
        let served = try ServedProgram(["--token"])
        let browser = try Chromium()
        try browser.call("Accessibility.enable")
        try browser.call("Log.enable")
        try browser.open(served.address)
        try browser.wait(for: "document.getElementById('link').dataset.state === 'open'")
        // The token is in no address that people copy or that is kept.
        #expect(try browser.evaluate("location.search") as? String == "")
        #expect(try browser.evaluate("document.cookie") as? String == "")
        let tree = try #require(try browser.call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]])
        var controls = 0
        for node in tree where node["ignored"] as? Bool == false {
            let role = (node["role"] as? [String: Any])?["value"] as? String ?? ""
            guard ["button", "combobox", "link", "textbox", "heading", "image"].contains(role) else { continue }
            controls += 1
            #expect((node["name"] as? [String: Any])?["value"] as? String ?? "" != "", "a \(role) without a name")
        }
        #expect(controls >= 5)
    }
}
