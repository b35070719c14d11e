package import ArgumentParser
import CProcess
package import ImageDecoding
package import Isolation
package import Recognition

/// The hidden command `heif`: the inside of a process that decodes one HEIF file for the same program. The file comes
/// through standard input, and a portable map goes to standard output; with exit status 1 it is why there is none.
package struct HEIFCommand: Program {
    package static let configuration = CommandConfiguration(
        commandName: "heif", abstract: "Decode a HEIF file for another mrz-scan.", shouldDisplay: false)

    @Flag(help: "Give colours, not luma alone.")
    var color = false

    @OptionGroup var confined: ConfinedDecodingOptions

    @Option(help: ArgumentHelp("The most that the picture may have.", valueName: "pixels"))
    var maxPixels: Int

    package init() {}

    package func run(on output: StandardOutput) throws -> ExitStatus {
        EncodedImage.loadCodecs()
        let limits = DecodingLimits(maxBytes: confined.maxBytes, maxPixels: maxPixels)
        let bytes = try InputBytes.standardInput(limits: limits)
        _ = try Sandbox.entered(memory: confined.memory)
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
    package static let isolatingHEIF = DecodingLimits(heifProgram: ownProgram)

    /// This program, also where it has been replaced since it was started.
    package static let ownProgram = String(cString: cprocess_executable())
}

extension Sandbox {
    /// Confines this process for good, as `enter(memory:)` does.
    package static func entered(memory: Int) throws(RecognitionError) -> Sandbox {
        do throws(SandboxError) {
            return try enter(memory: memory)
        } catch {
            throw RecognitionError(.engineFailed, error.description)
        }
    }
}
