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
    let outcome: Outcome

    enum Outcome: Sendable {
        case read(ImageHash, bytes: Int, [ResultRecord])
        /// The store has the results of these bytes.
        case known(ImageHash)
        case failed(ScanReport.Failure)
        /// The store has its results.
        case unchanged
    }

    /// The input as the store keeps it.
    var stored: StoredInput {
        let content: StoredInput.Content =
            switch outcome {
            case .read(let hash, let bytes, let records): .read(hash, bytes: bytes, records)
            case .known(let hash): .known(hash)
            case .failed(let failure): .failed(failure)
            case .unchanged: .unchanged
            }
        return StoredInput(source: input.source, position: input.position, stamp: input.stamp, content: content)
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
