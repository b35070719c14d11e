import Foundation
import Frames
import LabelledSamples
import Playback
import Testing

@Suite struct PicturePlaybackTests {
    private static let rate = 1000.0

    private func path(_ image: String) -> String { Repository.root.appending(path: "Samples/" + image).path }

    /// In order, each as often as it is held, none dropped, with the times of the rate.
    @Test func everyFrameComesInOrder() throws {
        let paths = [path("negatives/207-white.jpg"), path("td3/096-scan-rgb.jpg")]
        let feed = try PicturePlayback(paths, options: .init(rate: Self.rate, hold: 2)).start()
        var frames: [Frame] = []
        while let frame = try feed.next() { frames.append(frame) }
        #expect(frames.map(\.sequence) == [0, 1, 2, 3])
        #expect(frames.map(\.time) == [.zero, .milliseconds(1), .milliseconds(2), .milliseconds(3)])
        #expect(frames[0].image == frames[1].image)
        #expect(frames[1].image != frames[2].image)
        #expect(feed.dropped == 0)
    }

    /// The pictures of an archive are as good as those of a folder.
    @Test func archives() throws {
        let archive = FileManager.default.temporaryDirectory.appending(path: "played-\(UUID().uuidString).tar")
        defer { do { try FileManager.default.removeItem(at: archive) } catch {} }
        let tar = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: ["tar", "-cf", archive.path, "-C", path("negatives"), "207-white.jpg", "210-wood.jpg"])
        tar.waitUntilExit()
        try #require(tar.terminationStatus == 0)
        let feed = try PicturePlayback([archive.path], options: .init(rate: Self.rate)).start()
        var frames: [Frame] = []
        while let frame = try feed.next() { frames.append(frame) }
        #expect(frames.count == 2 && frames.first?.image != frames.last?.image)
    }

    @Test func itBeginsAgainUntilItIsStopped() throws {
        let source = PicturePlayback(
            [path("negatives/207-white.jpg")], options: .init(rate: Self.rate, repeats: true))
        let feed = try source.start()
        for sequence in 0..<5 { #expect(try feed.next()?.sequence == sequence) }
        feed.stop()
        #expect(try feed.next() == nil)
    }

    @Test(arguments: ["/no/such/folder", "Samples/labels.jsonl", "-"])
    func whatCannotBePlayedIsSaidAtOnce(_ input: String) throws {
        let given = input.hasPrefix("Samples") ? Repository.root.appending(path: input).path : input
        let error = #expect(throws: CaptureError.self) { try PicturePlayback([given]).start() }
        #expect(error?.code == .unreadablePicture)
    }

    /// As a camera's damaged frame is; where there is no other picture, that is said.
    @Test func aDamagedPictureIsPassedOver() throws {
        let damaged = FileManager.default.temporaryDirectory.appending(path: "damaged-\(UUID().uuidString).jpg")
        defer { do { try FileManager.default.removeItem(at: damaged) } catch {} }
        let whole = try Data(contentsOf: URL(filePath: path("td3/096-scan-rgb.jpg")))
        try whole.prefix(whole.count / 2).write(to: damaged)
        let options = PicturePlayback.Options(rate: Self.rate)
        let good = path("negatives/207-white.jpg")
        let feed = try PicturePlayback([damaged.path, good, damaged.path, good], options: options).start()
        #expect(try feed.next()?.sequence == 1)
        #expect(try feed.next()?.sequence == 3)
        #expect(try feed.next() == nil)
        #expect(feed.damaged == 2)
        let nothing = try PicturePlayback([damaged.path], options: options).start()
        let error = #expect(throws: CaptureError.self) { try nothing.next() }
        #expect(error?.code == .unreadablePicture)
    }

    @Test func whatAFolderHoldsBesidesPicturesIsPassedOver() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "played-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("no picture".utf8).write(to: folder.appending(path: "1.jpg"))
        try Data(contentsOf: URL(filePath: path("negatives/207-white.jpg"))).write(to: folder.appending(path: "2.jpg"))
        let feed = try PicturePlayback([folder.path], options: .init(rate: Self.rate)).start()
        #expect(try feed.next()?.sequence == 1)
        #expect(try feed.next() == nil)
    }

    @Test func aLaterPictureThatCannotBeReadEndsTheFeed() throws {
        let paths = [path("negatives/207-white.jpg"), "/no/such/file"]
        let feed = try PicturePlayback(paths, options: .init(rate: Self.rate)).start()
        #expect(try feed.next() != nil)
        let error = #expect(throws: CaptureError.self) { try feed.next() }
        #expect(error?.code == .unreadablePicture)
    }

    @Test func everyPageIsPlayed() throws {
        let source = PicturePlayback([path("formats/175-three-pages.tiff")], options: .init(rate: Self.rate, hold: 2))
        let feed = try source.start()
        var frames: [Frame] = []
        while let frame = try feed.next() { frames.append(frame) }
        #expect(frames.map(\.sequence) == Array(0..<6))
        #expect(frames[1].image != frames[2].image && frames[3].image != frames[4].image)
    }
}
