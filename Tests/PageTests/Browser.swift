import Foundation
import LoopbackClient
import Testing

/// A real browser with one page, as a person at it: what tests do in every browser.
protocol Browser: AnyObject {
    /// The value of an expression, which may be a promise.
    ///
    /// - Parameter asPerson: as if it were the doing of somebody who has just clicked.
    @discardableResult
    func evaluate(_ expression: String, asPerson: Bool) throws -> Any?

    /// Goes to an address and waits until its scripts have run.
    func open(_ address: String) throws

    /// A click of a mouse in the middle of an element, wherever that leads.
    func click(_ selector: String) throws

    /// Presses a key and lets it go, while `control` is held or not.
    func press(_ key: Key, control: Bool) throws

    /// Gives files to an `<input type=file>`, as its dialog does.
    func choose(_ paths: [String], in selector: String) throws
}

/// Keys of a keyboard.
enum Key: Equatable {
    /// One that types this.
    case character(Character)
    case enter, escape, tab, space, left, right, pageDown, pageUp, backspace
}

extension Browser {
    @discardableResult
    func evaluate(_ expression: String) throws -> Any? { try evaluate(expression, asPerson: false) }

    func press(_ key: Key) throws { try press(key, control: false) }

    /// Types a text, key by key.
    func type(_ text: String) throws {
        for character in text { try press(.character(character)) }
    }

    func text(_ selector: String) throws -> String {
        try evaluate("document.querySelector('\(selector)')?.textContent ?? ''") as? String ?? ""
    }

    func count(_ selector: String) throws -> Int {
        try evaluate("document.querySelectorAll('\(selector)').length") as? Int ?? -1
    }

    func isTrue(_ expression: String) throws -> Bool { try evaluate("Boolean(\(expression))") as? Bool == true }

    /// Waits until something is so, looking often; in vain after a while that nothing here takes. What cannot be told
    /// yet, because the page is not there, is not so.
    func wait(for condition: String) throws {
        let looking = """
            new Promise((done) => {
                let left = 20000;
                const isSo = () => { try { return \(condition); } catch { return false; } };
                const look = () => isSo() ? done(true) : --left ? setTimeout(look, 15) : done(false);
                look();
            })
            """
        // The page's own promise dies when it goes elsewhere; then it is asked anew.
        while true {
            do {
                guard try evaluate(looking) as? Bool == true else {
                    throw LoopbackSocket.Failure(description: "waited in vain for \(condition)")
                }
                return
            } catch let failure as LoopbackSocket.Failure where failure.description.contains("navigated") { continue }
        }
    }

    /// Where an element is, scrolled to. ` >>> ` leads into a component: `mrz-scan >>> [part=torch]`.
    func middle(of selector: String) throws -> [Double] {
        let place =
            try evaluate(
                """
                (() => {
                    const element = '\(selector)'.split(' >>> ').reduce(
                        (element, selector) => (element.shadowRoot ?? element).querySelector(selector), document);
                    element.scrollIntoView({block: 'center', behavior: 'instant'});
                    const {x, y, width, height} = element.getBoundingClientRect();
                    return [x + width / 2, y + height / 2];
                })()
                """) as? [Any]
        return try #require(place).compactMap { ($0 as? NSNumber)?.doubleValue }
    }
}

/// The browsers that the page is for.
enum BrowserKind: String, CaseIterable, CustomTestStringConvertible {
    case chromium, firefox

    var testDescription: String { rawValue }

    /// Those that are installed, or all of them where browsers are required.
    static var toRun: [BrowserKind] { allCases.filter { $0 == .chromium ? Chromium.isToRun : Firefox.isToRun } }

    /// Those of them that can have a window with the focus.
    static var atScreen: [BrowserKind] { toRun.filter { $0 == .chromium || Screen.isToRun } }

    func start() throws -> any Browser { self == .chromium ? try Chromium() : try Firefox() }

    /// With a window that has the focus: Chromium without a screen takes every key and every picture, too.
    func startAtScreen() throws -> any Browser {
        self == .chromium ? try Chromium() : try Firefox(at: try Screen())
    }
}
