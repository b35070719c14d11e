import Bridge
import BridgeServer
import Foundation
import LiveScanning
import MRZParsing
import Scanning
import Testing

/// The page says everything in every one of its languages, and has no words that nobody says.
@Suite struct PageTextsTests {
    private static let languages = ["en", "de", "fr", "es", "ar", "zh"]

    private func object(_ path: String) throws -> [String: String] {
        let file = try #require(PageFiles.byPath[path])
        return try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: String])
    }

    private func texts(_ language: String) throws -> [String: String] { try object("/texts/\(language).json") }

    private func source(_ path: String) throws -> String {
        String(decoding: try #require(PageFiles.byPath[path]).bytes, as: UTF8.self)
    }

    @Test func aFileForEveryLanguageOfTheChoice() throws {
        let files = PageFiles.byPath.keys.filter { $0.hasPrefix("/texts/") }
        #expect(files.sorted() == Self.languages.map { "/texts/\($0).json" }.sorted())
        let choice = try #require(try source("/texts.js").firstMatch(of: /LANGUAGES = \{(.*)\};/)).1
        #expect(choice.matches(of: /(\w+): '/).map { String($0.1) } == Self.languages)
    }

    /// The same keys in the same order, nothing empty, and the same values filled in.
    @Test(arguments: languages) func theSameKeys(_ language: String) throws {
        let english = try texts("en")
        let own = try texts(language)
        #expect(Set(own.keys) == Set(english.keys))
        for (key, text) in own {
            #expect(!text.trimmingCharacters(in: .whitespaces).isEmpty, "\(language): \(key)")
            let given = { (text: String) in Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) }) }
            #expect(given(text) == given(english[key] ?? ""), "\(language): \(key)")
        }
        let order = { (language: String) throws in
            try self.source("/texts/\(language).json").matches(of: #/\n  "([^"]+)": /#).map { String($0.1) }
        }
        #expect(try order(language) == (try order("en")))
        // Parsers keep the last of two lines with one key without a word.
        #expect(try order(language).count == own.count)
    }

    /// What the page names is there, and what is there is named: as it stands, or by how it begins.
    @Test func theKeysThatThePageNames() throws {
        let pages = try PageFiles.byPath.keys.filter { $0.hasSuffix(".html") || $0.hasSuffix(".js") }
            .map { try source($0) }.joined()
        let named = Set(pages.matches(of: /['"`]([a-z]+(?:\.[A-Za-z_0-9]+)+)['"`]/).map { String($0.1) })
        let begun = Set(pages.matches(of: /[`]([a-z]+\.)\$\{/).map { String($0.1) })
        let texts = try texts("en")
        let sections = Set(texts.keys.map { $0.prefix { $0 != "." } })
        let files = Set(PageFiles.byPath.keys.map { $0.dropFirst() })
        for key in named where sections.contains(key.prefix { $0 != "." }) && !files.contains(key[...]) {
            #expect(texts[key] != nil, "\(key) has no text")
        }
        for key in texts.keys where !named.contains(key) {
            #expect(begun.contains { key.hasPrefix($0) }, "nothing says \(key)")
        }
    }

    /// Every word of a result that the page puts into words: docs/results.md has them, and is held to the code.
    @Test(arguments: [
        ("Reasons", "reason."), ("Warnings", "warning."), ("Errors", "failure."), ("Fields", "field."),
    ])
    func theWordsOfResults(_ section: String, _ prefix: String) throws {
        let page = try String(contentsOf: PageFilesTests.repository.appending(path: "docs/results.md"), encoding: .utf8)
        let part = try #require(page.components(separatedBy: "\n## \(section)\n").dropFirst().first)
            .components(separatedBy: "\n## ")[0]
        let words = part.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) }
        }
        #expect(words.count > 10)
        let texts = try texts("en")
        // Dates and States have their meaning beside them; it is no field of its own.
        for word in words where word != "code" && !word.hasSuffix("ISO") && !word.hasSuffix("Name") {
            #expect(texts[prefix + word] != nil, "\(prefix)\(word)")
        }
    }

    /// What a server refuses a page, and what ends a visitor's scan, in the words of docs/server.md.
    @Test func theWordsOfRefusals() throws {
        let texts = try texts("en")
        for code in [
            "token", "host", "origin", "busy", "timeout", "malformed", "too_many_bytes", "in_progress", "not_a_frame",
            "no_frames", "not_found", "bad_request",
        ] { #expect(texts["failure." + code] != nil, "\(code)") }
    }

    /// Every reason that there is, and no other.
    @Test func theReasons() throws {
        let place = MRZPosition(line: 0, column: 0)
        let codes =
            VerificationFailure.Reason.all(at: place).map(\.code) + Reading.Doubt.all(at: place).map(\.code)
        let keys = try texts("en").keys.filter { $0.hasPrefix("reason.") }
        #expect(Set(keys) == Set(codes.map { "reason." + $0 }))
    }

    @Test func theFaultsOfAPicture() throws {
        let page = try String(contentsOf: PageFilesTests.repository.appending(path: "docs/results.md"), encoding: .utf8)
        let part = try #require(page.components(separatedBy: "\n## Quality\n").dropFirst().first)
            .components(separatedBy: "\n## ")[0]
        let faults = part.matches(of: /\| `(\w+)` \| (?:the zone|the same|below|above)/).map { String($0.1) }
        #expect(faults.count == 6)
        let texts = try texts("en")
        for fault in faults { #expect(texts["advice." + fault] != nil, "\(fault)") }
    }

    @Test func whatAScanSays() throws {
        let texts = try texts("en")
        for hint in ScanHint.allCases { #expect(texts["hint.\(hint.rawValue)"] != nil, "\(hint)") }
        for rejection in ScanRejection.allCases { #expect(texts["hint.\(rejection.rawValue)"] != nil, "\(rejection)") }
    }

    /// Every code of a State has a region that browsers know, or a text.
    @Test func theNamesOfStates() throws {
        let regions = try object("/regions.json")
        let texts = try texts("en")
        for state in StateCode.all {
            #expect((regions[state.code] != nil) != (texts["state.\(state.code)"] != nil), "\(state.code)")
        }
        let codes = Set(StateCode.all.map(\.code))
        #expect(regions.keys.allSatisfy(codes.contains))
        let named = texts.keys.filter { $0.hasPrefix("state.") }.map { String($0.dropFirst("state.".count)) }
        #expect(named.allSatisfy(codes.contains))
    }
}
