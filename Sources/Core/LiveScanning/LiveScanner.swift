import Frames
import Imaging
import MRZDetection
import MRZParsing
import Recognition
import Scanning

/// Looks at frames one after the other and says what they amount to. It knows no clock and waits for nothing.
final class LiveScanner {
    private let configuration: LiveScan.Configuration
    private let today: () -> CalendarDay
    private let makeReader: (CalendarDay) -> BandReader
    /// The day of the document that is before the camera.
    private var day: CalendarDay
    private var reader: ZoneReader
    private var finder: ZoneFinder
    private var document: TrackedDocument?
    /// The document before the camera has been read.
    var isSettled: Bool { verified != nil || document?.isReported ?? false }
    private var lastSeen: Duration?
    private var lastRead: Duration?
    /// The last look at a document that has been read showed the same one, and nothing has changed since.
    private var isFamiliar = true
    private var lastZone: Quad?
    /// The thumbnail of the zone in the last frame that showed one.
    private var lastThumbnail: ZoneThumbnail?
    /// What was read a moment ago, of this document or the one before.
    private var recent = RecentReadings()
    /// What the document was verified as.
    private var verified: MRZ?
    /// What the last look at it verifies instead.
    private var contradiction: MRZ?
    private var looks = 0
    /// Looks in a row that showed a part of an MRZ, and no more.
    private var partialLooks = 0
    private(set) var statistics = LiveStatistics()

    /// - Parameters:
    ///   - today: asked with every document.
    ///   - makeReader: what reads the documents of a day.
    init(
        asOf today: @escaping () -> CalendarDay, _ configuration: LiveScan.Configuration,
        _ makeReader: @escaping (CalendarDay) -> BandReader
    ) {
        self.configuration = configuration
        self.today = today
        self.makeReader = makeReader
        day = today()
        reader = ZoneReader(makeReader(day), configuration.reading)
        finder = ZoneFinder(configuration.finding)
    }

    /// The best reading of a document that has not been settled.
    var best: LiveResult? { isSettled ? nil : document?.best }

    /// Frames come from another source from now on: nothing of what was seen counts any more.
    func restart() {
        finder = ZoneFinder(configuration.finding)
        drop()
        lastRead = nil
        recent = RecentReadings()
    }

    /// Looks at one frame.
    ///
    /// - Parameter found: is told what was found before it is read.
    func take(_ frame: Frame, found: (LiveStatus) -> Void) throws(RecognitionError) -> LiveFinding {
        let started = ProcessingTime.Start.now
        let (frame, secondField) = frame.fields
        statistics.frames += 1
        recent.forget(before: frame.time)
        let scene = Scene(frame.image)
        let zones = finder.zones(in: frame.image, scene: scene)
        guard let zone = reader.choice(of: zones) else {
            let outcome = absence(at: frame.time, scene: scene)
            statistics.idle += started.elapsed
            return outcome
        }
        let detecting = started.elapsed
        let outcome = try presence(
            of: zone, in: frame, secondField: secondField, detecting: detecting, found: found)
        statistics.framesWithZone += 1
        statistics.busy += started.elapsed
        return outcome
    }

    private func absence(at time: Duration, scene: Scene) -> LiveFinding {
        var outcome = LiveFinding(status: LiveStatus(progress: .noText, hint: .showDocument))
        if scene.brightness < configuration.darkScene {
            outcome.status = LiveStatus(progress: .noText, hint: .moreLight)
        }
        guard lastSeen != nil else { return outcome }
        guard isOver(isSettled ? configuration.leftAfter : configuration.lostAfter, at: time) else {
            // It was here a moment ago: most likely it moves too fast to be seen.
            outcome.status = LiveStatus(progress: .noText, hint: isSettled ? .done : .holdStill)
            return outcome
        }
        outcome.documentLeft = isSettled
        drop()
        return outcome
    }

    /// Whether a zone was last seen so long before, or time runs backwards.
    private func isOver(_ delay: Duration, at time: Duration) -> Bool {
        lastSeen.map { time - $0 >= delay || time < $0 } ?? false
    }

    private func drop() {
        reader.forget()
        document = nil
        verified = nil
        contradiction = nil
        lastSeen = nil
        lastZone = nil
        lastThumbnail = nil
        partialLooks = 0
    }

