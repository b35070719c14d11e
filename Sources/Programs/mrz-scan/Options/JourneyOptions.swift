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

    /// What pages may start. The file is read once, with the other arguments: a wrong one is wrong usage, and a pipe
    /// has its content once.
    private(set) var definitions = JourneyDefinitions()

    private enum CodingKeys: CodingKey {
        case journeys
    }

    mutating func validate() throws {
        guard let journeys else { return }
        if journeys == "-" {
            throw ValidationError("--journeys: Standard input is not read for them. A file of this name is ./-")
        }
        do {
            let text = try TextInput.text(of: journeys)
            guard let json = JSONValue(reading: Array(text.utf8)) else {
                throw ValidationError("--journeys: the file is no JSON.")
            }
            definitions = try JourneyDefinitions(json)
        } catch let error as DecodingError {
            throw ValidationError("--journeys: \(error.message)")
        } catch let error as JourneyDefinitionError {
            throw ValidationError("--journeys: \(error)")
        }
    }
}
