import CInterface
import CMRZScan
import Foundation
import Imaging
import LabelledSamples
import TestCamera
import Testing

@Suite struct LiveTests {
    private let sample = "td3/001-rotation-1.jpg"

    @Test func framesAreLookedAtOneByOne() throws {
        let label = try LabelledSample(sample)
        let gray = try label.picture().gray
        let live = try #require(mrzscan_live_new(nil, nil))
        defer { mrzscan_live_free(live) }
        let white = [UInt8](repeating: 255, count: gray.pixels.count)
        // A document, and then none for long enough that it has left.
        let film = Array(repeating: gray.pixels, count: 10) + Array(repeating: white, count: 60)
        var progress: [mrzscan_progress] = []
        var read: [[String]] = []
        var hasLeft = false
        for (number, frame) in film.enumerated() {
            var status = mrzscan_live_status()
            status.size = MemoryLayout<mrzscan_live_status>.size
            let isLooked = frame.withUnsafeBytes { bytes in
                var pixels = CReader.pixels(bytes, gray.width, gray.height, MRZSCAN_GRAY)
                return mrzscan_live_look(live, &pixels, Int64(number) * 33_333, &status, nil)
            }
            #expect(isLooked && status.hint != nil && status.message != nil && !status.ended)
            progress.append(status.progress)
            hasLeft = hasLeft || status.document_left
            guard let results = status.results else { continue }
            #expect(status.has_zone && mrzscan_result_status(results, 0) == MRZSCAN_VERIFIED)
            read.append((0..<2).compactMap { mrzscan_result_line(results, 0, $0).map { String(cString: $0) } })
            mrzscan_results_free(results)
        }
        #expect(read == [label.lines])
        #expect(progress.contains(MRZSCAN_TWO_MRZ_LINES) && progress.last == MRZSCAN_NO_TEXT && hasLeft)
    }

    @Test func wrongCallsAreErrors() throws {
        let live = try #require(mrzscan_live_new(nil, nil))
        defer { mrzscan_live_free(live) }
        var status = mrzscan_live_status()
        #expect(!mrzscan_live_look(live, nil, 0, &status, nil))
        status.size = MemoryLayout<mrzscan_live_status>.size
        #expect(!mrzscan_live_look(live, nil, 0, &status, nil) && !mrzscan_live_look(nil, nil, 0, nil, nil))
    }

    /// Limits hold for frames as for files; what is above them is no wrong call.
    @Test func aFrameOfTooManyPixels() throws {
        var options = mrzscan_options()
        options.size = MemoryLayout<mrzscan_options>.size
        options.max_pixels = 64 * 64
        let live = try #require(mrzscan_live_new(&options, nil))
        defer { mrzscan_live_free(live) }
        let white = [UInt8](repeating: 255, count: 64 * 65)
        for (height, code) in [(64, nil), (65, "too_many_pixels")] {
            var status = mrzscan_live_status()
            status.size = MemoryLayout<mrzscan_live_status>.size
            var error: OpaquePointer?
            let isLooked = white.withUnsafeBytes { bytes in
                var pixels = CReader.pixels(bytes, 64, height, MRZSCAN_GRAY)
                return mrzscan_live_look(live, &pixels, 0, &status, &error)
            }
            #expect(isLooked == (code == nil))
            if let code { #expect(CFailure(taking: error) == CFailure(code: code)) }
        }
    }

    /// A program of the first version's structure, of a smaller one, which there never was, and of a later one.
    @Test func structuresOfOtherVersions() throws {
        let live = try #require(mrzscan_live_new(nil, nil))
        defer { mrzscan_live_free(live) }
        let (known, room) = (MemoryLayout<mrzscan_live_status>.size, 64)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: known + room, alignment: 8)
        defer { memory.deallocate() }
        let status = try #require(memory.baseAddress).assumingMemoryBound(to: mrzscan_live_status.self)
        let white = [UInt8](repeating: 255, count: 64 * 64)
        for (size, isTaken) in [
            (0, false), (known - 1, false), (known, true), (known + room, true), (1 << 16 | 1, false),
        ] {
            memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
            status.pointee.size = size
            let isLooked = white.withUnsafeBytes { bytes in
                var pixels = CReader.pixels(bytes, 64, 64, MRZSCAN_GRAY)
                return mrzscan_live_look(live, &pixels, 0, status, nil)
            }
            #expect(isLooked == isTaken && status.pointee.size == size, "\(size)")
            // Nothing is written beyond what the library knows, and nothing at all where the size is none.
            let rest = memory.dropFirst(isTaken ? known : MemoryLayout<Int>.size)
            #expect(rest.allSatisfy { $0 == 0xA5 }, "\(size)")
            #expect(!isTaken || status.pointee.results == nil, "\(size)")
        }
    }

    @Test func aCameraThatIsNotThereIsAnError() {
        var error: OpaquePointer?
        #expect(mrzscan_camera_open(nil, "/dev/no-such-camera", 0, &error) == nil)
        #expect(CFailure(taking: error) == CFailure(code: "camera_not_found"))
    }

    @Test(.enabled(if: TestCamera.isAvailable, Comment(rawValue: TestCamera.absence)))
    func aCameraGivesItsDocuments() throws {
        let label = try LabelledSample(sample)
        try TestCamera.showing([Repository.root.appending(path: "Samples/" + sample)]) { device in
            let camera = try #require(mrzscan_camera_open(nil, device.path, 0, nil))
            defer { mrzscan_camera_free(camera) }
            var lines: [String] = []
            while lines.isEmpty {
                var status = mrzscan_live_status()
                status.size = MemoryLayout<mrzscan_live_status>.size
                try #require(mrzscan_camera_next(camera, 1000, &status, nil) && !status.ended)
                guard let results = status.results else { continue }
                lines = (0..<2).compactMap { mrzscan_result_line(results, 0, $0).map { String(cString: $0) } }
                mrzscan_results_free(results)
            }
            #expect(lines == label.lines)
            mrzscan_camera_stop(camera)
            var status = mrzscan_live_status()
            status.size = MemoryLayout<mrzscan_live_status>.size
            while !status.ended { try #require(mrzscan_camera_next(camera, 1000, &status, nil)) }
        }
    }
}
