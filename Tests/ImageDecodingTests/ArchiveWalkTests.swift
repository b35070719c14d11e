import ImageDecoding
import Imaging
import Testing

@Suite struct ArchiveWalkTests {
    /// What the walk gives for a fixture, the paths behind the first mark.
    private func walk(
        _ name: String, _ limits: DecodingLimits = DecodingLimits(), listing: Bool = false
    ) throws -> [String] {
        let path = try Fixture.path(name)
        return InputWalk([path], limits: limits, listing: listing).map { input in
            switch input {
            case .entry(let file): String(file.path.dropFirst(path.count + 2))
            case .failed(let found, let error): "\(error.code.rawValue) \(found.dropFirst(path.count))"
            case .file, .standardInput: "\(input)"
            }
        }
    }

    @Test(
        arguments: [
            "pictures.zip", "stored.zip", "pictures.tar", "pictures.tar.gz", "pictures.tar.bz2", "pictures.tar.xz",
            "pictures.tar.zst",
        ])
    func picturesOfEveryKindOfArchive(_ name: String) throws {
        #expect(try walk(name) == ["a/2.jpg", "a/10.png", "./b/über.PNG"])
        let files = InputWalk([try Fixture.path(name)]).map { $0 }
        guard case .entry(let file) = files.first else {
            Issue.record("not a file of an archive")
            return
        }
        #expect(try EncodedImage(bytes: file.bytes).picture().gray == Fixture.picture("gray.jpg").gray)
        #expect("\(file)" == "ArchivedFile, \(file.bytes.count) bytes")
    }

