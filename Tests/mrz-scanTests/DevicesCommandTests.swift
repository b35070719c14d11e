import Foundation
import TestCamera
import Testing

@Suite struct DevicesCommandTests {
    @Test func notACamera() throws {
        let run = try BuiltProgram.run(["devices", "/dev/null", "/no/such/device", "--format", "jsonl"])
        #expect(run.status == 0 && run.errors == "")
        let devices = try run.results()
        #expect(devices.map { $0["path"] as? String } == ["/dev/null", "/no/such/device"])
        #expect(devices.allSatisfy { $0["usable"] as? Bool == false })
        let codes = devices.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == ["not_a_camera", "camera_not_found"])
    }

    @Test func devicesCommandNoTerminal() throws {
        let run = try BuiltProgram.run(["devices", "/no/such/\u{1B}[2Jdevice"])
        #expect(run.status == 0 && run.output.hasPrefix("/no/such/\u{FFFD}[2Jdevice\n"))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test(.enabled(if: TestCamera.isAvailable, "\(TestCamera.absence)"))
    func camera() throws {
        try TestCamera.showing(
            [URL(filePath: BuiltProgram.sample("td2/104-scan-rgb.jpg"))],
            ["--format", "YUYV,MJPG", "--size", "640x480,1280x720", "--fps", "30,15"], isListed)
    }

    private func isListed(_ camera: TestCamera) throws {
        let device = try #require(try BuiltProgram.run(["devices", camera.path, "--format", "jsonl"]).results().first)
        #expect(device["usable"] as? Bool == true)
        #expect(device["name"] as? String == "Test camera")
        let best = try #require(device["best"] as? [String: Any])
        #expect(best["pixelFormat"] as? String == "YUYV" && best["width"] as? Int == 1280)
        let modes = try #require(device["modes"] as? [[String: Any]])
        #expect(modes.count == 4)
        #expect(modes.allSatisfy { $0["fps"] as? [Int] == [30, 15] && $0["read"] as? Bool == true })
        let text = try BuiltProgram.run(["devices", camera.path]).output
        #expect(text.contains("is used with YUYV 1280×720 at 30 fps"))
        #expect(text.contains("MJPG  640×480  30, 15 fps"))
    }

    /// `docs/camera.md` has every code with which capturing fails, as the sources list them.
    @Test func documentation() throws {
        let page = try String(contentsOf: BuiltProgram.repository.appending(path: "docs/camera.md"), encoding: .utf8)
        let file = BuiltProgram.repository.appending(path: "Sources/Core/Frames/CaptureError.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let codes = source.matches(of: /rawValue: "([a-z_]+)"/).map { String($0.1) }
        #expect(codes.count > 6)
        for code in codes { #expect(page.contains("`\(code)`"), "\(code)") }
    }
}
