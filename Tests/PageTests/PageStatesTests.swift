import Foundation
import LoopbackClient
import Testing

/// Every state of the pages, light, dark and on a telephone: axe finds nothing to object to (WCAG 2.2 AA), nothing is
/// wider than the page, and nothing that can be clicked is cut off.
///
/// With `MRZ_SCAN_SCREENSHOTS=folder` pictures of them are written there: `make screenshots`.
@Suite(
    .serialized,
    .enabled(if: Chromium.isToRun && Axe.isToRun, "Chromium or axe-core is not installed: make test-packages"))
struct PageStatesTests {
    private static let passport = "td3/096-scan-rgb.jpg"
    private let isDone = "document.querySelector('.card') && results.ariaBusy === 'false'"

    /// Looks at the page as it is. Its pictures are in `docs/pages/README.md`.
    private func look(at name: String, _ browser: Chromium) throws {
        let axe = try Axe.script()
        let gallery = try String(
            contentsOf: ServedProgram.repository.appending(path: "docs/pages/README.md"), encoding: .utf8)
        #expect(gallery.contains("\"\(name)-light.webp\""), "docs/pages/README.md does not show \(name)")
        for (look, width, height, isDark) in [
            ("light", 1200, 900, false), ("dark", 1200, 900, true), ("phone", 390, 844, false),
        ] {
            try browser.appear(width: width, height: height, isDark: isDark)
            if try browser.isTrue("typeof axe === 'undefined'") { try browser.evaluate(axe) }
            let objections = try #require(
                try browser.evaluate(
                    """
                    axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
                        .then(({violations, passes}) => passes.length < 10 ? ['axe has not looked'] : violations.map(
                            ({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`))
                    """) as? [String])
            #expect(objections.isEmpty, "\(name), \(look): \(objections.joined(separator: "; "))")
            // A telephone's `innerWidth` grows with what is too wide for it.
            #expect(
                try browser.isTrue("document.documentElement.scrollWidth <= \(width) && innerWidth <= \(width)"),
                "\(name), \(look)")
            let cut = try browser.evaluate(Self.cutOff) as? [String]
            #expect(cut == [], "\(name), \(look)")
            guard let folder = ProcessInfo.processInfo.environment["MRZ_SCAN_SCREENSHOTS"] else { continue }
            try browser.evaluate("scrollTo({top: 0, behavior: 'instant'})")
            let picture = try browser.picture(width: width, height: height, scale: width < 600 ? 0.8 : 0.6)
            try picture.write(to: URL(filePath: folder).appending(path: "\(name)-\(look).webp"))
        }
    }

    /// The controls and sentences of which a part lies outside of something that shows no more than itself, and does not
    /// scroll.
    private static let cutOff = """
        [...document.querySelectorAll('button, select, input, a, p')].filter((control) => {
            if (!control.checkVisibility({visibilityProperty: true}) || control.closest('.visually-hidden')) return false;
            const {top, bottom, left, right} = control.getBoundingClientRect();
            for (let box = control.parentElement; box; box = box.parentElement) {
                if (!['hidden', 'clip'].includes(getComputedStyle(box).overflowY)) continue;
                const edge = box.getBoundingClientRect();
                if (top < edge.top - 1 || bottom > edge.bottom + 1 || left < edge.left - 1 || right > edge.right + 1) return true;
            }
            return false;
        }).map((control) => control.id || control.textContent)
        """

    private func opened(_ served: ServedProgram, _ languages: String = "en-GB,en", camera: FakeCamera? = nil) throws
        -> Chromium
    {
        let browser = try Chromium(camera: camera, Chromium.trusting)
        try browser.prefer(languages)
        try browser.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready")
        // The desk has no link to tell of.
        try browser.wait(for: "(document.getElementById('link')?.dataset.state ?? 'open') === 'open'")
        return browser
    }

    @Test func beforeAScan() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport)])
        try look(at: "page-idle", try opened(served))
        withExtendedLifetime(served) {}
    }

    @Test func withoutACamera() throws {
        let served = try ServedProgram([])
        try look(at: "page-files", try opened(served))
        withExtendedLifetime(served) {}
    }

    @Test func whileAScanRuns() throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport), "--hold", "100000"])
        let browser = try opened(served)
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.click("#start")
        try browser.wait(for: "!document.getElementById('preview').hidden")
        try look(at: "page-scanning", browser)
    }

    /// The camera of whoever opens the page, before a document of another kind than is wanted.
    @Test func whileTheBrowsersCameraScans() throws {
        let served = try ServedProgram([])
        let browser = try opened(served, camera: try FakeCamera(Self.passport))
        try browser.evaluate("document.getElementById('expect').value = 'VISA'")
        try browser.click("#own-start")
        try browser.wait(for: "document.getElementById('hint-text').textContent.includes('another kind')")
        try look(at: "page-own-camera", browser)
    }

    /// The code for a telephone, the telephone's page before it scans, and when it is done.
    @Test func aTelephone() throws {
        let served = try ServedProgram(["--host", "0.0.0.0", "--tls-self-signed"])
        let desk = try opened(served)
        try desk.click("#telephone")
        try desk.wait(for: "document.getElementById('handoff-code').naturalWidth")
        try look(at: "page-handoff", desk)
        let address = try desk.text("#handoff-address")
        let telephone = try Chromium(camera: try FakeCamera(Self.passport), Chromium.trusting)
        try telephone.appear(width: 390, height: 844, isDark: false)
        try telephone.open(address)
        try telephone.wait(for: "document.getElementById('start') && !document.getElementById('start').hidden")
        try look(at: "phone-ready", telephone)
        try telephone.click("#start")
        try telephone.wait(for: "document.getElementById('hint-text').textContent.startsWith('Read.')")
        try look(at: "phone-done", telephone)
    }

    /// What comes of a file: each in its state.
    @Test(arguments: [
        ("page-verified", "td3/096-scan-rgb.jpg", "verified", "en-GB,en"),
        ("page-unverified", "td3/065-glare-4.jpg", "unverified", "en-GB,en"),
        ("page-not-found", "negatives", "not_found", "en-GB,en"), ("page-error", "labels.jsonl", "error", "en-GB,en"),
        ("page-german", "td3/096-scan-rgb.jpg", "verified", "de-DE,de"),
        ("page-french", "td3/096-scan-rgb.jpg", "verified", "fr-FR,fr"),
        ("page-spanish", "td3/096-scan-rgb.jpg", "verified", "es-ES,es"),
        ("page-arabic", "td3/065-glare-4.jpg", "unverified", "ar-EG,ar"),
        ("page-chinese", "td3/096-scan-rgb.jpg", "verified", "zh-CN,zh"),
    ])
    func aFile(_ name: String, _ sample: String, _ status: String, _ languages: String) throws {
        let served = try ServedProgram([])
        let browser = try opened(served, languages)
        let path = sample == "negatives" ? "negatives/" + PDFOfPictures.firstNegative() : sample
        try browser.choose([ServedProgram.sample(path)], in: "#file")
        try browser.wait(for: isDone)
        #expect(try browser.evaluate("document.querySelector('.card').dataset.status") as? String == status)
        try look(at: name, browser)
    }

    /// 1280 pixels at 400 %: WCAG 1.4.10.
    @Test(arguments: ["en-GB,en", "de-DE,de", "fr-FR,fr", "es-ES,es", "ar-EG,ar", "zh-CN,zh"])
    func aNarrowScreen(_ languages: String) throws {
        let served = try ServedProgram(["--images", ServedProgram.sample(Self.passport)])
        let browser = try opened(served, languages)
        try browser.appear(width: 320, height: 568, isDark: false)
        let isNarrow = "document.documentElement.scrollWidth <= 320 && innerWidth <= 320"
        #expect(try browser.isTrue(isNarrow))
        #expect(try browser.evaluate(Self.cutOff) as? [String] == [])
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: isDone)
        #expect(try browser.isTrue(isNarrow))
    }

    @Test func severalFiles() throws {
        let served = try ServedProgram([])
        let browser = try opened(served)
        try browser.choose(
            ["two/178-td1-td1.jpg", Self.passport, "td3/065-glare-4.jpg"].map(ServedProgram.sample), in: "#file")
        try browser.wait(for: "document.querySelectorAll('#overlay polygon').length === 2 && \(isDone)")
        try look(at: "page-several", browser)
    }

    @Test func theQuestionWhetherSomebodyIsThere() throws {
        let served = try ServedProgram(["--clear-after", "40"])
        let browser = try opened(served)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: isDone)
        try browser.wait(for: "!document.getElementById('away').hidden")
        try look(at: "page-away", browser)
    }

    @Test func aRefusal() throws {
        let served = try ServedProgram(["--max-upload", "1000"])
        let browser = try opened(served)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.getElementById('toast').textContent")
        try look(at: "page-refusal", browser)
    }

    @Test func withoutItsHost() throws {
        let served = try ServedProgram([])
        let browser = try opened(served)
        #expect(served.end().status == 0)
        try browser.wait(for: "document.getElementById('link').dataset.state !== 'open'")
        try look(at: "page-disconnected", browser)
    }

    /// The desk: a document, one whose picture is gone, one without a zone, and nothing left.
    @Test func theDesk() throws {
        let desk = try Desk([
            "td1/054-pattern-3.jpg", "td3/057-print-3.jpg", "negatives/" + PDFOfPictures.firstNegative(),
        ])
        try FileManager.default.removeItem(at: desk.pictures.appending(path: "057-print-3.jpg"))
        let served = try desk.served()
        let browser = try opened(served)
        for (name, item, state) in [
            (
                "desk-document", "054",
                "[...document.querySelectorAll('.strip img')].every((image) => image.naturalWidth)"
            ),
            ("desk-gone", "057", "document.getElementById('missing').textContent"),
            (
                "desk-no-zone", String(PDFOfPictures.firstNegative().prefix(3)),
                "document.getElementById('page').naturalWidth"
            ),
            ("desk-unreadable", "broken", "document.getElementById('reasons').textContent.includes('no picture')"),
        ] {
            try browser.appear(width: 1200, height: 900, isDark: false)
            let place = try #require(
                try browser.evaluate(
                    "[...document.querySelectorAll('#items button')]"
                        + ".findIndex((button) => button.textContent.startsWith('\(item)'))"
                ) as? Int)
            try browser.click("#items li:nth-child(\(place + 1)) button")
            try browser.wait(
                for: "document.getElementById('document-title').textContent.startsWith('\(item)') && \(state)")
            try look(at: name, browser)
        }
    }

    @Test func theDeskInArabic() throws {
        let desk = try Desk(["td1/054-pattern-3.jpg"])
        let served = try desk.served()
        let browser = try opened(served, "ar")
        try browser.wait(
            for:
                "document.querySelector('.strip img') && "
                + "[...document.querySelectorAll('.strip img')].every((image) => image.naturalWidth)"
        )
        try look(at: "desk-arabic", browser)
    }
}

/// axe-core, which looks for what keeps people from using a page. `make test-packages` brings it.
enum Axe {
    private static let file = ServedProgram.repository.appending(path: ".build/axe.min.js")

    static var isToRun: Bool { FileManager.default.fileExists(atPath: file.path) || InstalledBrowser.areRequired }

    static func script() throws -> String { try String(contentsOf: file, encoding: .utf8) + "; 1" }
}
