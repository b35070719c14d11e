import MRZDetection
public import MRZParsing
import Scanning

extension LiveScan {
    /// How a live scan decides. Times are those of the frames unless said otherwise.
    public struct Configuration: Sendable {
        /// The layouts that are read; of two that fit alike the former is taken.
        public var formats: [MRZFormat] {
            get { scanning.formats }
            set {
                scanning.formats = newValue
                finding.detector.shapes = ZoneShapes(newValue.map(\.lineLengths))
            }
        }
        public var consensus = Consensus.Configuration()
        /// The scan ends when no document has been settled for so long, by the clock; nil for never.
        public var timeout: Duration? = .seconds(120)
        /// Whether a source that fails is opened again.
        public var reconnects = false
        /// How long is waited before each attempt, by the clock.
        public var reconnectEvery = Duration.seconds(1)
        /// How often progress is said again although nothing has changed, by the clock.
        public var heartbeat = Duration.milliseconds(500)
        /// How long something must be over before it is no longer said.
        public var hold = Duration.milliseconds(300)
        /// What is known of a document is dropped when it has not been seen for so long.
        public var lostAfter = Duration.milliseconds(600)
        /// A document that has been read has left when it has not been seen for so long.
        public var leftAfter = Duration.seconds(1)
        /// How often a document that has been read is looked at again, to see whether another has taken its place.
        public var checkEvery = Duration.milliseconds(400)
        /// Where the zone's thumbnails of two frames are correlated less than this it is looked at again at once. Of
        /// one document nine of ten are correlated more than 0.96, two documents in one place less than 0.9.
        public var minCorrelation: Float = 0.9
        /// One frame alone decides where the frame before it showed print that is correlated more than this: a picture
        /// that is torn between two documents is correlated less with either.
        public var steadyCorrelation: Float = 0.96
        /// A zone that moves by this share of its length from one frame to the next is another one.
        public var jump = 0.5
        /// A document on which all frames agree is reported unverified after so long when the standard objects to what
        /// is printed.
        public var objectionDelay = Duration.seconds(1)
        /// It is after so long when something lies over the print.
        public var coverDelay = Duration.milliseconds(1500)
        /// It is after so long when the glyphs leave doubts.
        public var doubtDelay = Duration.milliseconds(2500)
        /// It is after so long when the frames are such that a better one may show more.
        public var betterFrameDelay = Duration.seconds(4)
        /// So long frames must have read the same before it is verified, where a line of it is that of another document
        /// which was seen less than two seconds ago: frames may be torn between the two, several in a row.
        public var sharedLineDelay = Duration.milliseconds(400)
        /// A document that is not verified after so long is told what keeps it from being so.
        public var explainAfter = Duration.milliseconds(800)
        /// Most of the last so many readings must show that.
        public var readingsExplained = 12
        /// How many frames must show the same thing that the pixels speak against, a stroke or half a letter, until the
        /// document is not verified any more, whatever other frames show.
        public var framesRefuting = 3
        /// How many later frames in a row must not show it, until it is taken to have gone: three times as many as
        /// showed it, and so many at least.
        public var framesRelieving = 15
        /// Pixels a character that a single frame must have to be enough: see `docs/live.md`.
        public var strongPitch = 12.0
        /// The sharpness that such a frame must have.
        public var strongSharpness = 0.2
        /// The confidence that each of its characters must have that no check digit covers.
        public var strongConfidence = 0.97
        /// The belief that each of those must have.
        public var strongBelief = 0.985
        /// After so many readings that settle nothing, some frames are read thoroughly: all that can be got out of them
        /// is.
        public var readingsBeforeThorough = 6
        /// One look in so many is thorough then.
        public var thoroughEvery = 4
        /// After so many looks at a part of a zone the whole frame is searched again.
        public var partsBeforeSearch = 8
        /// A frame with a lower mean grey is dark.
        public var darkScene = 25.0

        var scanning = MRZScanner.Configuration()
        var finding = ZoneFinder.Configuration()
        var reading = ZoneReader.Configuration()

        public init() {}
    }
}
