import JSON

/// The steps that a person takes, and what came of them.
struct Journey: Sendable, Equatable {
    let id: String
    let definition: String
    /// The caller's name for the person or the case.
    let reference: String?
    /// The language that the caller asks for.
    var locale: String?
    var isFinished = false
    /// The latest result of each step, in the order in which they were first taken.
    private(set) var results: [Result] = []

    struct Result: Sendable, Equatable {
        let step: JSONValue
        var result: JSONValue
    }

    init(id: String, definition: String, reference: String?, locale: String?) {
        self.id = id
        self.definition = definition
        self.reference = reference
        self.locale = locale
    }

    mutating func add(_ result: JSONValue, of step: JSONValue) {
        if let index = results.firstIndex(where: { $0.step == step }) {
            results[index].result = result
        } else {
            results.append(Result(step: step, result: result))
        }
    }

    /// The journey's id under both names: `journeyID` is the contract's.
    var name: JSONValue { ["journeyID": .string(id), "journeyId": .string(id)] }

    /// Every step that was taken passed, there was one, and none that its definition lists was left out.
    func hasPassed(listing listed: [JSONValue]) -> Bool {
        !results.isEmpty && results.allSatisfy { BridgeParameters($0.result)?.bool("hasPassedRules") == true }
            && listed.allSatisfy { id in results.contains { $0.step == id } }
    }

    /// What the page is told of it. Contract 003, JourneySummary.
    ///
    /// - Parameters:
    ///   - listed: the steps of its definition, taken or not.
    ///   - running: the step that is being taken.
    func summary(listing listed: [JSONValue], running: JSONValue?) -> JSONValue {
        var steps = results
        for id in listed + (running.map { [$0] } ?? []) where !steps.contains(where: { $0.step == id }) {
            steps.append(Result(step: id, result: .null))
        }
        return [
            // The contract calls it both.
            "journeyId": .string(id), "journeyID": .string(id), "journeyDefinitionId": .string(definition),
            "isCompleted": .bool(isFinished),
            "stepSummaries": .array(
                steps.map { step in
                    let result = step.step == running ? StepResult.inProgress : step.result
                    return ["definition": ["stepId": step.step], "result": result]
                }),
        ]
    }

    /// The journey as it is kept.
    var json: JSONValue {
        [
            "id": .string(id), "definition": .string(definition),
            "reference": reference.map { .string($0) } ?? .null, "locale": locale.map { .string($0) } ?? .null,
            "isFinished": .bool(isFinished),
            "results": .array(results.map { ["step": $0.step, "result": $0.result] }),
        ]
    }

    /// Nil when it is not what `json` gives.
    init?(_ json: JSONValue) {
        guard let members = BridgeParameters(json), let id = members.string("id"),
            let definition = members.string("definition"), let isFinished = members.bool("isFinished"),
            case .array(let results)? = members["results"]
        else { return nil }
        self.init(
            id: id, definition: definition, reference: members.string("reference"), locale: members.string("locale"))
        self.isFinished = isFinished
        for result in results {
            guard let members = BridgeParameters(result), let step = members["step"], let value = members["result"]
            else { return nil }
            add(value, of: step)
        }
    }
}
