import ArgumentParser
import Commands
import ImageDecoding
import Isolation
import JSON
import MRZScan
import Recognition

/// `mrz-scan page-view`: the inside of a process that decodes pages for somebody to look at. For each page two frames
/// come in through the socket on its standard input, what is wanted and the picture, and what is seen goes out.
struct ViewCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "page-view", abstract: "Show pages to another mrz-scan.", shouldDisplay: false)

    @OptionGroup var confined: ConfinedDecodingOptions

    @Option(help: ArgumentHelp("The most that a page may have.", valueName: "pixels"))
    var maxPixels: Int

    func run(on output: StandardOutput) throws -> ExitStatus {
        let channel = FrameChannel.standardInput
        EncodedImage.loadCodecs()
        let sandbox = try Sandbox.entered(memory: confined.memory)
        guard channel.send(ReadyMessage.ready(sandbox).bytes) else { return .verified }
        let limits = DecodingLimits(maxBytes: confined.maxBytes, maxPixels: maxPixels)
        while case .bytes(let wanted) = channel.receive(maxBytes: ViewMessage.maxBytes),
            case .wanted(let request) = ViewMessage(wanted),
            case .bytes(let image) = channel.receive(maxBytes: confined.maxBytes)
        {
            do throws(DecodingError) {
                let view = try PageView(of: try EncodedImage(bytes: image, limits: limits), request)
                _ = channel.send(ViewMessage.view(view.size, pictures: view.pictures.count).bytes)
                for picture in view.pictures { _ = channel.send(picture) }
            } catch {
                _ = channel.send(ViewMessage.failed(.init(error)).bytes)
            }
        }
        return .verified
    }
}
