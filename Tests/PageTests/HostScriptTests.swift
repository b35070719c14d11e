import Foundation
import LoopbackClient
import Testing

/// What `launch` puts into a page, as a page finds it.
@Suite(.serialized, .enabled(if: Chromium.isToRun, "Chromium is not installed: apt-get install chromium"))
struct HostScriptTests {
    /// An empty page of a dialect in a browser.
    ///
    /// - Parameter body: gets the browser, and what the host's program has heard so far.
    private func withPage(
        _ dialect: String, _ options: [String] = [], _ body: (Chromium, () throws -> String) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        let page = folder.appending(path: "page")
        try FileManager.default.createDirectory(at: page, withIntermediateDirectories: true)
        try Data("<!doctype html><title>page</title>".utf8).write(to: page.appending(path: "index.html"))
        let events = folder.appending(path: "events")
        let launched = try ServedProgram(
            ["--page", page.path, "--dialect", dialect, "--no-browser", "--events", events.path] + options,
            command: "launch")
        let browser = try Chromium()
        try browser.open(launched.address)
        try body(browser) { try String(contentsOf: events, encoding: .utf8) }
        withExtendedLifetime(launched) {}
    }

    private static let journey = """
        window.calls = [];
        window.delegate = new Proxy({}, {get: (_, name) => (...values) => calls.push([name, ...values])});
        IDWise.initialize('key', 'light', (error) => calls.push(['initialized', error]));
        IDWise.startDynamicJourney('definition', 'case', 'en', delegate, delegate);
        """

    /// One object may be both delegates: it hears of everything once.
    @Test func oneDelegate() throws {
        try withPage("idwise") { browser, _ in
            try browser.evaluate(Self.journey)
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            try browser.evaluate(
                "IDWise.startStep('99'); IDWise.getJourneySummary(undefined, (s) => calls.push(['summary']))")
            try browser.wait(for: "calls.some(([name]) => name === 'summary')")
            let names = try #require(try browser.evaluate("calls.map(([name]) => name)") as? [String])
            #expect(names == ["initialized", "JourneyStarted", "onError", "summary"])
        }
    }

    /// A file is bytes, a Blob, or base64 with and without what a FileReader puts before it.
    @Test(arguments: ["bytes", "bytes.buffer", "new Blob([bytes])", "text", "'data:image/jpeg;base64,' + text"])
    func everyFormOfAFile(_ form: String) throws {
        let picture = try Data(contentsOf: URL(filePath: ServedProgram.sample("td3/096-scan-rgb.jpg")))
        try withPage("idwise") { browser, _ in
            try browser.evaluate(Self.journey)
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            try browser.evaluate(
                """
                (() => {
                    const text = '\(picture.base64EncodedString())';
                    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
                    IDWise.startStepFromFileUpload('2', \(form));
                    return 1;
                })()
                """)
            try browser.wait(for: "calls.some(([name]) => name === 'onStepResult')")
            #expect(try browser.isTrue("calls.find(([name]) => name === 'onStepResult')[2].status === 'Submitted'"))
            #expect(try browser.isTrue("calls.every(([name]) => name !== 'onError')"))
        }
    }

    /// An alert is a line for the host, and stops nobody.
    @Test func anAlertIsHeard() throws {
        try withPage("legitimuz") { browser, events in
            #expect(try browser.evaluate("alert('hello from alert'); 7") as? Int == 7)
            while try !events().contains("hello from alert") {}
        }
    }

    /// Two objects: each hears of what it is for, also where it could hear of more.
    @Test func twoDelegates() throws {
        let images = ["--images", ServedProgram.sample("negatives/207-white.jpg"), "--hold", "100000"]
        try withPage("idwise", images) { browser, _ in
            try browser.evaluate(
                Self.journey.replacing("delegate, delegate)", with: "delegate, other)").replacing(
                    "IDWise.initialize",
                    with: """
                        window.others = [];
                        window.other = new Proxy({}, {get: (_, name) => (...values) => others.push([name, ...values])});
                        IDWise.initialize
                        """, maxReplacements: 1))
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            try browser.evaluate("IDWise.startStep('1')")
            try browser.wait(for: "others.some(([name]) => name === 'onStepProgress')")
            #expect(try browser.isTrue("calls.every(([name]) => !String(name).startsWith('onStep'))"))
            #expect(try browser.isTrue("others.every(([name]) => name.startsWith('onStep'))"))
        }
    }

