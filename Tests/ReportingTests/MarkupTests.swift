import Reporting
import Testing

@Suite struct MarkupTests {
    /// By scalars: what is one Character with a mark above it is a tag or a quote all the same.
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"x\"", "&quot;x&quot;"), ("<\u{301}b", "&lt;\u{301}b"),
        ("\"\u{301}x", "&quot;\u{301}x"), ("Ångström\r\n", "Ångström\r\n"),
    ])
    func escaping(_ text: String, _ escaped: String) { #expect(Markup.escape(text) == escaped) }
}
