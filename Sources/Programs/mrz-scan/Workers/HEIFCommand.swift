import ArgumentParser
import CProcess
import ImageDecoding
import Isolation

/// `mrz-scan heif`: the inside of a process that decodes one HEIF file for another mrz-scan. The file comes through
/// standard input, and a portable map goes to standard output; with exit status 1 it is why there is none.
struct HEIFCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "heif", abstract: "Decode a HEIF file for another mrz-scan.", shouldDisplay: false)

    @Flag(help: "Give colours, not luma alone.")
    var color = false

    @Option(help: ArgumentHelp("The most that the file may have.", valueName: "bytes"))
    var maxBytes: Int

    @Option(help: ArgumentHelp("The most that the picture may have.", valueName: "pixels"))
    var maxPixels: Int

    @Option(help: ArgumentHelp("Address space.", valueName: "bytes"))
    var memory: Int

    func run(on output: StandardOutput) throws -> ExitStatus {
        EncodedImage.loadCodecs()
        let limits = DecodingLimits(maxBytes: maxBytes, maxPixels: maxPixels)
        let bytes = try InputBytes.standardInput(limits: limits)
        _ = try Sandbox.entered(memory: memory)
        let map: [UInt8]
        do throws(DecodingError) {
            map = try EncodedImage(bytes: bytes, limits: limits).decodedHEIF(color: color)
        } catch {
            try output.write(error.complaint)
            return .notVerified
        }
        try output.write(map)
        return .verified
    }
}

extension DecodingLimits {
    /// The usual ones, with this program to decode HEIF files.
    static let isolatingHEIF = DecodingLimits(heifProgram: ownProgram)

    /// This program, also where it has been replaced since it was started.
    static let ownProgram = String(cString: cprocess_executable())
}
