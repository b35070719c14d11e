import Commands
import ImageDecoding
import Threads

/// What a batch is to read, opened before anything is written: where one of it can't be, nothing lies in the way of the
/// corrected command.
struct BatchSources {
    /// The paths of `--files-from`.
    let list: PathList?
    /// What comes into the folders; nil where nobody waits for that.
    let watch: FolderWatch?

    /// - Throws: `DecodingError` where there is no list to read, or a path can't be watched.
    init(_ inputs: InputOptions, isWatched: Bool) throws(DecodingError) {
        list = try inputs.openedList()
        // Before the walk begins: what comes in meanwhile is found twice rather than not at all.
        watch = isWatched ? try FolderWatch([]) : nil
        for path in inputs.paths {
            do throws(DecodingError) {
                try watch?.add(path)
            } catch {
                throw error.naming(path)
            }
        }
    }
}

/// The inputs of a batch, one after another: those that are there, then those that come into the folders.
struct BatchInputs {
    private var walk: InputWalk
    private let watch: FolderWatch?
    private var arrived: [FolderWatch.Arrival] = []
    /// How files looked when they were given: one that is there when the watch begins may be announced as well.
    private var given: [String: InputBytes.Status] = [:]
    private let limits: DecodingLimits
    private let unpacking: Unpacking
    private let isStopped: () -> Bool

    /// - Parameters:
    ///   - walk: what is there already.
    ///   - watch: tells of more; nil to end with the walk.
    ///   - limits: what archives that come in may unpack to.
    ///   - unpacking: who takes those apart.
    ///   - isStopped: asked now and then while it waits.
    init(
        _ walk: InputWalk, watching watch: FolderWatch?, limits: DecodingLimits, unpacking: Unpacking,
        isStopped: @escaping () -> Bool
    ) {
        self.watch = watch
        self.walk = walk
        self.limits = limits
        self.unpacking = unpacking
        self.isStopped = isStopped
    }

    mutating func next() -> InputWalk.Input? {
        while !isStopped() {
            // A folder may still be empty when it is watched.
            guard let watch else { return walk.next() }
            if let input = walk.next() {
                if isNew(input) { return input }
            } else if let arrival = arrived.popLast() {
                switch arrival {
                case .path(let path): walk = InputWalk([path], limits: limits, unpacking: unpacking)
                case .failed(let path, let error): return .failed(path: path, error)
                }
            } else {
                arrived = watch.arrivals(atMost: .milliseconds(250)).reversed()
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
}
