import Reporting
import ResultStore

/// An input that is to be read: its bytes, and what is known of them.
struct BatchJob: Sendable {
    let input: BatchInput
    let bytes: [UInt8]
    let hash: ImageHash
}

/// One of the inputs of a batch.
struct BatchInput: Sendable {
    /// The input's place among all of them, from 0.
    let position: Int
    /// The input as it was named.
    let source: String
    /// nil of what is no file.
    var stamp: FileStamp?
}

/// What became of an input.
struct BatchItem: Sendable {
    let input: BatchInput
    let outcome: StoredInput.Outcome

    /// The input as the store keeps it.
    var stored: StoredInput {
        StoredInput(source: input.source, position: input.position, stamp: input.stamp, outcome: outcome)
    }

    /// The results with the name of the input; none of what the store has.
    var records: [ResultRecord] {
        switch outcome {
        case .read(_, _, let records):
            records.map { record in
                var record = record
                record.source = input.source
                return record
            }
        case .failed(let failure): [ResultRecord(source: input.source, failure: failure)]
        case .known, .unchanged: []
        }
    }
}
