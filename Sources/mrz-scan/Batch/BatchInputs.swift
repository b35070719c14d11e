import ImageDecoding
import Threads

/// The inputs of a batch, one after another: those that are there, then those that come into the folders.
struct BatchInputs {
    private var walk: InputWalk
    private let watch: FolderWatch?
    private var arrived: [InputWalk.Input] = []
    /// How files looked when they were given: one that is there when the watch begins may be announced as well.
    private var given: [String: InputBytes.Status] = [:]
    private let isStopped: () -> Bool

    /// - Parameters:
    ///   - watching: whether to wait for more.
    ///   - isStopped: asked now and then while it waits.
    /// - Throws: `DecodingError` where a path cannot be watched, or there is no list to read.
    init(
        _ inputs: InputOptions, limits: DecodingLimits, watching: Bool, isStopped: @escaping () -> Bool
    ) throws(DecodingError) {
        // Before the walk: what comes in meanwhile is found twice rather than not at all.
        watch = watching ? try FolderWatch(inputs.paths) : nil
        walk = try inputs.walk(limits: limits)
        self.isStopped = isStopped
    }

    mutating func next() -> InputWalk.Input? {
        while !isStopped() {
            // A folder may still be empty when it is watched.
            guard let watch else { return walk.next() }
            if let input = walk.next() ?? arrived.popLast() {
                if isNew(input) { return input }
            } else {
                arrived = watch.inputs(atMost: .milliseconds(250)).reversed()
            }
        }
        return nil
    }

    private mutating func isNew(_ input: InputWalk.Input) -> Bool {
        switch input {
        case .standardInput, .entry: return true
        case .failed(_, let error): return error.code != .noImages
        case .file(let path):
            guard let status = InputBytes.status(of: path) else { return true }
            return given.updateValue(status, forKey: path) != status
        }
    }

    /// How many inputs there are now; nil where that cannot be known before they are read.
    static func count(_ inputs: InputOptions, limits: DecodingLimits) -> Int? {
        guard inputs.filesFrom != "-" else { return nil }
        do throws(DecodingError) {
            return try inputs.walk(limits: limits, listing: true).reduce(0) { count, _ in count + 1 }
        } catch {
            // Who reads the inputs says so.
            return nil
        }
    }
}
