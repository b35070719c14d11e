import Foundation
import LoopbackClient
import Testing

/// The page in the languages of its visitors.
@Suite(.serialized, .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct PageLanguageTests {
    private static let passport = "td3/096-scan-rgb.jpg"

    /// By the browser's preference, with its rules for dates and the names of States.
    @Test(arguments: [
        ("en-GB,en", "en", "ltr", "Start scan"), ("de-AT,de,en", "de", "ltr", "Lesen beginnen"),
        ("xx,fr-CA,en", "fr", "ltr", "Commencer la lecture"), ("es-MX", "es", "ltr", "Empezar a leer"),
        ("ar-EG,ar", "ar", "rtl", "ابدأ القراءة"), ("zh-TW,zh", "zh", "ltr", "开始读取"),
        ("sw,tlh", "en", "ltr", "Start scan"),
    ])
    func theLanguageOfTheBrowser(_ languages: String, _ tag: String, _ direction: String, _ start: String) throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.prefer(languages)
        try browser.appear(width: 1200, height: 900, isDark: false)
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready")
        let root = try browser.evaluate("[document.documentElement.lang, document.documentElement.dir]") as? [String]
        #expect(root == [tag, direction])
        #expect(try browser.evaluate("document.getElementById('start').textContent") as? String == start)
        #expect(try browser.evaluate("document.getElementById('language').value") as? String == tag)
        try browser.choose([ServedProgram.sample(Self.passport)], in: "#file")
        try browser.wait(for: "document.querySelector('.card')")
        // Nothing of the page stays in words that it has no text for, and nothing is wider than the page.
        let texts = try #require(
            try JSONSerialization.jsonObject(
                with: Data(
                    contentsOf: ServedProgram.repository.appending(
                        path: "Sources/C/CBridgePage/Page/texts/\(tag).json"))) as? [String: String])
        #expect(
            try browser.evaluate("document.querySelector('.verdict-title').textContent") as? String
                == texts["verdict.verified"])
        #expect(
            try browser.evaluate("document.querySelector('[data-field=dateOfBirth] dt').textContent") as? String
                == texts["field.dateOfBirth"])
        // The lines run from left to right whatever the language.
        #expect(
            try browser.evaluate("getComputedStyle(document.querySelector('.zone-text')).direction") as? String == "ltr"
        )
        let locale = languages.split(separator: ",").map(String.init).first { $0.hasPrefix(tag) } ?? "en"
        let expected = """
            (() => {
                const field = (name) => document.querySelector(`[data-field=${name}] bdi`).textContent;
                const printed = document.querySelector('[data-field=dateOfBirth] small').textContent;
                const [, year, month, day] = printed.match(/(..)(..)(..)/).map(Number);
                const dates = [1900, 2000].map((century) => new Intl.DateTimeFormat('\(locale)',
                    {timeZone: 'UTC', calendar: 'gregory', year: 'numeric', month: 'short', day: 'numeric'})
                    .format(Date.UTC(century + year, month - 1, day)));
                return dates.includes(field('dateOfBirth'));
            })()
            """
        #expect(try browser.evaluate(expected) as? Bool == true)
        #expect(try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }

    /// The choice in the page turns everything over at once, what is shown of a document too, and stays.
    @Test func theChoiceInThePage() throws {
        let served = try ServedProgram([])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'files'")
        try browser.choose([ServedProgram.sample("td1/101-scan-rgb.jpg")], in: "#file")
        try browser.wait(for: "document.querySelector('.card')")
        let issuer = try browser.evaluate("document.querySelector('[data-field=issuingState] bdi').textContent")
        try browser.evaluate("document.getElementById('language').focus()")
        try browser.press("d", code: 68, text: "d")
        try browser.wait(for: "document.documentElement.lang === 'de'")
        #expect(
            try browser.evaluate("document.querySelector('[data-field=documentNumber] dt').textContent") as? String
                == "Dokumentnummer")
        #expect(
            try browser.evaluate("document.querySelector('[data-field=issuingState] bdi').textContent") as? String
                != issuer as? String)
        #expect(try browser.evaluate("document.querySelectorAll('.card').length") as? Int == 1)
        // What comes later is said in the same language.
        try browser.choose([ServedProgram.repository.appending(path: "Makefile").path], in: "#file")
        try browser.wait(for: "document.querySelector('.card')?.dataset.status === 'error'")
        #expect(
            try browser.evaluate("document.querySelector('.card').innerText.includes('kein Bild')") as? Bool == true)
        // A language that cannot be had leaves the page as it is.
        #expect(served.end().status == 0)
        try browser.evaluate(
            """
            language.value = 'fr';
            language.dispatchEvent(new Event('change'));
            """)
        try browser.wait(for: "document.getElementById('toast').textContent")
        #expect(
            try browser.evaluate("[document.documentElement.lang, language.value].join()") as? String == "de,de")
    }
}
