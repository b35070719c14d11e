import Foundation
import LoopbackClient
import Testing

/// The desk of `mrz-scan review`, over a store that `mrz-scan batch` has written, in every browser.
@Suite(.serialized) struct DeskTests {
    private static let unverified = ["td1/054-pattern-3.jpg", "td3/057-print-3.jpg", "td3/065-glare-4.jpg"]

    private func truth(_ name: String) throws -> [String] {
        let labels = try String(
            contentsOf: ServedProgram.repository.appending(path: "Samples/labels.jsonl"), encoding: .utf8)
        for line in labels.split(separator: "\n") where line.contains("/\(name)\"") {
            let label = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return label?["lines"] as? [String] ?? []
        }
        return []
    }

    private func title(_ browser: any Browser) throws -> String { try browser.text("#document-title") }

    /// A browser at a desk, once its first document is shown.
    private func opened(_ served: ServedProgram) throws -> Chromium {
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#lines input').length")
        try waitUntilShown(browser)
        return browser
    }

    private func waitUntilShown(_ browser: any Browser) throws {
        try browser.wait(for: "document.getElementById('document').ariaBusy === 'false'")
    }

    /// Enter, once all is shown: before, nothing is kept.
    private func keep(_ browser: any Browser) throws {
        try waitUntilShown(browser)
        try browser.press(.enter)
    }

    private func lines(_ browser: any Browser) throws -> [String] {
        try browser.evaluate("[...document.querySelectorAll('#lines input')].map((input) => input.value)") as? [String]
            ?? []
    }

    /// A whole store from the keyboard alone: what is misread is typed over, what has no zone is said to have none, and
    /// the export has the readings as they were, and what the clerk made of them.
    @Test(arguments: BrowserKind.atScreen) func fromTheKeyboard(_ kind: BrowserKind) throws {
        let negative = "negatives/" + PDFOfPictures.firstNegative()
        let desk = try Desk(Self.unverified + [negative, "td3/096-scan-rgb.jpg"])
        let before = try desk.export()
        let served = try desk.served()
        let browser = try kind.startAtScreen()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'desk'")
        #expect(try browser.text("#progress") == "0 of 5 done")
        #expect(try browser.count("#items button") == 5)
        var seen: Set<String> = []
        var typed = 0
        while seen.count < 5 {
            try browser.wait(for: "document.getElementById('document-title').textContent.includes('.jpg')")
            let name = try title(browser)
            try #require(seen.insert(name).inserted)
            if try browser.count("#lines input") == 0 {
                if name == "broken.jpg" { #expect(try browser.text("#reasons").contains("no picture")) }
                try browser.wait(for: "document.activeElement === document.getElementById('nothing')")
                try keep(browser)
            } else {
                // Each line's print stands above it, a cell for each character and one more on either side.
                try browser.wait(
                    for:
                        "[...document.querySelectorAll('.strip img')]"
                        + ".every((image) => image.complete && image.naturalWidth)"
                )
                let longest = try lines(browser).map(\.count).max() ?? 0
                #expect(
                    try browser.evaluate("document.querySelector('.strip img').naturalWidth") as? Int == (longest + 2)
                        * 30)
                #expect(try browser.count(".strip .mark") > 0)
                #expect(try browser.isTrue("document.activeElement.matches('#lines input')"))
                typed += try correct(browser, to: try truth(name))
                #expect(try lines(browser) == (try truth(name)))
                try keep(browser)
            }
            try browser.wait(
                for: "document.getElementById('document-title').textContent !== '\(name)'")
        }
        #expect(typed > 0)
        #expect(try browser.text("#progress") == "5 of 5 done")
        #expect(served.end().status == 0)

        let after = try desk.export()
        #expect(after.count == before.count)
        for (old, new) in zip(before, after) {
            let source = try #require(new["source"] as? String)
            let name = String(source.split(separator: "/").last ?? "")
            // The reading is what it was.
            #expect(old["lines"] as? [String] == new["lines"] as? [String])
            #expect(old["status"] as? String == new["status"] as? String)
            let correction = new["correction"] as? [String: Any]
            guard new["status"] as? String != "verified" else {
                #expect(correction == nil)
                continue
            }
            #expect(correction?["by"] as? String == "Ada")
            #expect((correction?["at"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            #expect(correction?["lines"] as? [String] == (try truth(name)))
            #expect(correction?["before"] as? [String] ?? [] == old["lines"] as? [String] ?? [])
        }
        let table = try Desk.run(["export", desk.store, "--format", "csv"]).output
        #expect(table.hasPrefix("source,") && table.contains("correctedLines,correctedBy,correctedAt\r\n"))
        #expect(try Desk.run(["report", desk.store]).output.contains("Corrected results  5"))
        #expect(try Desk.run(["batch", "--check", desk.store]).status == 0)
    }

