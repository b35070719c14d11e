import ArgumentParser
import Bridge
import Commands
import ImageDecoding
import JSON

/// Which journeys pages of the IDWise dialect may start.
struct JourneyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The steps of each journey of the dialect idwise, as docs/bridge.md has the file.", valueName: "file"),
        completion: .file())
    var journeys: String?

    /// Checked with the other arguments, so that a wrong file is wrong usage.
    func validate() throws { _ = try definitions() }

    /// - Throws: `ValidationError` when the file can't be read or defines no journeys.
    func definitions() throws -> JourneyDefinitions {
        guard let journeys else { return JourneyDefinitions() }
        do {
            let text = try TextInput.text(of: journeys)
            guard let json = JSONValue(reading: Array(text.utf8)) else {
                throw ValidationError("--journeys: the file is no JSON.")
            }
            return try JourneyDefinitions(json)
        } catch let error as DecodingError {
            throw ValidationError("--journeys: \(error.message)")
        } catch let error as JourneyDefinitionError {
            throw ValidationError("--journeys: \(error)")
        }
    }
}
