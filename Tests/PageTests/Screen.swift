import Foundation
import Glibc
import LoopbackClient
import Testing

/// A screen without a monitor, by Xvfb, and a hand that moves its mouse: for what a browser does only in a window that
/// has the focus.
final class Screen {
    private static let programs = ["/usr/bin/Xvfb", "/usr/bin/xdotool"]

    /// Whether tests with it can run here, or are to.
    static var isToRun: Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) } || InstalledBrowser.areRequired
    }

    private let process = Process()

    /// What `DISPLAY` is to be.
    let name: String

    init() throws {
        process.executableURL = URL(filePath: Self.programs[0])
        process.arguments = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // It says which number it took.
        var said = ""
        while !said.contains("\n") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "Xvfb ended")
            said += String(decoding: more, as: UTF8.self)
        }
        name = ":" + said.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        // It begins with the signals of the thread that started it, which may all be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // What it would have cleared away itself.
        unlink("/tmp/.X11-unix/X\(name.dropFirst())")
        unlink("/tmp/.X\(name.dropFirst())-lock")
    }

    /// A click of the mouse, wherever that leads.
    func click(x: Int, y: Int) throws {
        let hand = Process()
        hand.executableURL = URL(filePath: Self.programs[1])
        hand.arguments = ["mousemove", "\(x)", "\(y)", "click", "1"]
        hand.environment = ["DISPLAY": name]
        try hand.run()
        hand.waitUntilExit()
    }
}
