public import JSON
import Reporting

/// Which steps a journey has: documents to be shown, under ids of the definition's own. Contract 003.
public struct JourneyDefinitions: Sendable {
    /// The steps of each definition; nil where any definition has the steps of every journey.
    private let steps: [String: [Step]]?

    struct Step: Sendable, Equatable {
        /// A whole number, as the SDK's callbacks have it, or a text.
        let id: JSONValue
        let expectation: ScanExpectation

        /// An id as a text: calls have it so, callbacks as the definition does.
        static func name(_ id: JSONValue) -> String {
            if case .string(let text) = id { text } else { id.text }
        }
    }

    /// Any definition, with a step for each kind of document: 1 to 5, or by a word.
    public init() { steps = nil }

    /// Reads `{"journeys":[{"journeyDefinitionId":"…","steps":[{"stepId":10,"documentType":"passport"},…]},…]}`.
    ///
    /// - Throws: what is wrong, in one sentence.
    public init(_ json: JSONValue) throws(JourneyDefinitionError) {
        guard case .object(let members) = json, case .array(let journeys)? = BridgeParameters(members)["journeys"]
        else { throw JourneyDefinitionError("The file has no list 'journeys'.") }
        var steps: [String: [Step]] = [:]
        for journey in journeys {
            guard let members = BridgeParameters(journey), let id = members.text("journeyDefinitionId"), !id.isEmpty
            else { throw JourneyDefinitionError("A journey has no journeyDefinitionId.") }
            guard steps[id] == nil else { throw JourneyDefinitionError("A journey is defined twice.") }
            try Self.require(members, of: "journey", ["journeyDefinitionId", "steps"])
            guard case .array(let given)? = members["steps"], !given.isEmpty else {
                throw JourneyDefinitionError("A journey has no steps.")
            }
            var own: [Step] = []
            for json in given {
                let step = try Self.step(json)
                guard !own.contains(where: { Step.name($0.id) == Step.name(step.id) }) else {
                    throw JourneyDefinitionError("A journey has two steps of one stepId.")
                }
                own.append(step)
            }
            steps[id] = own
        }
        self.steps = steps
    }

    private static func step(_ json: JSONValue) throws(JourneyDefinitionError) -> Step {
        guard let members = BridgeParameters(json) else { throw JourneyDefinitionError("A step is no object.") }
        switch members["stepId"] {
        case .integer?: break
        case .string(let text)? where !text.isEmpty: break
        default: throw JourneyDefinitionError("A stepId is a whole number or a text.")
        }
        try require(members, of: "step", ["stepId", "documentType", "countryCode"])
        do throws(BridgeError) {
            return Step(id: members["stepId"] ?? .null, expectation: try ScanExpectation(members))
        } catch {
            throw JourneyDefinitionError("A step: \(error.message)")
        }
    }

    /// A key that is mistyped would leave out what it was to ask for.
    private static func require(
        _ members: BridgeParameters, of what: String, _ known: Set<String>
    ) throws(JourneyDefinitionError) {
        guard let other = members.members.first(where: { !known.contains($0.key) }) else { return }
        throw JourneyDefinitionError("A \(what) has the unknown key \(other.key.printable()).")
    }

    func includes(_ definition: String) -> Bool { steps.map { $0[definition] != nil } ?? true }

    /// The ids that a summary lists whether they were taken or not; none where every journey has every step.
    func listed(in definition: String) -> [JSONValue] { steps?[definition]?.map(\.id) ?? [] }

    /// The step that a caller means, by a number or a text.
    func step(_ id: JSONValue, of definition: String) -> Step? {
        let all = steps.map { $0[definition] ?? [] } ?? Self.every
        return all.first { Step.name($0.id) == Step.name(id) }
    }

    private static let every: [Step] = {
        let documents: [(String, ScanExpectation)] = [
            ("document", .init()), ("passport", .init(document: .passport)),
            ("identityCard", .init(document: .identityCard)), ("visa", .init(document: .visa)),
            ("drivingLicence", .init(document: .drivingLicence)),
        ]
        return documents.enumerated().flatMap { number, document in
            [
                Step(id: .integer(number + 1), expectation: document.1),
                Step(id: .string(document.0), expectation: document.1),
            ]
        }
    }()
}

/// Why a file defines no journeys.
public struct JourneyDefinitionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One English sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
