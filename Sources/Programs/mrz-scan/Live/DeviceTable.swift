import Frames
import Imaging
import JSON
import Reporting
import V4L2Capture

/// Cameras as `mrz-scan devices` shows them.
enum DeviceTable {
    /// What a format offers at one size.
    private struct Entry {
        let format: PixelFormat
        let size: PixelSize
        var rates: [Double]
    }

    /// The rates of every format and size together, in the order in which the driver lists them.
    private static func entries(of device: CaptureDevice) -> [Entry] {
        var entries: [Entry] = []
        for mode in device.modes {
            let rates = mode.rate.map { [$0] } ?? []
            if let place = entries.firstIndex(where: { $0.format == mode.format && $0.size == mode.size }) {
                entries[place].rates += rates
            } else {
                entries.append(Entry(format: mode.format, size: mode.size, rates: rates))
            }
        }
        return entries
    }

    /// A paragraph for people.
    static func text(of device: CaptureDevice) -> String {
        var lines = [device.path + (device.name.map { "  \($0)" } ?? "")]
        if let driver = device.driver, let bus = device.bus { lines.append("    driver \(driver), at \(bus)") }
        if let problem = device.problem {
            lines.append("    cannot be used: \(problem.message)")
        } else if let best = device.best {
            lines.append("    is used with \(best)")
        }
        for entry in entries(of: device) {
            let rates = entry.rates.map(CaptureMode.text(of:)).joined(separator: ", ")
            lines.append(
                "    \(entry.format)  \(entry.size)" + (rates.isEmpty ? "" : "  \(rates) fps")
                    + (entry.format.isRead ? "" : "  (not read)"))
        }
        // A device may have any name; this one goes to a terminal.
        return lines.map { $0.printable() + "\n" }.joined()
    }

    /// One object. The rates are frames a second.
    static func json(of device: CaptureDevice) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(ScanReport.schema)), .init("type", .string("device")),
            .init("path", .string(device.path)),
        ]
        let texts = [("name", device.name), ("driver", device.driver), ("bus", device.bus)]
        members += texts.compactMap { key, value in value.map { .init(key, .string($0)) } }
        members.append(.init("usable", .bool(device.problem == nil)))
        if let problem = device.problem {
            members.append(
                .init("error", ["code": .string(problem.code.rawValue), "message": .string(problem.message)]))
        }
        if let best = device.best { members.append(.init("best", object(of: best))) }
        members.append(
            .init(
                "modes",
                .array(
                    entries(of: device).map { entry in
                        [
                            "pixelFormat": .string("\(entry.format)"), "width": .integer(entry.size.width),
                            "height": .integer(entry.size.height),
                            "fps": .array(entry.rates.map { .number($0, places: 2) }),
                            "read": .bool(entry.format.isRead),
                        ]
                    })))
        return .object(members)
    }

    private static func object(of mode: CaptureMode) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("pixelFormat", .string("\(mode.format)")), .init("width", .integer(mode.size.width)),
            .init("height", .integer(mode.size.height)),
        ]
        if let rate = mode.rate { members.append(.init("fps", .number(rate, places: 2))) }
        return .object(members)
    }
}
