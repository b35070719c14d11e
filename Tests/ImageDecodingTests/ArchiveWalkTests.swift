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
