import BridgeServer
import Testing

@Suite struct AuthorityTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("LocalHost:8080", "localhost", 8080), ("127.0.0.1:1", "127.0.0.1", 1),
            ("[::1]:80", "::1", 80), ("[fe80::1]", "fe80::1", nil), ("a-b_c.example", "a-b_c.example", nil),
        ] as [(String, String, Int?)])
    func legal(_ text: String, _ host: String, _ port: Int?) throws {
        let authority = try #require(Authority(text))
        #expect(authority.host == host && authority.port == port)
    }

    @Test(arguments: [
        "", ":80", "a b", "a:", "a:b", "a:70000", "a:-1", "a:+1", "[::1", "[]", "[x]", "a/b", "a@b", "ü", "[::1]x",
    ])
    func illegal(_ text: String) { #expect(Authority(text) == nil) }

    @Test(arguments: ["localhost", "127.0.0.1", "127.9.9.9:80", "[::1]"])
    func loopback(_ text: String) throws { #expect(try #require(Authority(text)).isLoopback) }

    @Test(arguments: ["127.0.0.1.example", "127.example", "10.0.0.1", "[::2]", "1.2.3.256", "localhost.example"])
    func notLoopback(_ text: String) throws { #expect(try !#require(Authority(text)).isLoopback) }

    @Test func addresses() throws {
        for text in ["10.0.0.1", "[fe80::1]"] { #expect(try #require(Authority(text)).isAddress) }
        for text in ["example", "1.2.3", "1.2.3.4.5", "1.2.3.256"] { #expect(try !#require(Authority(text)).isAddress) }
    }
}
