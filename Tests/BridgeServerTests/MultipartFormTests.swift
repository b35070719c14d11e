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

    private func file(_ body: String) throws(MultipartForm.Failure) -> Upload {
        try MultipartForm.file(in: Array(body.utf8), boundary: "b")
    }

    /// A form of parts, each of what follows `Content-Disposition: form-data; name="f"`, and its content.
    private func form(_ parts: (String, String)...) -> String {
        let texts = parts.map { "--b\r\nContent-Disposition: form-data; name=\"f\"\($0)\r\n\r\n\($1)\r\n" }
        return texts.joined() + "--b--\r\n"
    }

    /// The part with a file name is the one; its bytes are those between the lines, untouched.
    @Test func theFileAmongTheParts() throws {
        let upload = try file(
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
            """)
        #expect(upload.source == "a b.png" && upload.bytes == Array("\u{89}PNG\r\n--x".utf8))
    }

    @Test func bytesStayAsTheyAre() throws {
        let bytes = (0...255).map { UInt8($0) } + [13, 10, 45, 45]
        let head = "--b\r\ncontent-disposition: form-data; name=f; filename=x\r\n\r\n"
        let upload = try MultipartForm.file(
            in: Array(head.utf8) + bytes + Array("\r\n--b--".utf8), boundary: "b")
        #expect(upload.bytes == bytes && upload.source == "x")
    }

    /// A name may be empty or in the form of RFC 5987, which forms are not to have.
    @Test(arguments: ["; filename=\"\"", "; filename*=UTF-8''a.png"])
    func aFileWithoutAName(_ head: String) throws {
        let upload = try file(form((head, "abc")))
        #expect(upload.source == "upload" && upload.bytes == Array("abc".utf8))
    }

    /// Browsers escape three characters of a name and no others.
    @Test func escapedNames() throws {
        let upload = try file(form(("; filename=\"a%22b%0D%0A 100%2541.png\"", "abc")))
        #expect(upload.source == "a\"b\r\n 100%2541.png")
    }

    /// What browsers send for a choice that nobody made.
    @Test func emptyFilesAreNone() throws {
        let empty = ("; filename=\"\"", "")
        let real = ("; filename=\"a.png\"", "abc")
        for body in [form(empty, real), form(real, empty), form(("", "text"), empty, real)] {
            #expect(try file(body).source == "a.png")
        }
        #expect(throws: MultipartForm.Failure.noFile) { try file(form(empty)) }
    }

    @Test func severalFiles() {
        let files = ("; filename=\"a.png\"", "abc")
        #expect(throws: MultipartForm.Failure.severalFiles) { try file(form(files, ("", "text"), files)) }
        #expect(throws: MultipartForm.Failure.severalFiles) { try file(form(files, ("; filename=\"\"", "abc"))) }
    }

    @Test(arguments: [
        "", "--b", "--b--", "--b\r\n", "--b\r\n\r\n\r\nabc", "--b\r\nX: y\r\n--b--", "abc", "--c\r\n\r\n\r\n--c--",
        "--b\r\nX: y\r\n\r\nabc\r\n--b--", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n--b--",
    ])
    func noFile(_ body: String) { #expect(throws: MultipartForm.Failure.noFile) { try file(body) } }

    /// No browser sends such heads, nor so many parts: whoever does is not to keep the server busy with them.
    @Test(arguments: ["X: " + String(repeating: "y\n", count: 5000), String(repeating: "X: y\r\n", count: 2000)])
    func aGiantHead(_ head: String) {
        let part = "Content-Disposition: form-data; name=\"f\"; filename=\"a\""
        #expect(throws: MultipartForm.Failure.noFile) { try file("--b\r\n\(head)\r\n\(part)\r\n\r\nabc\r\n--b--") }
    }

    @Test func manyParts() throws {
        let part = "--b\r\n\r\n\r\n\r\n"
        let last = form(("; filename=\"a\"", "abc"))
        #expect(try file(String(repeating: part, count: 200) + last).bytes == Array("abc".utf8))
        #expect(throws: MultipartForm.Failure.noFile) { try file(String(repeating: part, count: 300) + last) }
    }

    @Test func printingIsSafe() {
        let upload = Upload(source: "ERIKSSON.png", bytes: [1, 2])
        var dumped = ""
        dump(upload, to: &dumped)
        for text in ["\(upload)", dumped] { #expect(text.contains("2") && !text.contains("ERIKSSON")) }
    }
}
