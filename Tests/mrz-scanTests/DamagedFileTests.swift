import Foundation
import LoopbackClient
import Testing

/// What the program says of damaged files, by every way in.
@Suite struct DamagedFileTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    /// The passport with sixteen bytes in the middle of its picture turned over: it can still be read.
    private func damaged() throws -> Data {
        var data = try Data(contentsOf: URL(filePath: Self.passport))
        for at in (data.count / 8)..<(data.count / 8 + 16) where data[at] != 0xFF { data[at] ^= 0x11 }
        return data
    }

    /// The passport's file up to its three thousandth byte, within the header and the first rows.
    private func cut() throws -> Data { try Data(contentsOf: URL(filePath: Self.passport)).prefix(3000) }

    private func expectWarned(_ results: [[String: Any]]) {
        #expect(results.count == 2 && results.first?["status"] as? String == "not_found")
        #expect(results.allSatisfy { $0["status"] as? String != "verified" })
        #expect(results.allSatisfy { ($0["warnings"] as? [String])?.last == "damaged" })
    }

    private func withFiles(_ body: ([String]) throws -> Void) throws {
        try BuiltProgram.withFolder { folder in
            let files = [folder.appending(path: "1.jpg"), folder.appending(path: "2.jpg")]
            try cut().write(to: files[0])
            try damaged().write(to: files[1])
            try body(files.map(\.path))
        }
    }

    @Test func scanAndBatch() throws {
        try withFiles { files in
            for command in [["scan"], ["batch", "--isolation", "none"], ["batch", "--isolation", "process"]] {
                expectWarned(try BuiltProgram.run(command + ["--quiet"] + files).results())
            }
        }
    }

    @Test func textAndTable() throws {
        try withFiles { files in
            let text = try BuiltProgram.run(["--quiet", "--format", "text"] + files).output
            #expect(text.contains("the file of the picture is damaged") && !text.contains("\nVERIFIED"))
            let rows = try BuiltProgram.run(["--quiet", "--format", "csv"] + files).output
                .components(separatedBy: "\r\n")
            #expect(rows[1].contains(",not_found,") && rows[1].contains(",damaged,"))
        }
    }

    @Test func linesOfPipe() throws {
        try withFiles { files in
            let input = Data((files.joined(separator: "\n") + "\n").utf8)
            let answers = try BuiltProgram.run(["pipe"], input: input).results()
            expectWarned(answers.flatMap { $0["results"] as? [[String: Any]] ?? [] })
        }
    }

    @Test func theWarningStaysWhereContentIsLeftOut() throws {
        try withFiles { files in
            expectWarned(try BuiltProgram.run(["batch", "--quiet", "--redact"] + files).results())
        }
    }

    /// A camera of pictures passes over frames that are damaged.
    @Test func picturesBeforeTheBridge() throws {
        try withFiles { files in
            let request = #"{"id":"1","domain":"camera","method":"scanMRZ","params":{}}"# + "\n"
            let run = try BuiltProgram.run(["bridge", "--images", files[1]], input: Data(request.utf8))
            #expect(run.output.contains("\"error\"") && !run.output.contains("documentNumber"))
        }
    }

    @Test func uploads() throws {
        let served = try ServedProgram([])
        for body in [try cut(), try damaged()] {
            let reply = try LoopbackSocket(port: served.port).request(
                "POST", "/scan", port: served.port, body: Array(body))
            #expect(reply.status == 200 && reply.text.contains("\"damaged\""))
            #expect(!reply.text.contains("\"status\":\"verified\""))
        }
    }

    /// Bytes changed by chance: whatever is verified is what is printed.
    @Test func nothingWrongIsVerified() throws {
        let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
        let lines = try #require(label["lines"] as? [String])
        try BuiltProgram.withFolder { folder in
            let sound = try Data(contentsOf: URL(filePath: Self.passport))
            for seed in 0..<24 {
                var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 99
                var data = sound
                for _ in 0..<(1 + seed % 10) {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    data[1000 + Int(state >> 33) % (data.count - 1002)] = UInt8(truncatingIfNeeded: state >> 24)
                }
                try data.write(to: folder.appending(path: "\(seed).jpg"))
            }
            let results = try BuiltProgram.run(["--quiet", folder.path]).results()
            #expect(results.count >= 24)
            for result in results where result["status"] as? String == "verified" {
                #expect(result["lines"] as? [String] == lines)
            }
            #expect(results.filter { ($0["warnings"] as? [String])?.last == "damaged" }.count >= 16)
        }
    }

    @Test func soundFilesAreNotWarnedOf() throws {
        let output = try BuiltProgram.run(["--quiet", BuiltProgram.sample("formats")]).output
        #expect(!output.contains("\"damaged\"") && output.contains("\"verified\""))
    }
}
