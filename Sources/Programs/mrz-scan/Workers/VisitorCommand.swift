import ArgumentParser
import Bridge
import Commands
import Isolation
import JSON
import MRZScan
import Recognition

/// `mrz-scan visitor`: the inside of a process that reads the frames of one visitor's camera. Through the socket on its
/// standard input it is told which document is wanted, and then handed frames; one message goes out for each.
struct VisitorCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "visitor", abstract: "Read a camera's frames for another mrz-scan.", shouldDisplay: false)

    @OptionGroup var reading: ReadingOptions

    @Option(help: ArgumentHelp("Address space.", valueName: "bytes"))
    var memory: Int

    func run(on output: StandardOutput) throws -> ExitStatus {
        let channel = FrameChannel.standardInput
        do throws(RecognitionError) {
            let configuration = reading.configuration(try reading.loadedModel())
            // Every engine is there before the first frame, and what the system keeps of their files is no concern
            // after.
            try MRZReader(configuration).load()
            let sandbox = try Sandbox.entered(memory: memory)
            guard channel.send(ReadyMessage.ready(sandbox).bytes),
                case .bytes(let wanted) = channel.receive(maxBytes: VisitorProcess.maxWantedBytes),
                let expectation = ScanExpectation(wanted: wanted)
            else { return .verified }
            let scan = VisitorScan(configuration, expectation)
            while case .bytes(let frame) = channel.receive(maxBytes: reading.maxBytes) {
                if !channel.send(try scan.answer(to: frame).bytes) { break }
            }
            return .verified
        } catch {
            // Before it is ready, this is the same as `ReadyMessage.failed`.
            _ = channel.send(VisitorMessage.failed(error).bytes)
            return ExitStatus(error)
        }
    }
}

extension ScanExpectation {
    /// The expectation that a page asks for: an object of JSON; nil when no document can be meant.
    init?(wanted bytes: [UInt8]) {
        guard case .object(let members)? = JSONValue(reading: bytes) else { return nil }
        do throws(BridgeError) {
            self = try ScanExpectation(BridgeParameters(members))
        } catch {
            return nil
        }
    }
}
