import ImageDecoding
import Testing

@Suite struct PathListTests {
    private func walk(_ content: [UInt8], _ separator: PathList.Separator) throws -> [InputWalk.Input] {
        try withFile(content) { path in
            InputWalk(["first.jpg"], list: try PathList(path: path, separator: separator)).map { $0 }
        }
    }

    private func files(_ paths: String...) -> [InputWalk.Input] {
        ["first.jpg"].map { .file(path: $0) } + paths.map { .file(path: $0) }
    }

    @Test func linesAreParted() throws {
        #expect(try walk(Array("a b.jpg\n\n-\nü.png".utf8), .newline) == files("a b.jpg", "-", "ü.png"))
        #expect(try walk(Array("x\ny.jpg\0\0z.jpg\0".utf8), .nul) == files("x\ny.jpg", "z.jpg"))
        #expect(try walk([], .newline) == files())
    }

    @Test func aByteOrderMarkIsNoPartOfTheFirstPath() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try walk(mark + Array("a.png\r\n\u{FEFF}b.png\n".utf8), .newline) == files("a.png", "\u{FEFF}b.png"))
        #expect(try walk(mark + Array("\nb.png".utf8), .newline) == files("b.png"))
        #expect(try walk(mark + Array("a.png\0".utf8), .nul) == files("\u{FEFF}a.png"))
    }

    /// Lists that were written elsewhere.
    @Test func linesMayEndAsElsewhere() throws {
        #expect(try walk(Array("a.jpg\r\n\r\nb c.jpg\r\nd.jpg".utf8), .newline) == files("a.jpg", "b c.jpg", "d.jpg"))
        #expect(try walk(Array("a.jpg\r\0".utf8), .nul) == files("a.jpg\r"))
    }

    /// What is too long for a path is reported, and what follows is read.
    @Test(arguments: [70_000, 131_072, 300_000])
    func oneLongLineCostsNoOther(_ count: Int) throws {
        let long = String(repeating: "x", count: count)
        let found = try walk(Array("a.jpg\n\(long)\nb.jpg\n\(long)".utf8), .newline).dropFirst()
        let words = found.map { input in
            switch input {
            case .file(let path): path
            case .failed(_, let error): error.code.rawValue
            default: "\(input)"
            }
        }
        #expect(words == ["a.jpg", "unreadable_name", "b.jpg", "unreadable_name"])
    }

    @Test func listsMayBeLong() throws {
        let paths = (0..<20_000).map { "folder/picture-\($0).jpg" }
        let found = try walk(Array(paths.joined(separator: "\n").utf8), .newline)
        #expect(found.dropFirst().elementsEqual(paths.map { .file(path: $0) }))
    }

    @Test func whatIsNoPathIsReported() throws {
        func codes(_ content: [UInt8]) throws -> [String] {
            try walk(content, .newline).dropFirst().map { input in
                if case .failed(_, let error) = input { error.code.rawValue } else { "\(input)" }
            }
        }
        #expect(try codes([0xFF, 10] + Array("a.jpg".utf8)).first == "unreadable_name")
        #expect(try codes([0xFF, 10] + Array("a.jpg".utf8)).count == 2)
        #expect(try codes(Array("a.jpg\0b.jpg\0".utf8)) == ["unreadable_name"])
        #expect(try codes([UInt8](repeating: 65, count: 300_000)) == ["unreadable_name"])
    }

    @Test func listsThatAreNotThere() {
        let error = #expect(throws: DecodingError.self) { try PathList(path: "/no/such/list", separator: .newline) }
        #expect(error?.code == .notFound)
    }
}
