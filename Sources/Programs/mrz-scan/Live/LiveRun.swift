import Commands
import Frames
import Glibc
import Imaging
import LiveScanning
import MRZScan
import PreviewEncoding
import Recognition
import Reporting
import Scanning

/// One live scan from the first frame to the exit code.
struct LiveRun {
    let options: LiveOptions
    let reading: MRZReader.Configuration
    let quiet: Bool

    /// - Throws: `OutputError`, `CaptureError`, `RecognitionError`.
    func run(_ source: any FrameSource, into writer: inout LiveWriter, stop: StopSignal) throws -> ExitStatus {
        var configuration = LiveScan.Configuration()
        configuration.timeout = options.timeLimit
        configuration.reconnects = options.reconnect
        let scan = LiveReader(reading, live: configuration)
        try scan.load()
        defer { if options.statistics { note(scan.statistics.sentence) } }
        var results = 0
        var failure: OutputError?
        let ending: LiveScan.Ending
        do throws(LiveScan.Failure) {
            ending = try scan.run(source, stop: stop) { event in
                do throws(OutputError) {
                    switch event {
                    case .frame, .documentLeft: break
                    case .progress(let status): try writer.write(status)
                    case .settled(let result):
                        try write(result, of: scan, index: results, into: &writer)
                        results += 1
                        return !options.continuous && results >= options.count ? .stop : .goOn
                    case .sourceLost(let error): if !quiet { note("\(error.message) Waiting for it.") }
                    case .sourceBack: if !quiet { note("The camera is back.") }
                    }
                    return .goOn
                } catch {
                    failure = error
                    return .stop
                }
            }
        } catch {
            writer.clear()
            switch error {
            case .capture(let error): throw error
            case .recognition(let error): throw error
            }
        }
        writer.clear()
        if let failure { throw failure }
        switch ending {
        case .stopped: break
        case .ended(let best): try write(best, "The frames ended", of: scan, after: results, into: &writer)
        case .timedOut(let best): try write(best, "Time is up", of: scan, after: results, into: &writer)
        }
        try writer.finish()
        if case .stopped = ending, stop.isRaised { return .interrupted }
        return writer.status
    }

    /// What is known of a document that was not settled; that there is none, where one was wanted.
    private func write(
        _ best: LiveResult?, _ reason: String, of scan: LiveReader, after results: Int, into writer: inout LiveWriter
    ) throws(OutputError) {
        if let best {
            if !quiet { note("\(reason): the document is reported as far as it was read.") }
            return try write(best, of: scan, index: results, into: &writer)
        }
        // Who asked for one after the other has got what there was, but for none.
        guard results < (options.continuous ? 1 : options.count) else { return }
        if !quiet {
            let read = "\(results) of \(options.count) documents \(results == 1 ? "was" : "were") read."
            note("\(reason): \(results == 0 ? "no MRZ was read." : read)")
        }
        try writer.write(ScanReport(source: options.source.name, index: results, outcome: .notFound))
    }

    private func write(
        _ result: LiveResult, of scan: LiveReader, index: Int, into writer: inout LiveWriter
    ) throws(OutputError) {
        try writer.write(scan.report(of: result, source: options.source.name, index: index))
        if let path = options.saveFrame {
            guard let jpeg = result.frame.jpeg ?? Picture(gray: result.frame.image).jpeg(quality: 95) else {
                // Memory is all that an encoder can lack; the older frame stays.
                throw .file(path, errno: ENOMEM)
            }
            try OutputFile.writePrivately(jpeg, to: path)
        }
    }
}

extension LiveStatistics {
    fileprivate var sentence: String {
        let looked = frames == 1 ? "1 frame was looked at" : "\(frames) frames were looked at"
        let lost = dropped == 1 ? "1 was dropped" : "\(dropped) were dropped"
        return "\(looked), \(framesWithZone) with a zone; \(lost), \(damaged) damaged."
    }
}