    /// An error is for the call that it answers, whatever else waits; so is a summary.
    @Test func answersFindTheirCalls() throws {
        try withPage("idwise") { browser, _ in
            try browser.evaluate(Self.journey)
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            try browser.evaluate(
                """
                for (const [id, name] of [[undefined, 'first'], ['other', 'second'], [undefined, 'third']]) {
                    IDWise.startStep('99');
                    IDWise.getJourneySummary(id, (summary, error) => calls.push([name, !!summary, error?.code]));
                }
                """)
            try browser.wait(for: "calls.length === 8")
            let found = try #require(
                try browser.evaluate(
                    "calls.slice(2).map(([name, value, code]) => `${name} ${value.code ?? value} ${code}`).sort()")
                    as? [String])
            #expect(
                found == [
                    "first true undefined", "onError 66 undefined", "onError 66 undefined", "onError 66 undefined",
                    "second false 11", "third true undefined",
                ])
        }
    }

    /// A file that is too large is refused here: it would end the connection, and the journey with it.
    @Test func aLargeFile() throws {
        try withPage("idwise") { browser, _ in
            try browser.evaluate(Self.journey)
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            for size in ["(4 << 20) + 1", "13 << 20"] {
                try browser.evaluate("calls = []; IDWise.startStepFromFileUpload('2', btoa('x'.repeat(\(size))))")
                try browser.wait(for: "calls.length")
                #expect(try browser.evaluate("calls[0][1].code") as? Int == 45, "\(size)")
            }
            try browser.evaluate("calls = []; IDWise.getJourneySummary(undefined, (s) => calls.push(s.isCompleted))")
            try browser.wait(for: "calls.length")
            #expect(try browser.evaluate("calls[0]") as? Bool == false)
        }
    }

    /// A page that says more on its console than the host takes keeps its connection, and its journey with it; how much
    /// was left out is said.
    @Test func aConsoleWithoutEnd() throws {
        try withPage("idwise", ["--console"]) { browser, events in
            // Before there is a connection, and when there is one.
            for _ in 0..<2 {
                try browser.evaluate("for (let i = 0; i < 1500; i++) console.log('line', i);")
                try browser.evaluate(Self.journey)
                try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            }
            try browser.evaluate("IDWise.getJourneySummary(undefined, (s) => calls.push(['summary', s?.isCompleted]))")
            try browser.wait(for: "calls.some(([name]) => name === 'summary')")
            #expect(try browser.evaluate("calls.at(-1)[1]") as? Bool == false)
            #expect(try browser.isTrue("calls.every(([name]) => name !== 'onError')"))
            while try !events().contains("lines left out") {}
            #expect(try events().components(separatedBy: "line ").count < 300)
        }
    }

    /// A connection that is lost, here by too many calls: who waits for an answer is told so, and the next call is
    /// answered again.
    @Test func aConnectionThatIsLost() throws {
        try withPage("idwise") { browser, _ in
            try browser.evaluate(Self.journey)
            try browser.wait(for: "calls.some(([name]) => name === 'JourneyStarted')")
            try browser.evaluate(
                """
                for (let i = 0; i < 3000; i++) IDWise.startStep('99');
                IDWise.getJourneySummary(undefined, (summary, error) => calls.push(['summary', summary, error.code]));
                """)
            try browser.wait(for: "calls.some(([name]) => name === 'summary')")
            #expect(try browser.isTrue("calls.find(([name]) => name === 'summary')[2] === -101"))
            #expect(try browser.isTrue("calls.at(-1)[0] === 'onError' && calls.at(-1)[1].code === -101"))
            try browser.evaluate("IDWise.initialize('key', 'light', (error) => calls.push(['again', error]))")
            try browser.wait(for: "calls.some(([name, error]) => name === 'again' && !error)")
        }
    }

    /// A page of the GBG dialect is told of a lost connection, too, in the shape of its question; what it asks then is
    /// answered.
    @Test func aQuestionThatIsLost() throws {
        try withPage("gbg") { browser, _ in
            try browser.evaluate(
                """
                window.heard = [];
                window.GBGBridge.receive = (message) => heard.push(message);
                window.ask = (members) => GBGBridge.postMessage(JSON.stringify({type: 'request', ...members}));
                ask({correlationId: 'first', payload: {action: 'capabilities', data: {}}});
                """)
            try browser.wait(for: "heard.some(({correlationId}) => correlationId === 'first')")
            try browser.evaluate(
                """
                for (let i = 0; i < 3000; i++) ask({correlationId: `many-${i}`, payload: {action: 'none', data: {}}});
                ask({correlationId: 'envelope', payload: {action: 'capabilities', data: {}}});
                ask({correlationId: 'flat', action: 'capabilities', payload: {}});
                """)
            try browser.wait(for: "heard.some(({correlationId}) => correlationId === 'flat')")
            let lost = "status === 'error' && %.error.code === 'NO_TRANSPORT' && %.error.recoverable === true"
            for (id, answer) in [("envelope", "answer.payload"), ("flat", "answer")] {
                try browser.evaluate("answer = heard.find(({correlationId}) => correlationId === '\(id)')")
                #expect(try browser.isTrue("\(answer).\(lost.replacing("%", with: answer))"), "\(id)")
            }
            try browser.evaluate("heard = []")
            try browser.evaluate("ask({correlationId: 'last', payload: {action: 'capabilities', data: {}}})")
            try browser.wait(for: "heard.some(({correlationId}) => correlationId === 'last')")
            // Each is answered once.
            #expect(try browser.evaluate("heard.length") as? Int == 1)
        }
    }

    /// A person who turns to another tab, and comes back: the page is told as a native host tells it.
    @Test func thePageIsLeft() throws {
        try withPage("gbg") { browser, _ in
            try browser.evaluate("window.heard = []; window.GBGBridge.receive = (message) => heard.push(message);")
            let other = try #require(
                try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String)
            for (target, name) in [(other, "host.background"), (browser.target, "host.foreground")] {
                try browser.call("Target.activateTarget", ["targetId": target])
                try browser.wait(for: "heard.some(({payload}) => payload.action === '\(name)')")
            }
            let names = try browser.evaluate("heard.map(({type, payload}) => `${type} ${payload.action}`)")
            #expect(names as? [String] == ["event host.background", "event host.foreground"])
        }
    }

    /// What a page posts to the console's handler is as little as what it writes to the console.
    @Test func aHandlerWithoutEnd() throws {
        try withPage("legitimuz", ["--console"]) { browser, events in
            try browser.evaluate(
                """
                for (let i = 0; i < 3000; i++) {
                    webkit.messageHandlers.consoleLog.postMessage({type: 'log', content: `line ${i}`});
                }
                notifySuccessToNative('after');
                """)
            while try !events().contains("after") {}
            while try !events().contains("lines left out") {}
            #expect(try events().components(separatedBy: "disconnected").count == 1)
        }
    }

    @Test func aRejectionWithoutAReason() throws {
        try withPage("legitimuz") { browser, events in
            try browser.evaluate("setTimeout(() => { Promise.reject(); })")
            try browser.wait(for: "new Promise((done) => setTimeout(() => done(true)))")
            while try !events().contains("UNHANDLED PROMISE") {}
            #expect(try events().contains("UNHANDLED PROMISE: Unknown Promise Error"))
        }
    }

    /// A page that asks for another scan has given up the first, and gets the document of the second.
    @Test func aSecondScan() throws {
        let images = [
            "--images", ServedProgram.sample("negatives/207-white.jpg"), "--images",
            ServedProgram.sample("td3/096-scan-rgb.jpg"), "--hold", "60",
        ]
        let served = try ServedProgram(images)
        let browser = try Chromium()
        try browser.open(served.address)
        try browser.wait(for: "document.body.dataset.ready === 'camera'")
        let codes = try browser.evaluate(
            """
            (async () => {
                const first = SelfNativeBridge.scanMRZ().catch(({code}) => code);
                await SelfNativeBridge.request('camera', 'isAvailable');
                const second = SelfNativeBridge.scanMRZ().then(({verified}) => String(verified), ({code}) => code);
                return [await first, await second];
            })()
            """)
        #expect(codes as? [String] == ["MRZ_SCAN_CANCELLED", "true"])
    }
}
