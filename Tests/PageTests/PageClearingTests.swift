import Foundation
import LoopbackClient
import Testing

/// Nothing of a person stays for the next one, as somebody finds it out who clicks and taps.
@Suite(.serialized, .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct PageClearingTests {
    private static let passport = "td3/096-scan-rgb.jpg"

    /// Of what was shown, everything that could be a person's.
    private func personal(_ browser: Chromium) throws -> [String] {
        let found = try #require(
            try browser.evaluate(
                """
                [...document.querySelectorAll('.zone-text p, .person h3, [data-field=documentNumber] bdi')]
                    .map((element) => element.textContent)
                """) as? [String])
        try #require(found.count >= 4 && found.allSatisfy { $0.count > 3 })
        return found
    }

    /// Looks where something could be left.
    private func expectNothing(of texts: [String], in browser: Chromium) throws {
        let page = try #require(
            try browser.evaluate(
                """
                [document.documentElement.outerHTML, document.title, location.href, JSON.stringify(history.state),
                    JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}), document.cookie,
                    String(getSelection()), ...[...document.querySelectorAll('input')].map((input) => input.value)].join('\\n')
                """) as? String)
        for text in texts { #expect(!page.contains(text)) }
        #expect(try browser.count(".card") == 0)
        #expect(try browser.isTrue("!document.getElementById('preview').hasAttribute('src')"))
        #expect(try browser.count("#overlay *") == 0)
        #expect(try browser.evaluate("document.getElementById('file').files.length") as? Int == 0)
        #expect(try browser.evaluate("document.getElementById('stage').dataset.mode") as? String == "idle")
        let history = try browser.call("Page.getNavigationHistory")["entries"] as? [[String: Any]]
        // The blank page that the browser began with, and this one.
        #expect((history?.count ?? 9) <= 2)
    }

    private func read(_ browser: Chromium, _ served: ServedProgram, _ sample: String = passport) throws {
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready")
        try browser.choose([ServedProgram.sample(sample)], in: "#file")
        try browser.wait(for: "document.querySelector('.card') && results.ariaBusy === 'false'")
    }

    /// Whoever is there says so, by a click on the notice; when nobody does, everything goes.
    @Test func nobodyThere() throws {
        let served = try ServedProgram(["--clear-after", "4"])
        let browser = try Chromium()
        try browser.prefer("fr,en")
        try browser.appear(width: 1200, height: 900, isDark: false)
        try read(browser, served)
        let texts = try personal(browser)
        try browser.evaluate("document.getElementById('language').focus()")
        try browser.press("e", code: 69, text: "e")
        try browser.wait(for: "document.documentElement.lang !== 'fr'")
        try browser.wait(for: "!document.getElementById('away').hidden")
        #expect(try browser.evaluate("document.getElementById('away').getAttribute('role')") as? String == "alert")
        try browser.click("#stay")
        #expect(try browser.isTrue("document.getElementById('away').hidden"))
        #expect(try browser.count(".card") == 1)
        try browser.wait(for: "!document.querySelector('.card')")
        try expectNothing(of: texts, in: browser)
        // The next one is spoken to in the browser's own language.
        try browser.wait(for: "document.documentElement.lang === 'fr'")
        #expect(try browser.isTrue("document.getElementById('away').hidden"))
    }

    /// A page that nobody has touched is left as it is, and one with `0` for ever.
    @Test func neverWithout() throws {
        let served = try ServedProgram(["--clear-after", "0"])
        let browser = try Chromium()
        try read(browser, served)
        let settings = try browser.evaluate("fetch('settings.json').then((answer) => answer.json())") as? [String: Any]
        #expect(settings?["clearAfter"] as? Int == 0)
        #expect(try browser.isTrue("document.getElementById('away').hidden"))
    }

    /// The time goes on while the machine sleeps. Whoever wakes it, by whatever they do, is not shown what was left, and
    /// what they do is not done with it.
    @Test(arguments: ["click", "key", "focus"]) func whileTheMachineSleeps(_ sign: String) throws {
        let served = try ServedProgram([])
        let browser = try browserWithClipboard()
        try read(browser, served)
        let texts = try personal(browser)
        try browser.evaluate("document.querySelector('.card .foot button').focus()")
        // Timers stand still meanwhile.
        try browser.evaluate("const now = Date.now; Date.now = () => now() + 61000;")
        switch sign {
        case "click": try browser.click(".card .foot button")
        case "key": try browser.press(.enter)
        default: try browser.evaluate("dispatchEvent(new Event('focus'))")
        }
        try expectNothing(of: texts, in: browser)
        #expect(try browser.evaluate("navigator.clipboard.readText()") as? String == "")
        #expect(try browser.text("#toast") == "")
    }

    private func browserWithClipboard() throws -> Chromium {
        let browser = try Chromium()
        try browser.call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        try browser.call(
            "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
        try browser.appear(width: 1200, height: 900, isDark: false)
        return browser
    }

    /// What was copied leaves the clipboard with the card.
    @Test func theClipboard() throws {
        let served = try ServedProgram([])
        let browser = try browserWithClipboard()
        try read(browser, served)
        let texts = try personal(browser)
        try browser.click(".card .foot button")
        try browser.wait(for: "document.getElementById('toast').textContent")
        let copied = try #require(try browser.evaluate("navigator.clipboard.readText()") as? String)
        #expect(copied.contains("\"documentNumber\""))
        try browser.click(".card .foot button:last-child")
        try expectNothing(of: texts, in: browser)
        #expect(try browser.evaluate("navigator.clipboard.readText()") as? String == "")
        #expect(try browser.text("#hint-text").hasPrefix("Cleared"))
    }

    /// What was copied before the page was loaded anew is taken out then, or with the next click.
    @Test func theClipboardOfAPageThatWasLeft() throws {
        let served = try ServedProgram([])
        let browser = try browserWithClipboard()
        try read(browser, served)
        try browser.click(".card .foot button")
        try browser.wait(for: "document.getElementById('toast').textContent")
        #expect(try browser.evaluate("navigator.clipboard.readText()") as? String != "")
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready")
        try browser.click("h1")
        try browser.wait(for: "navigator.clipboard.readText().then((text) => text === '')")
    }

    /// With a finger on a telephone: every button is where the finger is, and each attempt begins without the last one.
    @Test func aFinger() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport), "--hold", "100000"])
        let browser = try Chromium()
        try browser.appear(width: 390, height: 844, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        try browser.tap("#start")
        try browser.wait(for: "document.querySelector('.card')")
        let texts = try personal(browser)
        try browser.tap(".card .foot button:last-child")
        try expectNothing(of: texts, in: browser)
        try browser.tap("#start")
        try browser.wait(for: "document.querySelector('.card')")
        // Another document is expected, so that the next scan goes on until a finger stops it.
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.tap("#stop")
        try browser.wait(for: "document.getElementById('results').ariaBusy === 'true'")
        #expect(try browser.count(".card") == 0)
        try browser.wait(for: "document.getElementById('stop').dataset.action === 'stop'")
        try browser.tap("#stop")
        try browser.wait(for: "document.getElementById('stage').dataset.mode === 'idle'")
        try expectNothing(of: texts, in: browser)
    }

    /// A refusal, and a host that is gone, leave nothing; neither does going away from the page.
    @Test func errors() throws {
        let served = try ServedProgram(["--max-upload", "200000"])
        let browser = try Chromium()
        try read(browser, served)
        let texts = try personal(browser)
        let large = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).pdf")
        try Data(count: 300_000).write(to: large)
        defer { do { try FileManager.default.removeItem(at: large) } catch {} }
        try browser.choose([large.path], in: "#file")
        try browser.wait(for: "document.getElementById('toast').textContent.includes('too large')")
        try expectNothing(of: texts, in: browser)

        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.querySelector('.card') && results.ariaBusy === 'false'")
        #expect(served.end().status == 0)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.getElementById('toast').textContent")
        try expectNothing(of: texts, in: browser)
    }

    /// A document that is shown when the host goes, or is another one, is not left to whoever comes next.
    @Test func theHostIsGone() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try read(browser, served)
        let texts = try personal(browser)
        #expect(served.end(SIGKILL).status == SIGKILL)
        try browser.wait(for: "!document.querySelector('.card')")
        try expectNothing(of: texts, in: browser)
    }

    @Test func goingAwayAndBack() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try read(browser, served)
        let texts = try personal(browser)
        try browser.open(served.address + "healthz")
        // Not within the call, whose answer would be lost with the page.
        try browser.evaluate("setTimeout(() => history.back())")
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        let page = try #require(try browser.evaluate("document.documentElement.outerHTML") as? String)
        for text in texts { #expect(!page.contains(text)) }
    }
}
