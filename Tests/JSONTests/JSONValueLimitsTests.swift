import JSON
import Testing

@Suite struct JSONReadingTests {
    private func read(_ text: String) -> JSONValue? { JSONValue(reading: Array(text.utf8)) }

    /// What is kept for a page comes back as it was, numbers with all their digits.
    @Test(
        arguments: [
            "null", "true", "[]", "{}", "-7", "9007199254740993", "0.1", "1e-07", "1.7976931348623157e+308", #""""#,
            #"{"a":[1,{"b":null}],"c":"\u2028 \"x\" \\ \n"}"#,
        ])
    func roundTrip(_ text: String) throws {
        let value = try #require(read(text))
        #expect(value.text == text && read(value.text) == value)
    }

    @Test func keysKeepTheirOrderAndTheFirstOfTwoCounts() throws {
        let text = #"{"b":1,"a":2,"a":3}"#
        #expect(read(text)?.text == text && read(text)?["a"] == .integer(2))
        #expect(read("\u{FEFF}[]") == [])
    }

    @Test(arguments: ["", "nul", "{", "[1,]", "{'a':1}", "1 2", "\u{1}", #""\x""#, "NaN"])
    func junk(_ text: String) { #expect(read(text) == nil) }

    @Test func brackets() {
        #expect(read(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) != nil)
        #expect(read(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == nil)
        // In a text they count for nothing.
        #expect(read("\"" + String(repeating: "[\\\"", count: 100) + "\"") != nil)
    }

    /// Values are counted wherever they stand: short ones take more memory than their text.
    @Test func valuesAreLimited() {
        let text = Array("[1,[2,3],{\"a\":4}]".utf8)
        #expect(JSONValue(reading: text, limits: .init(maxValues: 7)) != nil)
        #expect(JSONValue(reading: text, limits: .init(maxValues: 6)) == nil)
        let long = Array("[1".utf8) + Array(String(repeating: ",1", count: 1 << 20).utf8) + Array("]".utf8)
        #expect(JSONValue(reading: long) == nil)
    }
}
