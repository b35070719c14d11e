import Imaging
import MRZDetection

/// A band in a frame, and the part of the frame that it was found in.
struct Zone {
    let band: Band
    /// What the band's coordinates are about.
    let picture: ImagePyramid
    /// Where that lies in the frame.
    let origin: Point
    /// What counted as print in the search that found it.
    let ink: SearchPass.Ink

    /// The corners in the frame.
    var quad: Quad { band.quad + origin }

    /// The zone read as `band`, the same band another way round.
    func read(as band: Band) -> Zone { Zone(band: band, picture: picture, origin: origin, ink: ink) }
}

/// Finds bands from frame to frame: round the place where the last one was, else in a small picture of the whole frame,
/// now and then in a large one, and not at all while nothing changes.
struct ZoneFinder {
    var configuration: Configuration

    struct Configuration: Sendable {
        var detector = BandDetector.Configuration()
        /// The long side of the searched picture in a full search, in pixels.
        var fullSide = 1280
        /// Its long side in a quick search, in pixels, which finds zones that fill more than half of the frame.
        var quickSide = 640
        /// Every so many of the frames without a zone are searched fully.
        var fullEvery = 8
        /// Every so many of the others are searched quickly.
        var quickEvery = 2
        /// Pixels from one character to the next in the searched picture when a zone is followed.
        var followedPitch = 14.0
        /// It is enlarged for that by so much at most.
        var maxEnlarged = 1.6
        /// How far a zone may move from one frame to the next, as a share of the frame's long side.
        var reach = 0.06

        init() { detector.maxLines = 2 }
    }

    private struct Followed {
        var quad: Quad
        var pitch: Double
        var isLight: Bool
        var ink: SearchPass.Ink

        init(_ zone: Zone) {
            (quad, pitch, isLight, ink) = (zone.quad, zone.band.pitch, zone.band.isLight, zone.ink)
        }
    }

    private var followed: Followed?
    /// Frames since a zone was seen.
    private var idle = 0
    /// What counts as print in the next full search: every other one is for print over a pattern.
    private var nextInk = SearchPass.Ink.faint
    /// The scene in which neither of two full searches found anything.
    private var emptyScene: Scene?

    init(_ configuration: Configuration = .init()) {
        self.configuration = configuration
    }

    /// The bands of a frame, the likeliest first; empty is an answer.
    mutating func zones(in image: GrayImage, scene: Scene) -> [Zone] {
        guard image.width >= 64, image.height >= 32 else { return [] }
        if let followed {
            let zones = search(image, round: followed)
            if !zones.isEmpty { return zones }
            self.followed = nil
            idle = 0
        }
        defer { idle += 1 }
        if idle % configuration.fullEvery == 0 {
            // Frames of an unchanged scene are searched once in a while all the same: light gets better.
            if let emptyScene, scene.looksLike(emptyScene), idle % (4 * configuration.fullEvery) != 0 { return [] }
            let ink = nextInk
            nextInk = ink == .faint ? .bold : .faint
            let zones = search(image, side: configuration.fullSide, light: true, ink: ink)
            emptyScene = zones.isEmpty && ink == .bold ? scene : nil
            return zones
        }
        if idle % configuration.quickEvery != 0 { return [] }
        if let emptyScene, scene.looksLike(emptyScene) { return [] }
        return search(image, side: configuration.quickSide, light: false)
    }

    /// The bands of another picture of the same moment, near a zone.
    func zones(near zone: Zone, in image: GrayImage) -> [Zone] { search(image, round: Followed(zone)) }

    /// Looks for this zone first from now on.
    mutating func follow(_ zone: Zone) {
        followed = Followed(zone)
        idle = 0
        nextInk = .faint
        emptyScene = nil
    }

    /// What was followed was no document: everything is searched again.
    mutating func forget() {
        followed = nil
        idle = 0
        nextInk = .faint
    }

    private func search(_ image: GrayImage, side: Int, light: Bool, ink: SearchPass.Ink = .faint) -> [Zone] {
        let scale = min(1, Double(side) / Double(max(image.width, image.height)))
        return search(ImagePyramid(image), at: Point(x: 0, y: 0), SearchPass(share: scale, ink: ink), light: light)
    }

    private func search(_ image: GrayImage, round followed: Followed) -> [Zone] {
        let reach = configuration.reach * Double(max(image.width, image.height))
        let corners = followed.quad.corners
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        func limit(_ value: Double, _ upper: Int) -> Int { Int(min(max(value, 0), Double(upper))) }
        let left = limit((xs.min() ?? 0) - reach, image.width)
        let top = limit((ys.min() ?? 0) - reach, image.height)
        let right = limit((xs.max() ?? 0) + reach, image.width)
        let bottom = limit((ys.max() ?? 0) + reach, image.height)
        guard right - left >= 64, bottom - top >= 32 else { return [] }
        let part = image.cut(x: left, y: top, width: right - left, height: bottom - top)
        let scale = min(configuration.maxEnlarged, configuration.followedPitch / max(1, followed.pitch))
        return search(
            ImagePyramid(part), at: Point(x: Double(left), y: Double(top)),
            SearchPass(share: scale, ink: followed.ink), light: followed.isLight)
    }

    private func search(_ picture: ImagePyramid, at origin: Point, _ pass: SearchPass, light: Bool) -> [Zone] {
        BandDetector(configuration.detector).bands(in: picture, at: pass, light: light)
            .map { Zone(band: $0, picture: picture, origin: origin, ink: pass.ink) }
    }
}
