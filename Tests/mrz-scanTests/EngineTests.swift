import Foundation
import Testing

/// `--engine`, `--threshold` and models that only one engine knows.
@Suite struct EngineTests {
    private static let passport = BuiltProgram.sample("td3/096-scan-rgb.jpg")

    @Test(arguments: ["network", "tesseract", "both"], ["none", "otsu"])
    func theEngineIsTheUsers(_ engine: String, threshold: String) throws {
        let run = try BuiltProgram.run([
            "--today", "2026-02-28", "--engine", engine, "--threshold", threshold, Self.passport,
        ])
        #expect(run.status == 0 && run.errors == "")
        let label = try #require(try Labels.of("td3/096-scan-rgb.jpg"))
        #expect(try run.results().first?["lines"] as? [String] == label["lines"] as? [String])
    }

    /// Tesseract reads with it unless the user says otherwise, in this process and in workers.
    @Test func aModelThatOnlyTesseractKnows() throws {
        try BuiltProgram.withFolder { folder in
            let original = try Data(contentsOf: BuiltProgram.repository.appending(path: "models/ocrb.traineddata"))
            let model = folder.appending(path: "pooled.traineddata")
            try Self.pooled(original).write(to: model)
            let run = try BuiltProgram.run(["--model", model.path, Self.passport])
            #expect(run.status == 0)
            #expect(run.errors.contains("not known here: Maxpool. Tesseract reads with \(model.path)."))
            #expect(try BuiltProgram.run(["--model", model.path, "--engine", "tesseract", Self.passport]).errors == "")
            let refused = try BuiltProgram.run(["--model", model.path, "--engine", "network", Self.passport])
            #expect(refused.status == 78 && refused.output == "")
            let batch = try BuiltProgram.run(["batch", Self.passport, "--model", model.path, "--quiet"])
            #expect(batch.status == 0)
        }
    }

    /// It is asked for with the first line in doubt: what has none needs no Tesseract, and what has one says what is
    /// missing.
    @Test func withoutTesseract() throws {
        try BuiltProgram.withFolder { folder in
            try Data("no library".utf8).write(to: folder.appending(path: "libtesseract.so.5"))
            let without = ["LD_LIBRARY_PATH": folder.path]
            let sure = try BuiltProgram.run(["--today", "2026-02-28", Self.passport], environment: without)
            #expect(sure.status == 0 && sure.errors == "")
            let run = try BuiltProgram.run(["--engine", "tesseract", Self.passport], environment: without)
            #expect(run.status == 70)
            #expect(run.errors.contains("Tesseract is not there: install libtesseract5."))
        }
    }

    /// A model by the name under which Tesseract has it installed; with both engines Tesseract has to agree.
    @Test func aModelByItsName() throws {
        try BuiltProgram.withFolder { folder in
            let original = try Data(contentsOf: BuiltProgram.repository.appending(path: "models/ocrb.traineddata"))
            try Self.pooled(original).write(to: folder.appending(path: "invented.traineddata"))
            let installed = ["TESSDATA_PREFIX": folder.path]
            for engine in ["tesseract", "both"] {
                let run = try BuiltProgram.run(
                    ["--model", "invented", "--engine", engine, "--today", "2026-02-28", Self.passport],
                    environment: installed)
                #expect(run.status == 0)
                let notice = "The program reads with its own model, Tesseract with \(folder.path)/invented.traineddata."
                #expect(run.errors.contains(notice) == (engine == "both"))
            }
            let missing = try BuiltProgram.run(["--model", "unheard", Self.passport], environment: installed)
            #expect(missing.status == 78 && missing.output == "")
            #expect(missing.errors.contains("install tesseract-ocr-unheard"))
        }
    }

    /// One table, a row for each engine and threshold, none of them falsely verified.
    @Test func everyEngineInOneRun() throws {
        let run = try BuiltProgram.run(
            [BuiltProgram.sample(""), "--every-engine", "--limit", "2"], program: BuiltProgram.bench)
        #expect(run.status == 0)
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.count == 13 && rows.dropFirst().allSatisfy { $0.count == 8 && $0[5] == "0" })
        #expect(Set(rows.dropFirst().map { $0[0] }) == ["network", "tesseract", "both"])
        let contradiction = [BuiltProgram.sample(""), "--every-engine", "--engine", "both"]
        try BuiltProgram.expectRefusal(
            contradiction, "--every-engine goes with --model, --filter, --limit, --jobs and --today only.",
            program: BuiltProgram.bench)
    }

    @Test(arguments: [("--engine <name>", "abbyy"), ("--threshold <threshold>", "bold")])
    func wrongUsage(_ option: String, _ value: String) throws {
        let name = String(option.prefix { $0 != " " })
        try BuiltProgram.expectRefusal([name, value, "x.jpg"], "The value '\(value)' is invalid for '\(option)'.")
    }

    /// The model with one layer more, which takes the largest of one pixel: nothing is read differently.
    private static func pooled(_ model: Data) throws -> Data {
        func integer(_ place: Int) -> Int {
            var value = 0
            for index in 0..<4 { value |= Int(model[place + index]) << (8 * index) }
            return value
        }
        func bytes(_ value: Int, _ count: Int = 4) -> Data {
            Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        /// Behind a layer's own head: kind, two flags, four numbers, name.
        func behindHead(_ place: Int) -> Int {
            let flags = place + 5 + integer(place + 1)
            return flags + 2 + 16 + 4 + integer(flags + 18)
        }
        let network = integer(4 + 17 * 8)
        let children = behindHead(network)
        // The picture is the first of the series; five numbers say its shape.
        let place = behindHead(children + 4) + 20
        let name = Data("Maxpool".utf8)
        // Kind, flags, numbers, name, and the window's sides.
        var layer = Data([0]) + bytes(name.count) + name + Data([0, 0])
        for number in [0, 1, 1, 0] { layer += bytes(number) }
        layer += bytes(name.count) + name
        for side in [1, 1] { layer += bytes(side) }
        var changed = model
        for part in 0..<integer(0) {
            let at = 4 + part * 8
            let offset = integer(at)
            // Absent parts are -1.
            if model[at + 7] < 0x80, offset > network {
                changed.replaceSubrange(at..<(at + 8), with: bytes(offset + layer.count, 8))
            }
        }
        changed.replaceSubrange(children..<(children + 4), with: bytes(integer(children) + 1))
        changed.insert(contentsOf: layer, at: place)
        return changed
    }
}
