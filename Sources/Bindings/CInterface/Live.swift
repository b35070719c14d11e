public import CMRZScan
import Frames
import ImageDecoding
import LiveScanning
import MRZScan
import Recognition
import Reporting
import Threads

/// What `mrzscan_live` points to.
private final class Live: Sendable {
    private struct State {
        let reader: LiveReader
        var frames = 0
        var documents = 0
    }

    private let state: Monitor<State>
    private let limits: DecodingLimits

    init(_ configuration: MRZReader.Configuration) {
        limits = configuration.limits
        state = Monitor(State(reader: LiveReader(configuration)))
    }

    func look(at pixels: PixelBuffer, microseconds: Int64) throws(CallFailure) -> (LiveFinding, ScanReport?) {
        let image: Picture
        do throws(DecodingError) {
            image = try pixels.picture(limits: limits)
        } catch {
            throw CallFailure(error)
        }
        return try recognizing { () throws(RecognitionError) in
            try state.update { state in
                Result { () throws(RecognitionError) in
                    let time = Duration.microseconds(microseconds)
                    let frame = Frame(
                        sequence: state.frames, time: time, image: image.gray, color: pixels.detachedColor)
                    state.frames += 1
                    let finding = try state.reader.look(at: frame)
                    let report = finding.result.map { state.reader.report(of: $0, index: state.documents) }
                    if report != nil { state.documents += 1 }
                    return (finding, report)
                }
            }.get()
        }
    }
}

@_cdecl("mrzscan_live_new")
public func makeLive(
    _ options: UnsafePointer<mrzscan_options>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    attempt(error) { () throws(CallFailure) in handle(to: Live(try MRZReader.Configuration(options))) }
}

@_cdecl("mrzscan_live_look")
public func lookLive(
    _ live: OpaquePointer?, _ frame: UnsafePointer<mrzscan_pixels>?, _ microseconds: Int64,
    _ status: UnsafeMutablePointer<mrzscan_live_status>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    attempt(error) { () throws(CallFailure) in
        let live = try object(Live.self, behind: live, named: "live scan")
        let room = try StatusRoom(status)
        let (finding, report) = try live.look(at: try PixelBuffer(frame), microseconds: microseconds)
        room.write(finding.status, documentLeft: finding.documentLeft, report: report)
        return true
    } ?? false
}

@_cdecl("mrzscan_live_free")
public func freeLive(_ live: OpaquePointer?) { release(Live.self, behind: live) }

/// The caller's structure for what a live scan says.
struct StatusRoom {
    /// What the structure had when it was first given out, in bytes: up to `results`.
    private static let firstSize =
        (MemoryLayout<mrzscan_live_status>.offset(of: \.results) ?? 0) + MemoryLayout<OpaquePointer?>.size

    private let status: UnsafeMutablePointer<mrzscan_live_status>
    private let size: Int

    /// - Throws: when it is NULL, too small for what the first version had, or of no size.
    init(_ status: UnsafeMutablePointer<mrzscan_live_status>?) throws(CallFailure) {
        guard let status else { throw .wrongCall("The status is NULL.") }
        self.status = status
        size = UnsafeRawPointer(status).load(as: Int.self)
        guard (Self.firstSize...1 << 16).contains(size) else {
            throw .wrongCall("The size of the status is not set: it has to be that of its structure.")
        }
    }

    /// Fills what the caller knows of the structure; what only the caller knows stays as it is.
    func write(_ said: LiveStatus, documentLeft: Bool = false, ended: Bool = false, report: ScanReport? = nil) {
        var new = mrzscan_live_status()
        new.size = size
        new.progress = mrzscan_progress(UInt32(said.progress.rawValue))
        new.hint = HintTexts.words[said.hint]?.pointer
        new.message = HintTexts.sentences[said.hint]?.pointer
        if let zone = said.zone {
            new.has_zone = true
            let corners = zone.numbers
            withUnsafeMutableBytes(of: &new.zone) { room in corners.withUnsafeBytes { room.copyMemory(from: $0) } }
        }
        new.document_left = documentLeft
        new.ended = ended
        new.results = report.map { handle(to: Results([$0])) }
        let common = min(size, MemoryLayout<mrzscan_live_status>.size)
        let room = UnsafeMutableRawBufferPointer(start: status, count: common)
        withUnsafeBytes(of: new) { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<common])) }
    }
}

/// What hints are called, for the life of the process.
private enum HintTexts {
    static let words = Dictionary(uniqueKeysWithValues: ScanHint.allCases.map { ($0, CText($0.rawValue)) })
    static let sentences = Dictionary(uniqueKeysWithValues: ScanHint.allCases.map { ($0, CText($0.sentence)) })
}