    /// Nothing is unpacked to a disk, so names that lead out of a folder are names like others; hidden ones are left
    /// out.
    @Test func namesThatLeadOut() throws {
        let picture = try Fixture.bytes("gray.jpg")
        func entry(_ name: String) -> [UInt8] {
            var head = Array(name.utf8) + Array(repeating: 0, count: 512 - name.utf8.count)
            func put(_ text: String, at place: Int) {
                head.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8)
            }
            let size = String(picture.count, radix: 8)
            put("0000644", at: 100)
            put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
            put("        ", at: 148)
            put("0", at: 156)
            put("ustar\u{0}00", at: 257)
            let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
            put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
            return head + picture + Array(repeating: 0, count: (512 - picture.count % 512) % 512)
        }
        let names = ["../out.jpg", "a/../../b.jpg", "/etc/c.jpg", ".hidden/d.jpg", ".e.jpg"]
        let archive = names.flatMap(entry) + Array(repeating: 0, count: 1024)
        try withFile(archive) { path in
            let found = InputWalk([path]).map { input in
                if case .entry(let file) = input { String(file.path.dropFirst(path.count + 2)) } else { "\(input)" }
            }
            #expect(found == ["../out.jpg", "a/../../b.jpg", "/etc/c.jpg"])
        }
    }

    /// An entry that does not say beforehand how long it is has to be unpacked to be passed over: that is allowed for.
    @Test func whatIsPassedOverIsUnpackedWithinLimits() throws {
        func little(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(number >> (8 * $0) & 0xFF) } }
        func checksum(_ bytes: [UInt8]) -> Int {
            ~bytes.reduce(0xFFFF_FFFF) { (sum: Int, byte) in
                (0..<8).reduce(sum ^ Int(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
            } & 0xFFFF_FFFF
        }
        func head(_ name: String, flags: Int, method: Int, _ sizes: [UInt8]) -> [UInt8] {
            Array("PK\u{3}\u{4}".utf8) + little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4) + sizes
                + little(name.utf8.count, 2) + little(0, 2) + Array(name.utf8)
        }
        // Zeros by the fixed codes of RFC 1951: one, and 400 times the last 258.
        var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<400 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        let packed = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(UInt8(0)) {
                $0 | $1.element << UInt8($1.offset)
            }
        }
        let zeros = [UInt8](repeating: 0, count: 1 + 400 * 258)
        let sizes = little(checksum(zeros), 4) + little(packed.count, 4) + little(zeros.count, 4)
        let picture = try Fixture.bytes("gray.jpg")
        let pictureSizes = little(checksum(picture), 4) + little(picture.count, 4) + little(picture.count, 4)
        let archive =
            head("notes.txt", flags: 8, method: 8, [UInt8](repeating: 0, count: 12)) + packed
            + Array("PK\u{7}\u{8}".utf8) + sizes + head("a.jpg", flags: 0, method: 0, pictureSizes) + picture
            // Where the directory would begin, which has the sizes.
            + Array("PK\u{1}\u{2}".utf8)
        try withFile(archive) { path in
            func walk(_ limits: DecodingLimits) -> [String] {
                InputWalk([path], limits: limits).map { input in
                    switch input {
                    case .entry(let file): String(file.path.dropFirst(path.count + 2))
                    case .failed(_, let error): error.code.rawValue
                    case .file, .standardInput: "\(input)"
                    }
                }
            }
            #expect(walk(DecodingLimits()) == ["a.jpg"])
            #expect(walk(DecodingLimits(maxBytes: 10_000, maxExpansion: 2)) == ["too_many_bytes"])
        }
    }

    @Test func archivesInArchives() throws {
        #expect(try walk("nested.tar") == ["first.jpg", "in/inner.zip!/gray.jpg", "last.png"])
        let end = "deeper.zip!/deeper.zip!/deeper.zip!/deeper.zip"
        #expect(try walk("deep.zip", DecodingLimits(maxDepth: 4)) == ["nested_too_deeply !/\(end)"])
        #expect(try walk("deep.zip", DecodingLimits(maxDepth: 5)) == ["\(end)!/gray.jpg"])
        #expect(try walk("deep.zip") == ["nested_too_deeply !/deeper.zip!/deeper.zip!/deeper.zip"])
    }

    @Test func oneFileOfAnArchive() throws {
        let path = try Fixture.path("nested.tar")
        func found(_ inside: String) -> [InputWalk.Input] { InputWalk(["\(path)!/\(inside)"]).map { $0 } }
        for inside in ["in/inner.zip!/gray.jpg", "last.png"] {
            guard case .entry(let file) = found(inside).first else {
                Issue.record("\(inside) is not there")
                continue
            }
            #expect(file.path == "\(path)!/\(inside)" && found(inside).count == 1)
        }
        guard case .failed(_, let error) = found("none.jpg").first else {
            Issue.record("what is not there was found")
            return
        }
        #expect(error.code == .notFound)
        #expect(InputWalk(["/no/such.zip!/a.jpg"]).map { $0 } == [.file(path: "/no/such.zip!/a.jpg")])
    }

    @Test func encryptedFilesFailAlone() throws {
        #expect(try walk("locked.zip") == ["encrypted !/secret.jpg", "open.jpg"])
    }

    @Test func bombsEndBeforeTheyAreUnpacked() throws {
        #expect(try walk("bomb.zip", DecodingLimits(maxBytes: 10_000)) == ["too_many_bytes !/bomb.png", "after.jpg"])
        // It says how large it is: only an allowance below that is spent.
        let small = DecodingLimits(maxBytes: 5 << 20, maxExpansion: 1)
        #expect(try walk("bomb.zip", small) == ["bomb.png", "after.jpg"])
        // What has to be unpacked only to get past it counts too.
        #expect(try walk("bomb.tar.gz", DecodingLimits(maxBytes: 10_000)) == ["too_many_bytes "])
        #expect(try walk("bomb.tar.gz", DecodingLimits(maxBytes: 10_000, maxExpansion: 2000)) == ["after.jpg"])
    }

    @Test func entriesAreLimited() throws {
        #expect(try walk("many.zip", DecodingLimits(maxEntries: 40)) == ["no_images "])
        #expect(try walk("many.zip", DecodingLimits(maxEntries: 39)) == ["too_many_entries "])
    }

    @Test func whatIsNoFileIsLeftOut() throws {
        #expect(try walk("links.tar") == ["real.jpg"])
    }

    @Test func namesThatAreNotUTF8AreReported() throws {
        #expect(try walk("latin1.tar") == ["unreadable_name ", "b.jpg"])
    }

    @Test func whatIsNoArchiveIsSaidSo() throws {
        #expect(try walk("text.txt.gz") == ["unsupported "])
        let error = try #require(throws: DecodingError.self) { try EncodedImage(bytes: Fixture.bytes("pictures.zip")) }
        #expect(error.code == .unsupported)
    }

    /// What comes before the break is read.
    @Test func brokenArchives() throws {
        try withFile(Array(try Fixture.bytes("pictures.tar").prefix(2000))) { path in
            let inputs = InputWalk([path]).map { $0 }
            #expect(inputs.count == 2, "\(inputs)")
            guard case .entry = inputs.first, case .failed(_, let error) = inputs.last else {
                Issue.record("\(inputs)")
                return
            }
            #expect(error.code == .truncated)
        }
        let bytes = try Fixture.bytes("pictures.tar.gz")
        for at in stride(from: 20, to: bytes.count, by: 31) {
            var broken = bytes
            broken[at] ^= 0xFF
            // Whatever is left of it, the walk ends and is not empty.
            try withFile(broken) { path in #expect(!InputWalk([path]).map { $0 }.isEmpty) }
        }
    }

    @Test func listingNamesWithoutUnpacking() throws {
        #expect(try walk("nested.tar", listing: true) == ["first.jpg", "in/inner.zip!/gray.jpg", "last.png"])
        for input in InputWalk([try Fixture.path("pictures.zip")], listing: true) {
            guard case .entry(let file) = input else { continue }
            #expect(file.bytes.isEmpty)
        }
    }
}
