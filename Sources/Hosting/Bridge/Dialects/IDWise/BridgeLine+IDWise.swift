import JSON

/// The callbacks of contract 003.
extension BridgeLine {
    /// A line whose callbacks carry the id of the call that they answer, where it is a text or a number.
    func answering(_ id: JSONValue?) -> BridgeLine {
        switch id {
        case .string?, .integer?: break
        default: return self
        }
        return BridgeLine(session: session, report: report) { [say] message in
            guard case .other(.object(let members)) = message, let id else { return say(message) }
            say(.other(.object(members + [.init("id", id)])))
        }
    }

    /// Calls back, and tells the host's program.
    func callBack(_ event: String, _ data: JSONValue, reporting more: [JSONValue.Member] = []) {
        say(.other(["event": .string(event), "data": data]))
        guard event != "onStepProgress" else { return }
        var reported = data
        if case .object(let members) = data { reported = .object(members + more) }
        report(.step(event, reported))
    }

    /// The picture goes to the page only.
    func captured(_ picture: [UInt8]?, _ step: JSONValue) {
        let image = picture.map { JSONValue.string(Base64.text(of: $0)) } ?? .null
        say(.other(["event": "onStepCaptured", "data": ["stepId": step, "capturedImage": image]]))
        report(.step("onStepCaptured", ["stepId": step]))
    }
}
