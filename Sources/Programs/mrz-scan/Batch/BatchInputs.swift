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
    /// One that is there when the watch begins may be announced as well.
    private var given = GivenFiles()
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
            return given.note(path, status) != status
        }
    }
}

/// How the files that were given last looked: a folder may be watched for years.
struct GivenFiles {
    private var statuses: [String: InputBytes.Status] = [:]
    /// The paths of `statuses`; the oldest one at `oldest` once there are as many as are kept.
    private var paths: [String] = []
    private var oldest = 0
    private let capacity: Int

    init(capacity: Int = 65_536) {
        self.capacity = capacity
    }

    /// Keeps how a file looks, and says how it looked when it was last given, where that is known.
    mutating func note(_ path: String, _ status: InputBytes.Status) -> InputBytes.Status? {
        if let known = statuses.updateValue(status, forKey: path) { return known }
        if paths.count < capacity {
            paths.append(path)
        } else {
            statuses[paths[oldest]] = nil
            paths[oldest] = path
            oldest = (oldest + 1) % capacity
        }
        return nil
    }
}
