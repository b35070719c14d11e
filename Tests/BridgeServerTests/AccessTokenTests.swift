import BridgeServer
import Testing

@Suite struct AccessTokenTests {
    @Test func everyStartHasItsOwn() {
        let (a, b) = (AccessToken(), AccessToken())
        #expect(a.text.utf8.count == 32 && a.text != b.text)
        #expect(a.matches(a.text) && !a.matches(b.text) && !a.matches("") && !a.matches(a.text + "0"))
    }

    @Test func itIsNotPrinted() {
        let token = AccessToken()
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token)".contains(token.text) && !dumped.contains(token.text))
    }
}
