import Foundation
import LoopbackClient
import Testing

/// One run of `mrz-scan launch`, from the page's first byte to the exit status.
struct LaunchedPage {
    let status: Int32
    let events: [[String: Any]]
    let errors: String

    var outcome: String? { events.last?["outcome"] as? String }
    func all(_ name: String) -> [[String: Any]] { events.filter { $0["event"] as? String == name } }

    /// Gives the next event; nil when there are no more.
    typealias Next = () throws -> [String: Any]?

    /// The project's own pages: one bundle, a script for each dialect.
    static let folder = ServedProgram.repository.appending(path: "Tests/HostConformance/Pages")
    /// A day on which the passport of the samples was valid.
    static let whenValid = ["--today", "2020-01-01"]
    /// For pages that wait for a document that does not come.
    private static let impatient = ["--scan-limit", "5"]
    /// Whether tests with a browser can run here, or are to.
    static var isToRun: Bool { InstalledBrowser.chromium != nil || InstalledBrowser.areRequired }
    /// What to say where they cannot.
    static let browserAbsence: Comment = "Chromium is not installed: apt-get install chromium"
    /// A browser without a window; as root it runs without its sandbox or not at all.
    static let browserOptions = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

    /// Runs a page to its end.
    ///
    /// - Parameters:
    ///   - play: what the page is asked to do.
    ///   - page: a folder or an address instead of the project's own pages.
    ///   - look: called once the page is served, with the first event and what gives the next, before the end is waited
    ///     for.
    static func run(
        _ dialect: String, _ play: String, _ arguments: [String], page: String? = nil, isWithoutBrowser: Bool = false,
        _ look: (Process, [String: Any], @escaping Next) throws -> Void = { _, _, _ in }
    ) throws -> LaunchedPage {
        let process = Process()
        process.executableURL = ProgramFile.executable
        var opening = ["--no-browser"]
        if !isWithoutBrowser {
            let browser = try #require(InstalledBrowser.chromium, browserAbsence)
            opening = ["--browser", ([browser] + browserOptions).joined(separator: " ")]
        }
        process.arguments =
            ["launch", "--page", page ?? folder.path, "--dialect", dialect, "--request", "-"] + arguments
            + (play == "failure" ? impatient : []) + opening
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(#"{"play":"\#(play)","hostVersion":"7.1"}"#.utf8))
        try input.fileHandleForWriting.close()
        var rest = Data()
        var events: [[String: Any]] = []
        func next() throws -> [String: Any]? {
            while true {
                if let end = rest.firstIndex(of: 0x0A) {
                    let line = rest[rest.startIndex..<end]
                    rest = Data(rest[(end + 1)...])
                    let event = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
                    events.append(event)
                    return event
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                rest += more
            }
        }
        if let first = try next() { try look(process, first, next) }
        while try next() != nil {}
        process.waitUntilExit()
        return LaunchedPage(
            status: process.terminationStatus, events: events,
            errors: String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self))
    }
}
