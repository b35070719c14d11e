import ImageDecoding
import MRZScan
import ResultStore

/// Reads files ahead of the workers and leaves out what the store knows.
struct ReadAhead {
    let queue: BatchQueue
    let store: ResultStore?
    let limits: DecodingLimits

    /// Goes through all inputs.
    ///
    /// - Throws: `ResultStoreError` when the store cannot be asked.
    func run(_ inputs: BatchInputs) throws(ResultStoreError) {
        var inputs = inputs
        var position = 0
        while queue.awaitRoom(0), let input = inputs.next() {
            try add(input, at: position)
            position += 1
        }
        queue.complete()
    }

    private func add(_ input: InputWalk.Input, at position: Int) throws(ResultStoreError) {
        switch input {
        case .failed(let path, let error): fail(BatchInput(position: position, source: path), error)
        case .standardInput:
            let input = BatchInput(position: position, source: "-")
            let bytes: [UInt8]
            do throws(DecodingError) {
                bytes = try InputBytes.standardInput(limits: limits)
            } catch {
                fail(input, error)
                return
            }
            try add(bytes, as: input)
        case .entry(let file):
            guard queue.awaitRoom(file.bytes.count) else { return }
            let input = BatchInput(position: position, source: file.path)
            if file.bytes.isEmpty {
                fail(input, DecodingError(.isEmpty, "The file in the archive has no bytes."))
            } else {
                try add(file.bytes, as: input)
            }
        case .file(let path): try add(path, at: position)
        }
    }

    private func add(_ path: String, at position: Int) throws(ResultStoreError) {
        var input = BatchInput(position: position, source: path)
        let status = InputBytes.status(of: path)
        if let store, let status, try store.stamp(of: path) == FileStamp(status) {
            queue.add(BatchItem(input: input, outcome: .unchanged))
            return
        }
        guard queue.awaitRoom(min(status?.size ?? 0, limits.maxBytes)) else { return }
        let file: (bytes: [UInt8], status: InputBytes.Status)
        do throws(DecodingError) {
            file = try InputBytes.read(path, limits: limits)
        } catch {
            fail(input, error)
            return
        }
        input.stamp = FileStamp(file.status)
        try add(file.bytes, as: input)
    }

    private func add(_ bytes: [UInt8], as input: BatchInput) throws(ResultStoreError) {
        let hash = ImageHash(of: bytes)
        if let store, try store.knows(hash) {
            queue.add(BatchItem(input: input, outcome: .known(hash)))
        } else {
            queue.add(BatchJob(input: input, bytes: bytes, hash: hash), sharing: store != nil)
        }
    }

    private func fail(_ input: BatchInput, _ error: DecodingError) {
        queue.add(BatchItem(input: input, outcome: .failed(.init(error))))
    }
}

extension FileStamp {
    fileprivate init(_ status: InputBytes.Status) { self.init(size: status.size, modified: status.modified) }
}
