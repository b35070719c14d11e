public import Frames
import Glibc
import Processes

/// A video device as far as it can be seen without capturing from it.
public struct CaptureDevice: Sendable {
    /// The path of the device file.
    public let path: String
    /// The name for people, such as that of the manufacturer; nil when it could not be asked.
    public let name: String?
    /// The kernel's driver for it.
    public let driver: String?
    /// Where it is plugged in.
    public let bus: String?
    /// All that it can do; empty when it could not be asked.
    public let modes: [CaptureMode]
    /// The mode that is chosen when the user asks for none.
    public let best: CaptureMode?
    /// Why it cannot be used now; nil when it can.
    public let problem: CaptureError?

    /// The devices under `/dev/video*`, in the order of their numbers.
    public static func all() -> [CaptureDevice] {
        paths(in: "/dev").map { CaptureDevice(path: $0) }
    }

    /// Asks the device at that path.
    public init(path: String) { self.init(path: path, system: LibV4L2()) }

    /// Opens the device at that path and asks what it is; nothing is captured.
    ///
    /// - Throws: `CaptureError` when no camera is there, or this user may not use it.
    public static func require(_ path: String) throws(CaptureError) {
        _ = try V4L2Device(path: path, converts: false, system: LibV4L2())
    }

    package init(path: String, system: any V4L2System) {
        self.path = path
        do throws(CaptureError) {
            let device = try V4L2Device(path: path, converts: false, system: system)
            (name, driver, bus) = (device.identity.card, device.identity.driver, device.identity.bus)
            (modes, best, problem) = Self.examine(device)
        } catch {
            (name, driver, bus, modes, best, problem) = (nil, nil, nil, [], nil, error)
        }
    }

    private static func examine(
        _ device: borrowing V4L2Device
    ) -> (modes: [CaptureMode], best: CaptureMode?, problem: CaptureError?) {
        do throws(CaptureError) {
            let selection = ModeSelection(request: CaptureRequest())
            var modes = try device.modes()
            var best = selection.best(of: modes)
            if best == nil {
                modes += try V4L2Device(path: device.path, converts: true, system: device.system).modes()
                    .filter { !modes.contains($0) }
                best = selection.best(of: modes)
            }
            let problem: CaptureError? =
                if device.isBusy {
                    .system(Ioctl.requestBuffers.name, EBUSY, path: device.path)
                } else if best == nil {
                    selection.refusal(path: device.path, modes: modes)
                } else {
                    nil
                }
            return (modes, best, problem)
        } catch {
            return ([], nil, error)
        }
    }

    /// The files `video0`, `video1` … of a folder, by number.
    package static func paths(in folder: String) -> [String] {
        var numbers: [Int] = []
        do throws(SystemError) {
            let listing = try FolderListing(folder)
            while let entry = try listing.next() {
                guard let name = entry.name, name.hasPrefix("video") else { continue }
                // `Int` takes signs too.
                let digits = name.utf8.dropFirst(5)
                guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
                if let number = Int(name.dropFirst(5)) { numbers.append(number) }
            }
        } catch {
            // What cannot be listed holds no device, as far as can be told.
        }
        return numbers.sorted().map { "\(folder)/video\($0)" }
    }
}
