import JSON
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        (0.0, 3, "0"), (0.9996, 3, "1"), (0.995, 3, "0.995"), (-0.06, 1, "-0.1"), (-0.04, 1, "0"), (12.5, 0, "13"),
        (1234.05, 2, "1234.05"), (.nan, 1, "0"), (.infinity, 1, "0"), (10, 2, "10"),
    ])
    func numbers(_ value: Double, _ places: Int, _ text: String) {
        #expect(JSONValue.number(value, places: places).text == text)
    }

    @Test func orderAndNesting() {
        let value: JSONValue = ["b": [.integer(-1), .bool(true), [:], []], "a": .object([]), "": ""]
        #expect(value.text == #"{"b":[-1,true,{},[]],"a":{},"":""}"#)
    }

    @Test func strings() {
        #expect(JSONValue.string("/\"\\\u{8}\t\r\n\u{7F}\u{2029}ß😀").text == #""/\"\\\u0008\t\r\n\u007f\u2029ß😀""#)
    }
}
