/// An answer to an HTTP request.
public struct HTTPReply {
    public let status: Int
    /// By names in lower case.
    public let fields: [String: String]
    public let body: [UInt8]

    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension LoopbackSocket {
    /// Sends a request and reads its answer. `Host` is that of the server unless `fields` say otherwise.
    ///
    /// - Parameter port: for `Host`.
    public func request(
        _ method: String, _ target: String, port: Int, fields: [String: String] = [:], body: [UInt8]? = nil
    ) throws -> HTTPReply {
        var all = ["Host": "127.0.0.1:\(port)"].merging(fields) { $1 }
        if let body { all["Content-Length"] = String(body.count) }
        let head = all.map { "\($0): \($1)\r\n" }.joined()
        try send(Array("\(method) \(target) HTTP/1.1\r\n\(head)\r\n".utf8) + (body ?? []))
        return try reply(hasBody: method != "HEAD")
    }

    /// The next answer.
    public func reply(hasBody: Bool = true) throws -> HTTPReply {
        let lines = try receive(through: "\r\n\r\n").split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(description: "no HTTP answer")
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let length = hasBody ? fields["content-length"].flatMap { Int($0) } ?? 0 : 0
        let body = try receive(length)
        guard body.count == length else {
            throw Failure(description: "\(body.count) of \(length) bytes of the answer came")
        }
        return HTTPReply(status: status, fields: fields, body: body)
    }
}
