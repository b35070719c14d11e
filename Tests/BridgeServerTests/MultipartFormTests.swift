import BridgeServer
import Testing

@Suite struct MultipartFormTests {
    @Test(
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"),
            ("Multipart/Form-Data; charset=utf-8; Boundary=\"a b\"", "a b"),
            ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil), ("multipart/mixed; boundary=a", nil),
            ("image/png; boundary=a", nil), ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
        ] as [(String, String?)])
    func boundary(_ contentType: String, _ boundary: String?) {
        #expect(MultipartForm.boundary(contentType: contentType) == boundary)
    }

    private func file(_ body: String) -> Upload? { MultipartForm.file(in: Array(body.utf8), boundary: "b") }

    /// The part with a file name wins over those before it; its bytes are those between the lines, untouched.
    @Test func theFileAmongTheParts() throws {
        let upload = try #require(
            file(
                """
                preamble\r
                --b\r
                Content-Disposition: form-data; name="note"\r
                \r
                some text\r
                --b \r
                Content-Disposition: form-data; name="file"; filename="a b.png"\r
                Content-Type: image/png\r
                \r
                \u{89}PNG\r
                --x\r
                --b--\r
                """))
        #expect(upload.source == "a b.png" && upload.bytes == Array("\u{89}PNG\r\n--x".utf8))
    }

    @Test func bytesStayAsTheyAre() throws {
        let bytes = (0...255).map { UInt8($0) } + [13, 10, 45, 45]
        let head = "--b\r\ncontent-disposition: form-data; name=f; filename=x\r\n\r\n"
        let upload = try #require(
            MultipartForm.file(in: Array(head.utf8) + bytes + Array("\r\n--b--".utf8), boundary: "b"))
        #expect(upload.bytes == bytes && upload.source == "x")
    }

    @Test func aPartWithoutFileName() throws {
        #expect(try #require(file("--b\r\nX: y\r\n\r\nabc\r\n--b--")).bytes == Array("abc".utf8))
        #expect(try #require(file("--b\r\nX: y\r\n\r\nabc\r\n--b--")).source == "upload")
        #expect(
            try #require(file("--b\r\nContent-Disposition: form-data; filename=\"\"\r\n\r\nabc\r\n--b--")).source
                == "upload")
    }

    @Test(arguments: [
        "", "--b", "--b--", "--b\r\n", "--b\r\n\r\n\r\nabc", "--b\r\nX: y\r\n--b--", "abc", "--c\r\n\r\n\r\n--c--",
    ])
    func noForm(_ body: String) { #expect(file(body) == nil) }

    @Test func printingIsSafe() {
        let upload = Upload(source: "ERIKSSON.png", bytes: [1, 2])
        var dumped = ""
        dump(upload, to: &dumped)
        for text in ["\(upload)", dumped] { #expect(text.contains("2") && !text.contains("ERIKSSON")) }
    }
}
