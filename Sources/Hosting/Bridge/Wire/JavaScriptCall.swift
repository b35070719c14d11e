import JSON

/// A message as the script that a host runs in its web view: the way native hosts speak to their pages.
public enum JavaScriptCall {
    /// A call of the page's receiver: `_handleResponse` or `_handleEvent`, with the JSON as its text.
    public static func script(for message: BridgeMessage) -> String {
        let function =
            switch message {
            case .response, .refusal: "_handleResponse"
            case .event, .other: "_handleEvent"
            }
        return "window.SelfNativeBridge.\(function)(\(literal(message.json.text)))"
    }

    /// The text between single quotes, with all escaped that would end or change it there.
    public static func literal(_ text: String) -> String {
        var literal = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": literal += "\\\\"
            case "'": literal += "\\'"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            // These end a line in JavaScript.
            case "\u{2028}": literal += "\\u2028"
            case "\u{2029}": literal += "\\u2029"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "'"
    }
}
