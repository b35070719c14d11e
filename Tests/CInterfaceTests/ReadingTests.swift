import CInterface
import CMRZScan
import Foundation
import LabelledSamples
import MRZScan
import Testing

/// What C calls, called from here: mrzscan.h is what declares it.
@Suite struct ReadingTests {
    private let sample = "td3/001-rotation-1.jpg"
    private var path: String { Repository.root.appending(path: "Samples/" + sample).path }

    @Test func aFileItsBytesItsPixelsAndItsTextReadAlike() throws {
        let label = try LabelledSample(sample)
        let reader = try CReader()
        #expect(try reader.lines { mrzscan_read_path($0, path, $1) } == [label.lines])
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(
            try bytes.withUnsafeBytes { bytes in
                try reader.lines { mrzscan_read_bytes($0, bytes.baseAddress, bytes.count, "here", $1) }
            } == [label.lines])
        let gray = try label.picture().gray
        #expect(
            try gray.pixels.withUnsafeBytes { bytes in
                var pixels = CReader.pixels(bytes, gray.width, gray.height, MRZSCAN_GRAY)
                return try reader.lines { mrzscan_read_pixels($0, &pixels, nil, $1) }
            } == [label.lines])
        let text = label.lines.joined(separator: "\n")
        #expect(try reader.lines { mrzscan_parse($0, text, text.utf8.count, nil, $1) } == [label.lines])
    }

    @Test func accessorsSayWhatTheJSONSays() throws {
        let reader = try CReader()
        let results = try reader.call { mrzscan_read_path($0, path, $1) }
        defer { mrzscan_results_free(results) }
        #expect(mrzscan_results_count(results) == 1)
        #expect(mrzscan_result_status(results, 0) == MRZSCAN_VERIFIED)
        let json = try #require(mrzscan_result_json(results, 0).map { String(cString: $0) })
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        #expect(text(mrzscan_result_format(results, 0)) == object["format"] as? String)
        #expect(mrzscan_result_page(results, 0) == object["page"] as? Int)
        let fields = try #require(object["fields"] as? [String: String])
        for (name, value) in fields { #expect(text(mrzscan_result_field(results, 0, name)) == value) }
        var quad = [Double](repeating: 0, count: 8)
        #expect(mrzscan_result_quad(results, 0, &quad))
        let corners = try #require(object["quad"] as? [[Double]]).flatMap { $0 }
        #expect(zip(quad, corners).allSatisfy { abs($0 - $1) <= 0.051 })
        #expect(mrzscan_result_reason_count(results, 0) == 0 && mrzscan_result_error_code(results, 0) == nil)
    }

    @Test func whatIsNotThereIsNothing() throws {
        let reader = try CReader()
        let results = try reader.call { mrzscan_parse($0, "no zone", 7, nil, $1) }
        defer { mrzscan_results_free(results) }
        #expect(mrzscan_result_status(results, 0) == MRZSCAN_NOT_FOUND)
        for index in [0, 1, Int.max] {
            #expect(mrzscan_result_line(results, index, 0) == nil && mrzscan_result_line_count(results, index) == 0)
            #expect(mrzscan_result_field(results, index, "surname") == nil)
            #expect(mrzscan_result_reason(results, index, 0) == nil && mrzscan_result_format(results, index) == nil)
        }
        #expect(mrzscan_result_json(results, 1) == nil && mrzscan_result_status(results, 1) == MRZSCAN_ERROR)
        #expect(mrzscan_results_count(nil) == 0 && mrzscan_result_json(nil, 0) == nil)
    }

    @Test func reasonsAreTold() throws {
        let reader = try CReader()
        let text = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<11"
        let results = try reader.call { mrzscan_parse($0, text, text.utf8.count, nil, $1) }
        defer { mrzscan_results_free(results) }
        #expect(mrzscan_result_status(results, 0) == MRZSCAN_UNVERIFIED)
        let reasons = (0..<mrzscan_result_reason_count(results, 0)).compactMap {
            mrzscan_result_reason(results, 0, $0).map { String(cString: $0) }
        }
        #expect(reasons.contains("checkDigit"))
    }

    @Test func badInputsAreResultsAndNoErrors() throws {
        let reader = try CReader()
        for (code, read) in [
            ("not_found", { mrzscan_read_path($0, "/nowhere/at/all.jpg", $1) }),
            ("unreadable_name", { mrzscan_read_path($0, "/nowhere/\u{1}".withNoUTF8, $1) }),
            ("is_empty", { mrzscan_read_bytes($0, nil, 0, nil, $1) }),
            ("not_an_image", { mrzscan_read_bytes($0, "abc", 3, nil, $1) }),
        ] as [(String, CReader.Call)] {
            let results = try reader.call(read)
            #expect(mrzscan_result_status(results, 0) == MRZSCAN_ERROR)
            #expect(mrzscan_result_error_code(results, 0).map { String(cString: $0) } == code)
            #expect(mrzscan_result_error_message(results, 0) != nil)
            mrzscan_results_free(results)
        }
    }

    @Test func aFileOfTooManyBytesIsRefusedBeforeItIsCopied() throws {
        let reader = try CReader { $0.max_bytes = 1000 }
        let bytes = try Data(contentsOf: URL(filePath: path))
        let results = try bytes.withUnsafeBytes { bytes in
            try reader.call { mrzscan_read_bytes($0, bytes.baseAddress, bytes.count, nil, $1) }
        }
        defer { mrzscan_results_free(results) }
        #expect(mrzscan_result_error_code(results, 0).map { String(cString: $0) } == "too_many_bytes")
    }

    @Test func wrongCallsAreErrors() throws {
        let reader = try CReader()
        for call in [
            { mrzscan_read_path(nil, "a", $1) }, { mrzscan_read_path($0, nil, $1) },
            { mrzscan_read_bytes($0, nil, 1, nil, $1) }, { mrzscan_read_pixels($0, nil, nil, $1) },
            { mrzscan_parse($0, nil, 1, nil, $1) },
        ] as [CReader.Call] {
            #expect(throws: CFailure(code: "invalid_argument")) { try reader.call(call) }
            // Who does not want to know why is not told.
            #expect(call(reader.handle, nil) == nil)
        }
        #expect(throws: CFailure(code: "invalid_argument")) { try CReader { $0.size = 0 } }
        #expect(throws: CFailure(code: "invalid_argument")) { try CReader(today: "2026-02-30") }
        #expect(throws: CFailure(code: "model_missing")) { try CReader(model: "/nowhere/at/all.traineddata") }
    }

    @Test func pixelsThatDoNotFitAreAnError() throws {
        let reader = try CReader()
        let bytes = [UInt8](repeating: 255, count: 64 * 64)
        try bytes.withUnsafeBytes { bytes in
            for change in [
                { $0.size = 3 }, { $0.bytes = nil }, { $0.count -= 1 }, { $0.width = 0 }, { $0.width = .max },
                { $0.height = 65 }, { $0.height = .max }, { $0.stride = 63 }, { $0.stride = .max },
                { $0.layout = MRZSCAN_RGB }, { $0.layout = mrzscan_layout(99) },
            ] as [(inout mrzscan_pixels) -> Void] {
                var pixels = CReader.pixels(bytes, 64, 64, MRZSCAN_GRAY)
                change(&pixels)
                #expect(throws: CFailure(code: "invalid_argument")) {
                    try reader.call { mrzscan_read_pixels($0, &pixels, nil, $1) }
                }
            }
            var pixels = CReader.pixels(bytes, 64, 64, MRZSCAN_GRAY)
            mrzscan_results_free(try reader.call { mrzscan_read_pixels($0, &pixels, nil, $1) })
        }
    }

    @Test func optionsOfOtherVersionsAreUnderstood() throws {
        // A program that knows the first three members only.
        _ = try CReader(today: "2026-02-28") { $0.size = 3 * MemoryLayout<Int>.size }
        // One that knows a member more, which it does not use.
        struct Larger {
            var options = mrzscan_options()
            var more = 0
        }
        var larger = Larger()
        larger.options.size = MemoryLayout<Larger>.size
        for (more, isKnown) in [(0, true), (1, false)] {
            larger.more = more
            let reader = withUnsafeBytes(of: &larger) {
                mrzscan_reader_new($0.baseAddress?.assumingMemoryBound(to: mrzscan_options.self), nil)
            }
            #expect((reader != nil) == isKnown)
            mrzscan_reader_free(reader)
        }
    }

    @Test func theDayAndTheKeysAreAsTheOptionsSay() throws {
        for (today, isExpired) in [("2026-02-28", false), ("2028-02-28", true)] {
            let reader = try CReader(today: today) { $0.access_keys = isExpired }
            let results = try reader.call { mrzscan_read_path($0, path, $1) }
            let json = mrzscan_result_json(results, 0).map { String(cString: $0) } ?? ""
            #expect(json.contains(#""expired""#) == isExpired && json.contains(#""kSeed""#) == isExpired)
            mrzscan_results_free(results)
        }
    }

    @Test func manyThreadsShareAReaderAndResults() async throws {
        let label = try LabelledSample(sample)
        let reader = try CReader()
        #expect(mrzscan_reader_load(reader.handle, nil))
        let path = path
        try await withThrowingTaskGroup(of: [[String]].self) { group in
            for _ in 0..<4 { group.addTask { try reader.lines { mrzscan_read_path($0, path, $1) } } }
            for try await lines in group { #expect(lines == [label.lines]) }
        }
    }

    @Test func theVersionIsTheProgram() {
        #expect(mrzscan_version().map { String(cString: $0) } == MRZReader.version)
    }
}

extension String {
    /// Its bytes, with the last one made one that UTF-8 does not have.
    fileprivate var withNoUTF8: [CChar] {
        utf8.dropLast().map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xFF), 0]
    }
}
