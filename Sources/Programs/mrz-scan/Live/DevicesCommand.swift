import ArgumentParser
import Commands
import JSON
import V4L2Capture

/// `mrz-scan devices`: the cameras, and why one cannot be used.
struct DevicesCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the cameras, with their formats, sizes and rates.",
        discussion: """
            Lists every video device of the system, or those at the paths that are given, with the mode in which \
            mrz-scan would capture, or with the reason why it cannot.

            Exit status: 0, also when there is no camera.
            """)

    @Argument(help: "Device files; by default all of /dev/video*.", completion: .file())
    var paths: [String] = []

    @Option(help: "text, or jsonl. The default is text.")
    var format: FormatsCommand.TableFormat = .text

    func run(on output: StandardOutput) throws -> ExitStatus {
        let devices = paths.isEmpty ? CaptureDevice.all() : paths.map { CaptureDevice(path: $0) }
        if devices.isEmpty { note("There is no camera: nothing is at /dev/video*.") }
        switch format {
        case .text: try output.write(devices.map { DeviceTable.text(of: $0) }.joined(separator: "\n"))
        case .jsonl: try output.write(devices.map { DeviceTable.json(of: $0).text + "\n" }.joined())
        }
        return .verified
    }
}
