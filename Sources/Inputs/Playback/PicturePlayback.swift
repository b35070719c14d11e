public import Frames
public import ImageDecoding
import Imaging
import Threads

/// Pictures played in order as the frames of a camera that has time: none is dropped.
public struct PicturePlayback: FrameSource {
    private let paths: [String]
    private let options: Options

    /// How the pictures are played.
    public struct Options: Sendable {
        /// No fewer frames in a second are played.
        public static let minRate = 0.001
        /// Frames in a second: what their times say, and not more than that are given in a second.
        public var rate: Double
        /// Frames for which each picture stays.
        public var hold: Int
        /// Whether it begins again after the last picture.
        public var repeats: Bool
        /// The pixels that the longer side of a frame keeps where a picture has twice as many or more.
        public var longSide: Int
        /// What a picture may cost.
        public var limits: DecodingLimits

        /// - Precondition: `rate` is at least `minRate`, `hold` and `longSide` are at least 1.
        public init(
            rate: Double = 30, hold: Int = 1, repeats: Bool = false, longSide: Int = 1280,
            limits: DecodingLimits = DecodingLimits()
        ) {
            precondition(rate >= Self.minRate && hold >= 1 && longSide >= 1, "nothing would be played")
            self.rate = rate
            self.hold = hold
            self.repeats = repeats
            self.longSide = longSide
            self.limits = limits
        }
    }

    /// - Parameters:
    ///   - paths: pictures, and folders and archives of pictures, as `InputWalk` understands them.
    ///   - options: how fast and for how long each is shown.
    public init(_ paths: [String], options: Options = Options()) {
        self.paths = paths
        self.options = options
    }

    /// Looks at the first picture and lets frames flow. A damaged picture is passed over and counted, as a camera's damaged
    /// frame is; so is whatever in a folder or an archive can't be read.
    ///
    /// - Throws: `CaptureError` with `.unreadablePicture` when there is no first picture. A later path that can't be
    ///   read ends the feed with the same; so does the end, where nothing was shown.
    public func start() throws(CaptureError) -> FrameFeed {
        try requireFirst()
        let feed = FrameFeed(.whole)
        let isStopped = Monitor(false)
        feed.onStop { isStopped.update { $0 = true } }
        guard startedThread({ play(into: feed, isStopped) }) else { throw .noThread }
        return feed
    }

    /// Looks at the first picture and plays nothing.
    ///
    /// - Throws: `CaptureError` with `.unreadablePicture` when there is none.
    public func requireFirst() throws(CaptureError) {
        var inputs = InputWalk(paths, limits: options.limits)
        guard let first = inputs.next() else { throw Self.error("There are no pictures to play.") }
        _ = try picture(0, of: image(first), from: first)
    }

    private func play(into feed: FrameFeed, _ isStopped: Monitor<Bool>) {
        let start = ContinuousClock.now
        var sequence = 0
        var isAnyShown = false
        /// Whether the feed still runs after the frames of a picture; one that is damaged has them as well.
        func isShown(_ picture: Picture?) -> Bool {
            let color = picture?.color
            isAnyShown = isAnyShown || picture != nil
            for _ in 0..<options.hold {
                let time = Duration.seconds(Double(sequence) / options.rate)
                let early = time - (ContinuousClock.now - start)
                // Who stops the feed does not have to wait for the next frame.
                if early > .zero, isStopped.wait(atMost: early, { $0 ? true : nil }) ?? false { return false }
                let frame = picture.map { picture in
                    Frame(sequence: sequence, time: time, image: picture.gray) { color }
                }
                guard feed.offer(developing: { frame }) else { return false }
                sequence += 1
            }
            return true
        }
        do throws(CaptureError) {
            repeat {
                // One after another: what an archive unpacks to is not held all at once.
                for input in InputWalk(paths, limits: options.limits) {
                    let image = try image(input)
                    for page in 0..<(image?.pageCount ?? 1) {
                        guard isShown(try picture(page, of: image, from: input)) else { return }
                    }
                }
            } while options.repeats && isAnyShown
            guard isAnyShown || sequence == 0 else {
                throw Self.error("The pictures are damaged, or other programs may show them otherwise.")
            }
            feed.finish()
        } catch {
            feed.fail(error)
        }
    }

    /// A picture or a document; nil of a damaged one, and of what can't be read and was not named itself.
    private func image(_ input: InputWalk.Input) throws(CaptureError) -> EncodedImage? {
        do throws(DecodingError) {
            switch input {
            case .file(let path): return try EncodedImage(path: path, limits: options.limits)
            case .entry(let file): return try EncodedImage(bytes: file.bytes, limits: options.limits)
            case .failed(_, let error): throw error
            case .standardInput:
                throw DecodingError(.unsupported, "Standard input can't be played: it is read only once.")
            }
        } catch {
            try passOver(error, of: input)
            return nil
        }
    }

    /// One of its pages; nil as `image` has it.
    private func picture(
        _ page: Int, of image: EncodedImage?, from input: InputWalk.Input
    ) throws(CaptureError) -> Picture? {
        guard let image else { return nil }
        do throws(DecodingError) {
            let picture = try image.picture(page: page, longSide: options.longSide, color: true)
            // A frame says nothing of its file: what is damaged is not played, as a camera's frame is not.
            return picture.damage == .none ? picture : nil
        } catch {
            try passOver(error, of: input)
            return nil
        }
    }

    /// - Throws: the error, where it is of an input that was named itself, and not that this is damaged.
    private func passOver(_ error: DecodingError, of input: InputWalk.Input) throws(CaptureError) {
        if error.code != .damaged, isNamed(input) { throw Self.error(error.message) }
    }

    /// Whether an input is one of the paths themselves, not of a folder or an archive.
    private func isNamed(_ input: InputWalk.Input) -> Bool {
        switch input {
        case .standardInput: true
        case .file(let path), .failed(let path, _): paths.contains(path)
        case .entry: false
        }
    }

    private static func error(_ message: String) -> CaptureError { CaptureError(.unreadablePicture, message) }
}

extension CaptureError.Code {
    /// A picture that was to be played can't be read.
    public static let unreadablePicture = Self(rawValue: "picture_unreadable")
}
