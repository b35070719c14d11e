import Foundation
import LoopbackClient

/// What the samples say.
enum PageSamples {
    static func label(_ sample: String) throws -> [String: Any] {
        let labels = try String(
            contentsOf: ServedProgram.repository.appending(path: "Samples/labels.jsonl"), encoding: .utf8)
        for line in labels.split(separator: "\n") {
            let label = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if let label, label["image"] as? String == sample { return label }
        }
        throw LoopbackSocket.Failure(description: "\(sample) has no label")
    }
}
