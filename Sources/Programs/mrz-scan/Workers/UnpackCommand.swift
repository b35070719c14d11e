import ArgumentParser
import Commands
import ImageDecoding
import Isolation
import Recognition

/// `mrz-scan unpack`: the inside of a process that takes one archive apart for another mrz-scan. The archive is open
/// when it begins. Through the socket on its standard input it is told what is wanted, and for each empty frame after
/// that one file goes out.
struct UnpackCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "unpack", abstract: "Take an archive apart for another mrz-scan.", shouldDisplay: false)

    @Flag(help: "Name the files, and leave their content out.")
    var listing = false

    @OptionGroup var confined: ConfinedDecodingOptions

    func run(on output: StandardOutput) throws -> ExitStatus {
        let channel = FrameChannel.standardInput
        ArchiveWalk.prepare()
        let sandbox = try Sandbox.entered(memory: confined.memory)
        guard channel.send(ReadyMessage.ready(sandbox).bytes),
            case .bytes(let bytes) = channel.receive(maxBytes: UnpackMessage.maxBytes),
            case .wanted(let path, let only) = UnpackMessage(bytes)
        else { return .verified }
        let request = ArchiveRequest(
            path: path, only: only, isListing: listing, limits: DecodingLimits(maxBytes: confined.maxBytes))
        let walk = ArchiveWalk(request, descriptor: IsolatedProcess.handedDescriptor)
        while case .bytes = channel.receive(maxBytes: 0) {
            let isSent =
                switch walk.next() {
                case nil: channel.send(UnpackMessage.end.bytes)
                case .entry(let file)?:
                    channel.send(UnpackMessage.file(path: file.path).bytes) && channel.send(file.bytes)
                case .failed(let path, let error)?:
                    channel.send(UnpackMessage.failed(path: path, error).bytes)
                case .file?, .standardInput?: preconditionFailure("an archive holds no files outside of it")
                }
            if !isSent { break }
        }
        return .verified
    }
}
