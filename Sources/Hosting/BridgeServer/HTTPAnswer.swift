import NIOCore
import NIOHTTP1

/// A whole answer to a request.
struct HTTPAnswer {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: [UInt8]
    /// A file of somebody else's page.
    var isOfBundle = false

    init(_ status: HTTPResponseStatus, contentType: String, _ body: [UInt8], _ extra: [(String, String)] = []) {
        self.status = status
        self.body = body
        headers = HTTPHeaders([("Content-Type", contentType)] + extra)
    }

    /// One English sentence.
    static func text(_ status: HTTPResponseStatus, _ text: String, _ extra: [(String, String)] = []) -> HTTPAnswer {
        HTTPAnswer(status, contentType: "text/plain; charset=utf-8", Array((text + "\n").utf8), extra)
    }

    /// A small object for programs: an error's stable word and its sentence.
    static func problem(
        _ status: HTTPResponseStatus, _ code: String, _ message: String, _ extra: [(String, String)] = []
    ) -> HTTPAnswer {
        // Both are ours and hold nothing that JSON would escape.
        let json = "{\"error\":{\"code\":\"\(code)\",\"message\":\"\(message)\"}}\n"
        return HTTPAnswer(status, contentType: "application/json", Array(json.utf8), extra)
    }
}

/// What every answer says to browsers.
struct SecurityHeaders {
    private let policy: String

    /// - Parameter frames: origins whose pages may show ours in a frame.
    init(frames: [String]) {
        policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors \((["'self'"] + frames).joined(separator: " "))",
        ].joined(separator: "; ")
    }

    /// - Parameters:
    ///   - foreignOrigin: a page elsewhere that may read the answer.
    ///   - isPart: whether it is for a page elsewhere that may show it.
    ///   - isOfBundle: whether it is a file of a page that is served as it is: what that may load is its own business,
    ///     as in a web view, but nobody else shows it in a frame.
    func add(to headers: inout HTTPHeaders, foreignOrigin: String?, isPart: Bool, isOfBundle: Bool = false) {
        headers.add(
            name: "Content-Security-Policy",
            value: isOfBundle ? "frame-ancestors 'self'; object-src 'none'; base-uri 'self'" : policy)
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        headers.add(name: "Referrer-Policy", value: "no-referrer")
        headers.add(name: "Cache-Control", value: "no-store")
        let features =
            isOfBundle
            ? "camera=(self), microphone=(self), geolocation=(self)" : "camera=(self), microphone=(), geolocation=()"
        headers.add(name: "Permissions-Policy", value: features)
        headers.add(name: "Vary", value: "Origin")
        if let foreignOrigin {
            headers.add(name: "Cross-Origin-Resource-Policy", value: "cross-origin")
            headers.add(name: "Access-Control-Allow-Origin", value: foreignOrigin)
            headers.add(name: "Access-Control-Expose-Headers", value: "Retry-After")
        } else {
            headers.add(name: "Cross-Origin-Resource-Policy", value: isPart ? "cross-origin" : "same-origin")
        }
    }
}
