import Frames
import Imaging

/// Finds the mode that a request asks for among those that a camera has.
struct ModeSelection {
    /// How far a rate may be from the one that was asked for: drivers round their intervals.
    private static let rateTolerance = 0.5

    let request: CaptureRequest
    var choice = ModeChoice()

    /// The best mode that the request allows; nil when there is none.
    func best(of modes: [CaptureMode]) -> CaptureMode? { choice.best(of: modes.filter(isAllowed)) }

    private func isAllowed(_ mode: CaptureMode) -> Bool {
        isAllowed(mode.size) && (request.format ?? mode.format) == mode.format && isAllowed(rate: mode.rate)
    }

    /// Whether the driver's final word on the size is what was asked for.
    func isAllowed(_ size: PixelSize) -> Bool { (request.size ?? size) == size }

    private func isAllowed(rate: Double?) -> Bool {
        guard let wanted = request.rate, let rate else { return true }
        return abs(rate - wanted) <= Self.rateTolerance
    }

    /// Why there is none.
    func refusal(path: String, modes: [CaptureMode]) -> CaptureError {
        let read = modes.filter(\.format.isRead)
        let wanted = [
            request.format.map { "\($0)" }, request.size.map { "\($0)" },
            request.rate.map { "\(CaptureMode.text(of: $0)) fps" },
        ].compactMap { $0 }
        let message =
            if read.isEmpty {
                "The camera \(path) offers no pixel format that is read"
                    + (modes.isEmpty ? "." : ": " + unique(modes.map { "\($0.format)" }) + ".")
            } else if let format = request.format, !format.isRead {
                "Frames in \(format) are not read; \(path) offers " + unique(read.map { "\($0.format)" }) + "."
            } else {
                "The camera \(path) has no mode with \(wanted.joined(separator: ", ")). \"mrz-scan devices\" lists "
                    + "what it has."
            }
        return CaptureError(.unsupportedMode, message)
    }

    private func unique(_ names: [String]) -> String {
        names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")
    }
}
