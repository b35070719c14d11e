import ArgumentParser
import BridgeServer
import Commands
import ImageDecoding

/// What `serve` takes from those who upload.
struct UploadOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Refuse uploads with more bytes than this.", valueName: "n"))
    var maxUpload = ServerLimits().uploadBytes

    @Option(help: ArgumentHelp("Refuse pages with more pixels than this.", valueName: "n"))
    var maxPixels = DecodingLimits.ofUploads.maxPixels

    @Option(help: ArgumentHelp("Refuse files with more pages than this.", valueName: "n"))
    var maxPages = DecodingLimits.ofUploads.maxPages

    @OptionGroup private var parallel: JobsOptions

    var jobs: Int { parallel.jobs }

    func validate() throws {
        for (name, value) in [("max-upload", maxUpload), ("max-pixels", maxPixels), ("max-pages", maxPages)]
        where value < 1 {
            throw ValidationError("--\(name) must be at least 1.")
        }
    }

    var limits: DecodingLimits { DecodingLimits(maxBytes: maxUpload, maxPixels: maxPixels, maxPages: maxPages) }
}

extension DecodingLimits {
    /// What a picture may cost that a page or a person hands to a host, unless options say otherwise.
    static let ofUploads = DecodingLimits(maxPixels: 50_000_000, maxPages: 20)
}
