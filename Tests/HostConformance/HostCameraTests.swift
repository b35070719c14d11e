import Foundation
import LoopbackClient
import TestCamera
import Testing

/// The pages of all dialects in a real browser, with a camera that is a device file of the kernel: what goes well, and
/// what happens to cameras and pages.
@Suite(
    .serialized, .timeLimit(.minutes(40)),
    .enabled(if: LaunchedPage.isToRun, LaunchedPage.browserAbsence),
    .enabled(if: TestCamera.isAvailable, "\(TestCamera.absence)"))
struct HostCameraTests {
    /// Another document than the pages ask for.
    private static let card = ServedProgram.sample("td1/101-scan-rgb.jpg")
    static let dialects = ["self", "gbg", "idwise", "legitimuz"]

    private func run(
        _ dialect: String, _ play: String, showing pictures: [String] = [RunHost.passport],
        _ look: (TestCamera, [String: Any], @escaping LaunchedPage.Next) throws -> Void = { _, _, _ in },
        before: (TestCamera) throws -> Void = { _ in }
    ) throws -> LaunchedPage {
        let options = ["--size", "1280x720", "--hold", "1000000"]
        return try TestCamera.showing(pictures.map { URL(filePath: $0) }, options) { camera in
            try before(camera)
            return try LaunchedPage.run(dialect, play, ["--device", camera.path] + LaunchedPage.whenValid) {
                _, first, next in try look(camera, first, next)
            }
        }
    }

    /// Reads on until a page has said a word on its console.
    private func wait(for word: String, _ next: LaunchedPage.Next) throws {
        while let event = try next() {
            if event["event"] as? String == "console", event["content"] as? String == word { return }
        }
        throw LoopbackSocket.Failure(description: "the launch has ended before a page said \(word)")
    }

    /// Without a page: the messages of `camera.scanMRZ` on standard output.
    @Test func theContractOnStandardOutput() throws {
        try TestCamera.showing([URL(filePath: RunHost.passport)], ["--size", "1280x720"]) { camera in
            let process = Process()
            process.executableURL = ProgramFile.executable
            process.arguments = ["--device", camera.path, "--format", "bridge", "--today", "2020-01-01"]
            let text = try process.outputToEnd()
            let messages = try text.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            let states = messages.dropLast().compactMap { ($0["data"] as? [String: Any])?["stateIndex"] as? Int }
            #expect(
                process.terminationStatus == 0 && states.first == 0 && states.last == 3 && states == states.sorted())
            let answer = try #require(messages.last)
            #expect(answer["type"] as? String == "response" && answer["domain"] as? String == "camera")
            #expect((answer["data"] as? [String: Any])?["documentNumber"] as? String == "M57NML4NG")
        }
    }

    @Test(arguments: dialects)
    func aDocumentIsRead(_ dialect: String) throws {
        let run = try run(dialect, "success")
        #expect(run.status == 0 && run.outcome == "success", "\(run.events)")
    }

    /// The person at the page gives up, before or after something was scanned.
    @Test(arguments: dialects, ["failure", "cancelled"])
    func thePageDecidesOtherwise(_ dialect: String, _ play: String) throws {
        let run = try run(dialect, play)
        #expect(run.status == 1 && run.outcome == play, "\(run.events)")
    }

    /// The system does not let this user use the camera: the page is told, and decides.
    @Test(arguments: dialects)
    func aCameraThatIsDenied(_ dialect: String) throws {
        let run = try run(dialect, "success", before: { try $0.tell("deny") })
        #expect(run.status == 1 && run.outcome != nil && run.outcome != "success", "\(run.events)")
        if dialect == "self" {
            #expect((run.events.last?["error"] as? [String: Any])?["code"] as? String == "CAMERA_PERMISSION_DENIED")
        }
    }

    @Test(arguments: dialects)
    func aCameraThatIsUnpluggedInMidScan(_ dialect: String) throws {
        // Another document than the page asks for: the scan goes on.
        let run = try run(dialect, "success", showing: [Self.card]) {
            camera, _, next in
            try wait(for: "reading", next)
            try camera.tell("unplug")
        }
        #expect(run.status == 1 && run.outcome != nil && run.outcome != "success", "\(run.events)")
        if dialect == "self" {
            #expect((run.events.last?["error"] as? [String: Any])?["code"] as? String == "CAMERA_ERROR")
        }
    }

    /// The scan of the page that was there before is over, and the one that is loaded again has the camera.
    @Test(arguments: dialects)
    func aPageThatIsReloadedInMidScan(_ dialect: String) throws {
        let run = try run(dialect, "reload")
        #expect(run.status == 0 && run.outcome == "success", "\(run.events)")
        #expect(run.all("connected").count == 2 && run.all("disconnected").count >= 1)
        #expect(run.all("console").count { $0["content"] as? String == "scanning" } == 2)
    }

    /// Two pages of one launch: the first has the camera, the second is told so, and the first goes on undisturbed.
    @Test(arguments: dialects)
    func twoPagesAtOnce(_ dialect: String) throws {
        let run = try run(dialect, "two", showing: [Self.card, RunHost.passport]) { camera, first, next in
            try wait(for: "reading", next)
            let profile = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
            let browser = Process()
            browser.executableURL = URL(filePath: try #require(InstalledBrowser.chromium))
            browser.arguments =
                LaunchedPage.browserOptions + ["--user-data-dir=\(profile.path)", "--no-first-run"]
                + [try #require(first["address"] as? String)]
            browser.standardOutput = FileHandle.nullDevice
            browser.standardError = FileHandle.nullDevice
            try browser.run()
            defer {
                browser.terminate()
                browser.waitUntilExit()
                // The system clears the folder of temporary files where this cannot.
                do { try FileManager.default.removeItem(at: profile) } catch {}
            }
            try wait(for: "busy", next)
            try camera.tell("next")
            while let event = try next(), event["event"] as? String != "outcome" {}
        }
        #expect(run.status == 0 && run.outcome == "success", "\(run.events)")
        #expect(run.all("connected").count == 2)
    }
}