    /// Goes to every character that is not as it is printed, and types that.
    private func correct(_ browser: any Browser, to truth: [String]) throws -> Int {
        var typed = 0
        // From the first doubtful one back to the beginning.
        try browser.evaluate("document.querySelector('#lines input').focus()")
        for (row, line) in truth.enumerated() {
            let shown = Array(try lines(browser)[row])
            for (column, character) in line.enumerated() where shown[column] != character {
                try browser.evaluate(
                    """
                    (() => {
                        const input = document.querySelectorAll('#lines input')[\(row)];
                        input.focus();
                        input.setSelectionRange(\(column), \(column) + 1);
                    })()
                    """)
                try browser.press(.character(Character(character.lowercased())))
                typed += 1
            }
        }
        return typed
    }

    /// The cursor begins on the first doubtful character and goes from one to the next; what was typed can be taken
    /// back.
    @Test(arguments: BrowserKind.toRun) func theKeysOfALine(_ kind: BrowserKind) throws {
        let desk = try Desk(["td3/065-glare-4.jpg"])
        let served = try desk.served()
        let browser = try kind.start()
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#lines input').length === 2")
        let read = try lines(browser)
        func place() throws -> [Int] {
            let place =
                try browser.evaluate(
                    """
                    [[...document.querySelectorAll('#lines input')].indexOf(document.activeElement),
                        document.activeElement.selectionStart, document.activeElement.selectionEnd]
                    """) as? [Any]
            return try #require(place).compactMap { ($0 as? NSNumber)?.intValue }
        }
        let first = try place()
        #expect(first[2] == first[1] + 1)
        #expect(
            try browser.isTrue(
                """
                [...document.querySelectorAll('#lines .line')[\(first[0])].querySelectorAll('.typed .mark')]
                    .some((mark) => mark.style.getPropertyValue('--column') === '\(first[1])')
                """))
        try browser.press(.right, control: true)
        let second = try place()
        #expect(second != first)
        try browser.press(.left, control: true)
        #expect(try place() == first)
        try browser.press(.right)
        #expect(try place() == [first[0], first[1] + 1, first[1] + 2])
        try browser.press(.left)
        // Capitals without a shift, a blank for a filler, and nothing that no MRZ has.
        try browser.type("q ")
        try browser.press(.character("!"))
        let now = Array(try lines(browser)[first[0]])
        #expect(now[first[1]] == "Q" && now[first[1] + 1] == "<" && now.count == read[first[0]].count)
        #expect(try place()[1] == first[1] + 2)
        try browser.press(.backspace)
        #expect(try place()[1] == first[1] + 1)
        try browser.press(.escape)
        #expect(try lines(browser) == read)
    }

    /// Check digits follow as one types, by the rules that the program itself has.
    @Test(arguments: BrowserKind.toRun) func checkDigitsFollow(_ kind: BrowserKind) throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served()
        let browser = try kind.start()
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#lines input').length === 2")
        _ = try correct(browser, to: try truth("057-print-3.jpg"))
        func states() throws -> [String: String] {
            try browser.evaluate(
                "Object.fromEntries([...document.querySelectorAll('#digits li')]"
                    + ".map((item) => [item.dataset.check, item.dataset.state]))"
            ) as? [String: String] ?? [:]
        }
        let before = try states()
        #expect(before.count == 5)
        // The first character of the document number: its own digit and the composite one.
        try browser.evaluate(
            """
            (() => {
                const input = document.querySelectorAll('#lines input')[1];
                input.focus();
                input.setSelectionRange(0, 1);
            })()
            """)
        let character = try #require(try lines(browser)[1].first)
        try browser.type(character == "1" ? "2" : "1")
        let after = try states()
        #expect(before["documentNumber"] == "valid" && after["documentNumber"] == "invalid")
        #expect(before["dateOfBirth"] == after["dateOfBirth"])
        #expect(try browser.text("#digits [data-check=documentNumber]").contains("should be"))
        #expect(try browser.text("#said").contains("check digits hold"))
    }

    /// With a mouse: the list, its choice of reasons, a character, and what is kept.
    @Test(arguments: BrowserKind.toRun) func withAMouse(_ kind: BrowserKind) throws {
        let desk = try Desk(Self.unverified)
        let served = try desk.served()
        let browser = try kind.start()
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#items button').length === 4")
        try browser.click("#items li:nth-child(2) button")
        try browser.wait(for: "document.querySelector('#items li:nth-child(2) [aria-current]')")
        try browser.wait(for: "document.querySelectorAll('#lines input').length")
        try browser.wait(for: "document.getElementById('page').naturalWidth")
        let name = try title(browser)
        // In the middle of a line stands its middle character.
        try browser.click("#lines .line:last-child input")
        try browser.type("x")
        let line = Array(try lines(browser).last ?? "")
        #expect(line[line.count / 2 - 1...line.count / 2].contains("X"))
        try browser.click("#undo")
        try waitUntilShown(browser)
        try browser.click("#keep")
        try browser.wait(for: "document.getElementById('progress').textContent === '1 of 4 done'")
        #expect(try title(browser) != name)
        // What is done leaves the list, until it is asked for.
        #expect(try browser.count("#items button") == 3)
        try browser.click("#open-only")
        #expect(try browser.count("#items button") == 4)
        try browser.click("#items [data-done]")
        try browser.wait(for: "document.querySelectorAll('#history li').length === 1")
        #expect(try browser.text("#history").contains("Ada"))
        let reasons = try browser.evaluate(
            "[...document.getElementById('reason').options].map((option) => option.text)")
        #expect((reasons as? [String])?.first == "any (4)")
        #expect((reasons as? [String])?.contains { $0.hasPrefix("A character is not seen whole and clean") } == true)
    }

    /// A picture that is gone or another one is said to be so, and the reading can be corrected all the same.
    @Test(arguments: BrowserKind.toRun) func picturesThatAreGone(_ kind: BrowserKind) throws {
        let desk = try Desk(["td1/054-pattern-3.jpg", "td3/057-print-3.jpg"])
        try FileManager.default.removeItem(at: desk.pictures.appending(path: "054-pattern-3.jpg"))
        let other = desk.pictures.appending(path: "057-print-3.jpg")
        try FileManager.default.removeItem(at: other)
        try FileManager.default.copyItem(atPath: ServedProgram.sample("td3/096-scan-rgb.jpg"), toPath: other.path)
        let served = try desk.served()
        let browser = try kind.start()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'desk'")
        var said: Set<String> = []
        for _ in 0..<3 {
            try browser.wait(for: "document.getElementById('document-title').textContent.includes('.jpg')")
            let name = try title(browser)
            let sentences = ["054": "is gone", "057": "has changed"]
            if let sentence = sentences[String(name.prefix(3))] {
                try browser.wait(for: "document.getElementById('missing').textContent.includes('\(sentence)')")
                said.insert(sentence)
            }
            if name != "broken.jpg" {
                #expect(try browser.isTrue("document.getElementById('sheet').hidden"))
                #expect(try browser.count("#lines input") > 0)
                try keep(browser)
                try browser.wait(for: "document.getElementById('document-title').textContent !== '\(name)'")
            } else if try browser.text("#progress").hasPrefix("2") {
                break
            } else {
                try browser.press(.pageDown)
                try browser.wait(for: "document.getElementById('document-title').textContent !== '\(name)'")
            }
        }
        #expect(try browser.text("#progress") == "2 of 3 done")
        #expect(said.count == 2)
    }

    /// A key that is held down keeps one item, whose pictures have been shown, and none of those behind it.
    @Test(.enabled(if: Chromium.isToRun)) func aKeyThatIsHeldDown() throws {
        let desk = try Desk(Self.unverified)
        let served = try desk.served()
        let browser = try opened(served)
        let enter: [String: Any] = ["key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"]
        for count in 0..<20 {
            _ = try browser.call(
                "Input.dispatchKeyEvent", enter.merging(["type": "keyDown", "autoRepeat": count > 0]) { $1 })
            if count == 0 { try browser.wait(for: "document.getElementById('progress').textContent === '1 of 4 done'") }
            try waitUntilShown(browser)
        }
        _ = try browser.call("Input.dispatchKeyEvent", enter.merging(["type": "keyUp"]) { $1 })
        #expect(try browser.text("#progress") == "1 of 4 done")
    }

    /// Until the pictures can be seen nothing is kept, whatever the host has answered by then.
    @Test(.enabled(if: Chromium.isToRun)) func picturesThatComeLate() throws {
        let desk = try Desk(["td3/057-print-3.jpg", "td3/065-glare-4.jpg"])
        let served = try desk.served()
        let browser = try opened(served)
        try countCorrections(browser)
        let name = try title(browser)
        try browser.evaluate(
            """
            (() => {
                window.waiting = [];
                HTMLImageElement.prototype.decode = () => new Promise((done) => { waiting.push(done); });
                return 1;
            })()
            """)
        try browser.press(.pageDown)
        try browser.wait(
            for: "document.getElementById('document-title').textContent !== '\(name)' && "
                + "document.querySelector('.line:not([data-missing])')")
        try browser.press(.enter)
        #expect(try browser.evaluate("corrections") as? Int == 0)
        try browser.wait(for: "waiting.length > 1")
        try browser.evaluate("waiting.forEach((done) => done())")
        try keep(browser)
        try browser.wait(for: "corrections === 1")
    }

    /// Where the pictures can't be had that is said, and nothing is kept; the item can be opened again.
    @Test(.enabled(if: Chromium.isToRun), arguments: ["desk/view", "desk/picture"])
    func picturesThatDoNotCome(_ path: String) throws {
        let desk = try Desk(["td3/057-print-3.jpg", "td3/065-glare-4.jpg"])
        let served = try desk.served()
        let browser = try opened(served)
        try countCorrections(browser)
        try browser.call("Network.enable")
        try browser.call("Network.setBlockedURLs", ["urls": ["*\(path)*"]])
        try browser.press(.pageDown)
        try browser.wait(for: "document.getElementById('missing').textContent.includes('could not be reached')")
        try keep(browser)
        try browser.click("#nothing")
        #expect(try browser.isTrue("document.getElementById('keep').disabled"))
        #expect(try browser.evaluate("corrections") as? Int == 0)
        try browser.call("Network.setBlockedURLs", ["urls": [String]()])
        try browser.click("#items [aria-current]")
        try browser.wait(for: "document.querySelector('.line:not([data-missing])')")
        try keep(browser)
        try browser.wait(for: "corrections === 1")
    }

    /// Another layout, and the one that was read again, stand under the same pictures.
    @Test(arguments: BrowserKind.toRun) func picturesOfAnotherLayout(_ kind: BrowserKind) throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served()
        let browser = try kind.start()
        try browser.open(served.address)
        let areShown = "document.querySelectorAll('#lines .line:not([data-missing]) img').length === 2"
        try browser.wait(for: areShown)
        let read = try lines(browser)
        try browser.evaluate(
            "Object.assign(document.getElementById('format'), {value: 'MRVA'}).dispatchEvent(new Event('change'))")
        #expect(try browser.isTrue(areShown))
        try browser.click("#undo")
        #expect(try browser.isTrue(areShown))
        #expect(try lines(browser) == read)
    }

    /// Nothing of a document stays on a desk that nobody sits at.
    @Test(.enabled(if: Chromium.isToRun)) func nobodyThere() throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served(["--clear-after", "2"])
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#lines input').length")
        let lines = try lines(browser)
        try browser.wait(for: "document.getElementById('document').hidden")
        let page = try #require(try browser.evaluate("document.documentElement.outerHTML") as? String)
        for line in lines { #expect(!page.contains(line)) }
        #expect(try browser.isTrue("!document.getElementById('page').hasAttribute('src')"))
    }

    /// A key that says that somebody is there does nothing else: Escape takes nothing back, and Enter keeps nothing.
    @Test(.enabled(if: Chromium.isToRun)) func somebodyThere() throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served(["--clear-after", "6"])
        let browser = try opened(served)
        try countCorrections(browser)
        try browser.type("q")
        let typed = try lines(browser)
        for key in [Key.escape, .enter] {
            try browser.wait(for: "!document.getElementById('away').hidden")
            try browser.press(key)
            #expect(try browser.isTrue("document.getElementById('away').hidden"))
            #expect(try lines(browser) == typed)
        }
        #expect(try browser.evaluate("corrections") as? Int == 0)
        // The next one is no answer any more.
        try browser.press(.enter)
        try browser.wait(for: "corrections === 1")
    }

    /// Counts in `corrections` how often the page sends lines to be kept.
    private func countCorrections(_ browser: any Browser) throws {
        try browser.evaluate(
            """
            (() => {
                window.corrections = 0;
                const own = window.fetch;
                window.fetch = (address, options) => {
                    if (String(address).includes('desk/correct')) corrections++;
                    return own(address, options);
                };
                return 1;
            })()
            """)
    }

    /// Columns are counted as the language writes numbers.
    @Test(.enabled(if: Chromium.isToRun)) func numbersInArabic() throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served(["--clear-after", "6"])
        let browser = try Chromium()
        try browser.prefer("ar-EG,ar")
        try browser.open(served.address)
        try browser.wait(for: "document.querySelectorAll('#lines input').length")
        let doubts = try browser.evaluate(
            "[...document.querySelectorAll('[id^=doubts-]')].map((doubt) => doubt.textContent).join(' ')")
        let said = try #require(doubts as? String)
        #expect(said.contains { ("٠"..."٩").contains($0) } && !said.contains { ("0"..."9").contains($0) })
        try browser.wait(for: "!document.getElementById('away').hidden")
        #expect(try browser.text("#away-count").allSatisfy { ("٠"..."٩").contains($0) })
    }

    /// Without the token, as after a restart, it says so; nothing that looks like a desk on which all is done.
    @Test(.enabled(if: Chromium.isToRun)) func withoutTheToken() throws {
        let desk = try Desk(["td3/065-glare-4.jpg"])
        let served = try desk.served()
        let browser = try Chromium()
        try browser.open("http://127.0.0.1:\(served.port)/")
        try browser.wait(for: "document.getElementById('document-title').textContent.includes('no longer signed in')")
        #expect(try browser.evaluate("document.getElementById('progress').textContent") as? String == "")
        #expect(try browser.evaluate("document.getElementById('reason').options.length") as? Int == 0)
        try browser.evaluate(
            "language.value = 'de'; language.dispatchEvent(new Event('change'))")
        try browser.wait(for: "document.getElementById('document-title').textContent.includes('nicht mehr angemeldet')")
    }

    /// What a clerk types is judged by the day by which the store was read, whenever that is.
    @Test func theDayOfTheStore() throws {
        let desk = try Desk(["td3/057-print-3.jpg"], ["--today", "2080-01-01"])
        let served = try desk.served()
        let token = try #require(served.address.firstMatch(of: /token=(\w+)/)).1
        let lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
        func ask(_ method: String, _ target: String, _ body: Data? = nil) throws -> [String: Any] {
            let reply = try LoopbackSocket(port: served.port).request(
                method, target, port: served.port, fields: ["Authorization": "Bearer \(token)"],
                body: body.map { Array($0) })
            return try #require(try JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [String: Any])
        }
        let items = try #require(try ask("GET", "/desk/items")["items"] as? [[String: Any]])
        let id = try #require(items.first { $0["status"] as? String == "unverified" }?["id"] as? String)
        let body = try JSONSerialization.data(withJSONObject: ["format": "TD3", "lines": lines] as [String: Any])
        let correction = try ask("POST", "/desk/correct?id=\(id)", body)
        let fields = try #require(correction["fields"] as? [String: Any])
        #expect(fields["dateOfBirthISO"] as? String == "2074-08-12")
    }

    /// Only who has the token sees anything, and there is no other door.
    @Test func itsDoors() throws {
        let desk = try Desk(["td3/057-print-3.jpg"])
        let served = try desk.served()
        let token = try #require(served.address.firstMatch(of: /token=(\w+)/)).1
        func ask(_ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil) throws
            -> HTTPReply
        {
            try LoopbackSocket(port: served.port).request(
                method, target, port: served.port, fields: fields, body: body.map { Array($0.utf8) })
        }
        let signed = ["Authorization": "Bearer \(token)"]
        let unsigned = try ask("GET", "/desk/items")
        // The address that this command printed: it is not `serve`.
        #expect(unsigned.status == 401 && unsigned.text.contains("the address that mrz-scan printed"))
        #expect(try ask("GET", "/desk/items", signed).status == 200)
        for path in [
            "/bridge", "/v1/scan", "/preview.mjpg", "/index.html", "/openapi.json", "/desk/nothing",
            "/desk/item?id=r9.9",
        ] {
            #expect(try ask("GET", path, signed).status == 404, "\(path)")
        }
        let items = try #require(
            try JSONSerialization.jsonObject(with: Data(try ask("GET", "/desk/items", signed).text.utf8))
                as? [String: Any])
        let item = try #require((items["items"] as? [[String: Any]])?.last { $0["status"] as? String == "unverified" })
        let door = "/desk/correct?id=\(try #require(item["id"] as? String))"
        for body in [
            "", "{}", #"{"format":"TD3","lines":["A"]}"#, #"{"format":"TD9","lines":["A","B"]}"#,
            #"{"format":"CHE-DL","lines":[1,2]}"#, #"{"lines":[null]}"#,
        ] {
            #expect(try ask("POST", door, signed, body: body).status == 400, "\(body)")
        }
        #expect(
            try ask("POST", door, ["Origin": "http://elsewhere.example"].merging(signed) { $1 }, body: "{}").status
                == 403)
        // While somebody sits at it, no batch writes to the store.
        let resumed = try Desk.run(["batch", desk.pictures.path, "--out", desk.store, "--resume", "--quiet"])
        #expect(resumed.status == 70)
        #expect(served.end().status == 0)
        #expect(try desk.export().allSatisfy { $0["correction"] == nil })
    }
}
