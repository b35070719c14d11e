import JSON
import Testing

@Suite struct JSONValueParsingTests {
    @Test(arguments: [
        #"{"b":[-1,true,null,false,{},[]],"a":{"a":""},"":"x"}"#, #""/\"\\\u0008\t\r\n\u007f\u2029ß😀""#, "12.5",
        "-0.003",
        "0", "[]", "9007199254740993",
    ])
    func whatWasWrittenIsReadAgain(_ text: String) throws {
        #expect(try JSONValue(parsing: text).text == text)
    }

    @Test(arguments: [
        (" [ 1 ,\n2\t] ", "[1,2]"), (#""\ud83d\ude00\/\b\f""#, #""😀/\u0008\u000c""#), ("1e2", "100"),
        ("2.50E+0", "2.5"), (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), (#""\ud83d""#, #""\#u{FFFD}""#),
        (#""\ude00\ud83d\u0041""#, #""\#u{FFFD}\#u{FFFD}A""#), (#""\ud83d\ud83d\ude00x""#, #""\#u{FFFD}😀x""#),
        ("[1e999,-1e400]", "[1.7976931348623157e+308,-1.7976931348623157e+308]"),
    ])
    func otherSpellings(_ text: String, _ written: String) throws {
        #expect(try JSONValue(parsing: text).text == written)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "[1 2]", "1 2", "01", "-", "1.", ".5", "1e", "tru",
        "nul",
        "\"", "\"\n\"", #""\x""#, #""\u12""#, #""\ud83d\u1""#, "NaN", "'a'", "{} x",
    ])
    func noJSON(_ text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    /// Not an argument of the test above: logs print arguments.
    @Test func aHundredThousandArraysWithinEachOther() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 100_000)) }
    }

    @Test func bytesThatAreNoText() {
        #expect(throws: JSONError(offset: 3)) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func members() throws {
        let value = try JSONValue(parsing: #"{"a":"x","n":3,"l":[1]}"#)
        #expect(value["a"]?.string == "x" && value["n"]?.integer == 3 && value["l"]?.array == [.integer(1)])
        #expect(value["b"] == nil && value["a"]?.integer == nil && value["n"]?.string == nil)
    }
}