    private func presence(
        of zone: Zone, in frame: Frame, secondField: GrayImage?, detecting: ProcessingTime,
        found: (LiveStatus) -> Void
    ) throws(RecognitionError) -> LiveFinding {
        var outcome = LiveFinding(status: LiveStatus(progress: .textDetected, hint: .reading, zone: zone.quad))
        if let last = lastZone, isJump(from: last, to: zone.quad) {
            outcome.documentLeft = isSettled
            drop()
        }
        // Print that is no MRZ is not the document that was read.
        if isSettled, reader.isLost {
            finder.forget()
            if isOver(configuration.leftAfter, at: frame.time) {
                outcome.documentLeft = true
                drop()
                lastSeen = frame.time
            }
        } else {
            lastSeen = frame.time
            finder.follow(zone)
        }
        lastZone = zone.quad
        let likeness = likeness(of: zone, in: frame.image)
        var isSteady = likeness.map { $0 >= configuration.steadyCorrelation } ?? false
        if isSettled {
            outcome.status = LiveStatus(progress: .twoMRZLines, hint: settledHint(of: document), zone: zone.quad)
            if let likeness, likeness < configuration.minCorrelation { isFamiliar = false }
            guard isDue(at: frame.time) else { return outcome }
            if verified != nil {
                guard try isOther(zone, at: frame.time) else { return outcome }
                outcome.documentLeft = true
                let thumbnail = lastThumbnail
                drop()
                lastSeen = frame.time
                lastZone = zone.quad
                lastThumbnail = thumbnail
                isSteady = false
            } else {
                isFamiliar = true
            }
        }
        var current = document ?? newDocument(at: frame.time)
        defer { document = current }
        current.timing.detect += detecting
        let started = ProcessingTime.Start.now
        let quality = ZoneQuality(of: zone.band, in: zone.picture.base)
        let hint = quality.hint(
            for: zone.quad, in: PixelSize(width: frame.image.width, height: frame.image.height),
            demands: configuration.reading.demands)
        outcome.status = status(of: zone, isPart: partialLooks > 0, hint: hint)
        found(outcome.status)
        let look = reader.isWorthALook(at: zone, quality, hint: hint) ? try look(at: zone, at: frame.time) : nil
        if let look { partialLooks = look.evidence == nil && look.clearLines > 0 ? partialLooks + 1 : 0 }
        guard let evidence = look?.evidence else {
            outcome.status = unread(zone, isLookedAt: look != nil, hint: hint)
            current.timing.recognize += started.elapsed
            // A document begins where it comes into view, and not where other print did.
            if reader.isLost, current.readings == 0 { current = newDocument(at: frame.time) }
            return outcome
        }
        let view = TrackedDocument.View(
            quality: quality, hint: hint, isSteady: isSteady,
            sharedAge: recent.sharedAge(of: evidence.reading.mrz, at: frame.time), secondField: secondField)
        try judge(evidence, of: zone, in: frame, seen: view, since: started, &current, &outcome)
        return outcome
    }

    /// What is said of a zone in which nothing was read; where it is none, or not all of one, it is looked for
    /// elsewhere.
    private func unread(_ zone: Zone, isLookedAt: Bool, hint: ScanHint?) -> LiveStatus {
        if partialLooks > 0 {
            if isLookedAt, partialLooks % configuration.partsBeforeSearch == 0 { finder.forget() }
        } else if reader.isLost {
            // Print that is no MRZ: what is wrong with it is of no interest.
            finder.forget()
            return LiveStatus(progress: .textDetected, hint: .unreadable, zone: zone.quad)
        }
        return status(of: zone, isPart: partialLooks > 0, hint: hint)
    }

    /// Adds what was read to what is known of the document, and says what comes of it.
    ///
    /// - Parameters:
    ///   - view: how the frame shows the zone.
    ///   - started: when this frame's reading began.
    private func judge(
        _ evidence: BandEvidence, of zone: Zone, in frame: Frame, seen view: TrackedDocument.View,
        since started: ProcessingTime.Start, _ document: inout TrackedDocument, _ outcome: inout LiveFinding
    ) throws(RecognitionError) {
        looks += 1
        var evidence = evidence
        var view = view
        // What all looks together verify has stood up to its pixels and to the other readers already.
        var isExamined = false
        if document.readings >= configuration.readingsBeforeThorough, looks % configuration.thoroughEvery == 0 {
            let known = evidence.reading.mrz
            evidence = try reader.everything(of: evidence, in: zone)
            isExamined = evidence.reading.isVerified
            let mrz = evidence.reading.mrz
            if mrz != known {
                recent.note(mrz, isVerified: isExamined, at: frame.time)
                view.sharedAge = recent.sharedAge(of: mrz, at: frame.time)
            }
        }
        let progress = evidence.reading.progress
        let place = evidence.reading.quad + zone.origin
        outcome.status = LiveStatus(
            progress: progress, hint: view.hint ?? (progress == .oneMRZLine ? .showOtherLines : .reading), zone: place)
        document.timing.recognize += started.elapsed
        let wasReported = document.isReported
        outcome.result = try document.take(evidence, of: frame, at: zone.origin, seen: view) {
            evidence throws(RecognitionError) in
            if let second = view.secondField,
                try !self.reader.agrees(self.finder.zones(near: zone, in: second), with: evidence)
            {
                return [.weakEvidence]
            }
            let disputes = isExamined ? [] : try self.reader.disputes(of: &evidence, in: zone)
            // The colours of a frame are worked out only where nothing else speaks against it.
            guard disputes.isEmpty else { return disputes }
            return evidence.reading.doubts(from: frame.color, beside: frame.image, zone: place)
        }
        if outcome.status.hint == .reading, let obstacle = document.obstacle(at: frame.time) {
            outcome.status = LiveStatus(progress: progress, hint: obstacle, zone: place)
        }
        // Another one has taken its place.
        if wasReported, !document.isReported { outcome.documentLeft = true }
        guard let result = outcome.result else { return }
        isFamiliar = true
        verified = result.reading.isVerified ? result.reading.mrz : nil
        statistics.results += 1
        outcome.status = LiveStatus(progress: .twoMRZLines, hint: settledHint(of: document), zone: place)
    }

