import ArgumentParser
import Commands
import ImageDecoding
import Isolation
import JSON
import MRZScan
import Recognition

extension DecodingLimits {
    /// Bytes of the largest page that is drawn, with what stands before its pixels.
    var maxDrawnBytes: Int { min(maxPixels, 1 << 40) * 3 + 64 }
}

/// `mrz-scan worker`: the inside of a worker process. Pictures come in through the socket on its standard input, in
/// frames, and one frame of results goes out for each page.
struct WorkerCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Read pictures for another mrz-scan.", shouldDisplay: false)

    @OptionGroup var reading: ReadingOptions

    @Option(help: ArgumentHelp("Address space.", valueName: "bytes"))
    var memory: Int

    @Flag(help: "Send results without the content of the documents.")
    var redact = false

    func run(on output: StandardOutput) throws -> ExitStatus {
        let channel = FrameChannel.standardInput
        do throws(RecognitionError) {
            let reader = MRZReader(reading.configuration(try reading.loadedModel()))
            try reader.load()
            // It is such a process itself, and will not be able to start another.
            var limits = reading.limits
            limits.heifProgram = nil
            // A page of a document comes drawn, three bytes a pixel, however small its file was. What the file may have
            // was looked at before.
            limits.maxBytes = max(limits.maxBytes, limits.maxDrawnBytes)
            let pages = DirectReader(reader, limits: limits, redact: redact)
            EncodedImage.loadCodecs()
            let sandbox = try Sandbox.entered(memory: memory)
            guard channel.send(ReadyMessage.ready(sandbox).bytes) else { return .verified }
            while case .bytes(let image) = channel.receive(maxBytes: limits.maxBytes) {
                // Half an answer cannot be mended: who waits for it sees that this process has ended.
                guard try pages.read(image, each: { channel.send(PageMessage($0).bytes) }) else { break }
            }
            return .verified
        } catch {
            _ = channel.send(ReadyMessage.failed(error).bytes)
            return ExitStatus(error)
        }
    }
}
