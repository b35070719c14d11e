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

    @Test func aLaterPictureThatCannotBeReadEndsTheFeed() throws {
        let paths = [path("negatives/207-white.jpg"), "/no/such/file"]
        let feed = try PicturePlayback(paths, options: .init(rate: Self.rate)).start()
        #expect(try feed.next() != nil)
        let error = #expect(throws: CaptureError.self) { try feed.next() }
        #expect(error?.code == .unreadablePicture)
    }
}