    /// What keeps a document that has been read from being verified; `done` where nothing does.
    private func settledHint(of document: TrackedDocument?) -> ScanHint {
        verified == nil ? document?.obstacle ?? .done : .done
    }

    private func newDocument(at time: Duration) -> TrackedDocument {
        let today = today()
        if day != today {
            day = today
            reader = ZoneReader(makeReader(day), configuration.reading)
        }
        return TrackedDocument(configuration, asOf: day, begin: time)
    }

    /// The status while a zone is not read yet.
    private func status(of zone: Zone, isPart: Bool, hint: ScanHint?) -> LiveStatus {
        LiveStatus(
            progress: isPart ? .oneMRZLine : .textDetected, hint: hint ?? (isPart ? .showOtherLines : .reading),
            zone: zone.quad)
    }

    private func look(at zone: Zone, at time: Duration) throws(RecognitionError) -> ZoneReader.Look {
        statistics.looks += 1
        lastRead = time
        let look = try reader.look(at: zone)
        if let reading = look.evidence?.reading { recent.note(reading.mrz, isVerified: reading.isVerified, at: time) }
        return look
    }

    /// How alike the print in the zone is to that in the last frame that showed one; nil where there was none.
    private func likeness(of zone: Zone, in image: GrayImage) -> Float? {
        let thumbnail = ZoneThumbnail(zone.quad, in: image)
        defer { lastThumbnail = thumbnail }
        return lastThumbnail?.correlation(with: thumbnail)
    }

    /// Whether a document that has been read is to be looked at again: now and then, and in every frame after one in
    /// which the print changed, until a look shows the same document.
    private func isDue(at time: Duration) -> Bool {
        let delay = isFamiliar ? configuration.checkEvery : .zero
        return lastRead.map { time - $0 >= delay || time < $0 } ?? false
    }

    /// Whether another document has taken the place of the one that was verified: a look shows another number, or two
    /// in a row verify the same other characters. A document whose number is covered stays what it is.
    private func isOther(_ zone: Zone, at time: Duration) throws(RecognitionError) -> Bool {
        let evidence = try look(at: zone, at: time).evidence
        if let evidence, let verified, FrameReading(evidence.reading).isCovered(verified) {
            isFamiliar = false
            contradiction = nil
            return false
        }
        let admission = evidence.flatMap { document?.admission(of: $0) }
        isFamiliar = admission == .counted
        guard admission == .counted, let read = evidence?.reading, read.isVerified, read.mrz != verified else {
            contradiction = nil
            return admission == .newDocument
        }
        isFamiliar = false
        let isSecond = contradiction == read.mrz
        contradiction = read.mrz
        guard isSecond, var evidence else { return false }
        return try reader.disputes(of: &evidence, in: zone).isEmpty
    }

    private func isJump(from last: Quad, to quad: Quad) -> Bool {
        let reach = (last.topRight - last.topLeft).length
        return (quad.center - last.center).length > configuration.jump * max(1, reach)
    }
}

extension Reading {
    /// The mean belief in its characters from which a line counts as read.
    private static let minLineBelief = 0.8

    /// How many of the lines were read, as identity SDKs count it.
    var progress: ScanProgress {
        let lines = zip(mrz.lines, transcript.cells).count { line, cells in
            let belief = zip(line.characters, cells).reduce(0) { $0 + ($1.1.isEmpty ? 0 : $1.1.weight(of: $1.0)) }
            return belief >= Self.minLineBelief * Double(line.count)
        }
        return lines == 0 ? .textDetected : lines < mrz.lines.count ? .oneMRZLine : .twoMRZLines
    }
}
