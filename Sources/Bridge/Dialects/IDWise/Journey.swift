import Reporting

/// The steps that a person takes, and what came of them.
struct Journey: Sendable, Equatable {
    let id: String
    let definition: String
    /// The caller's name for the person or the case.
    let reference: String?
    var isFinished = false
    /// The latest result of each step, in the order in which they were first taken.
    private(set) var results: [JSONValue.Member] = []

    init(id: String, definition: String, reference: String?) {
        self.id = id
        self.definition = definition
        self.reference = reference
    }

    mutating func add(_ result: JSONValue, of step: String) {
        let member = JSONValue.Member(step, result)
        if let index = results.firstIndex(where: { $0.key == step }) {
            results[index] = member
        } else {
            results.append(member)
        }
    }

    /// What the page is told of it.
    var summary: JSONValue {
        [
            "journeyId": .string(id), "journeyDefinitionId": .string(definition), "isCompleted": .bool(isFinished),
            "stepSummaries": .array(
                results.map { ["definition": ["stepId": .string($0.key)], "result": $0.value] }),
        ]
    }

    /// As it is kept.
    var json: JSONValue {
        [
            "id": .string(id), "definition": .string(definition),
            "reference": reference.map { .string($0) } ?? .null, "isFinished": .bool(isFinished),
            "results": .array(results.map { ["step": .string($0.key), "result": $0.value] }),
        ]
    }

    /// Nil when it is not what `json` gives.
    init?(_ json: JSONValue) {
        guard let members = BridgeParameters(json), let id = members.string("id"),
            let definition = members.string("definition"), let isFinished = members.bool("isFinished"),
            case .array(let results)? = members["results"]
        else { return nil }
        self.init(id: id, definition: definition, reference: members.string("reference"))
        self.isFinished = isFinished
        for result in results {
            guard let members = BridgeParameters(result), let step = members.string("step"),
                let value = members["result"]
            else { return nil }
            add(value, of: step)
        }
    }
}
