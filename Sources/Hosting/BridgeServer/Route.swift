import NIOHTTP1

/// The door that a request asks for, and what stands behind those that need no more than a look.
struct Route {
    let door: Metrics.Route
    private let target: RequestTarget
    private let file: PageFiles.File?

    init(_ head: HTTPRequestHead, _ bundle: PageBundle?) {
        target = RequestTarget(head.uri)
        let path = Self.path(of: target, bundle)
        switch path {
        case "/bridge"?: (door, file) = (.bridge, nil)
        // The second is older than versions, and stays.
        case "/v1/scan"?, "/scan"?: (door, file) = (.scan, nil)
        case "/openapi.json"?: (door, file) = (.openapi, nil)
        case "/preview.mjpg"?: (door, file) = (.preview, nil)
        case "/metrics"?: (door, file) = (.metrics, nil)
        case "/healthz"?: (door, file) = (.health, nil)
        default:
            file = if let bundle { bundle.file(at: target.path) } else { PageFiles.byPath[String(target.path)] }
            door = file == nil ? .other : .page
        }
    }

    /// The path of a door of the server; nil for what may be a file of a bundle, which has all paths but those of one
    /// folder.
    static func path(of target: RequestTarget, _ bundle: PageBundle?) -> Substring? {
        guard bundle != nil else { return target.path }
        guard target.path.hasPrefix(PageBundle.ownFolder) else { return nil }
        return target.path.dropFirst(PageBundle.ownFolder.count - 1)
    }

    /// The answer to anything but an upload that is read and a viewfinder that is watched.
    func answer(to head: HTTPRequestHead, _ server: ServerContext) -> HTTPAnswer {
        if door == .other {
            if server.bundle != nil, head.headers["sec-fetch-mode"].first == "navigate" {
                server.services.navigationFailed()
            }
            return .problem(.notFound, "not_found", "Nothing is here.")
        }
        if door == .scan { return scanAnswer(to: head, server) }
        guard head.method == .GET || head.method == .HEAD else {
            return .problem(.methodNotAllowed, "method_not_allowed", "Only GET is.", [("Allow", "GET, HEAD")])
        }
        switch door {
        case .bridge:
            guard target.dialect != nil else {
                return .problem(.notFound, "dialect", "The bridge has no such dialect.")
            }
            if server.metrics.level(of: .webSockets) >= server.limits.webSockets {
                server.metrics.add(.refused(.busy))
                return .busy("Too many WebSockets.")
            }
            return .problem(
                .upgradeRequired, "websocket", "The bridge is a WebSocket.",
                [("Upgrade", "websocket"), ("Connection", "Upgrade")])
        case .metrics:
            return HTTPAnswer(
                .ok, contentType: "text/plain; version=0.0.4; charset=utf-8", Array(server.metrics.text.utf8))
        case .openapi where server.openAPI.isEmpty: return .problem(.notFound, "not_found", "Nothing is here.")
        case .openapi: return HTTPAnswer(.ok, contentType: "application/json", Array((server.openAPI + "\n").utf8))
        case .health: return HTTPAnswer(.ok, contentType: "application/json", Array("{\"status\":\"ok\"}\n".utf8))
        default: return pageAnswer(server)
        }
    }

    private func pageAnswer(_ server: ServerContext) -> HTTPAnswer {
        // The token moves from the address, which is shown and kept, to a cookie that scripts cannot read.
        if target.path == "/", let token = server.rules.token, target.token != nil {
            let cookie = "\(server.rules.cookie)=\(token.text); HttpOnly; SameSite=Lax; Path=/"
            return .text(.seeOther, "See /.", [("Location", "/"), ("Set-Cookie", cookie)])
        }
        guard let file else { return .problem(.notFound, "not_found", "Nothing is here.") }
        var answer = HTTPAnswer(.ok, contentType: file.contentType, file.bytes)
        answer.isOfBundle = server.bundle != nil
        return answer
    }

    private func scanAnswer(to head: HTTPRequestHead, _ server: ServerContext) -> HTTPAnswer {
        // A page elsewhere asks before it posts anything but a form.
        if head.method == .OPTIONS, server.rules.foreignOrigin(of: head) != nil {
            return .text(
                .ok, "POST a picture or a PDF.",
                [
                    ("Access-Control-Allow-Methods", "POST"),
                    ("Access-Control-Allow-Headers", "Content-Type, Authorization"),
                    ("Access-Control-Max-Age", "600"),
                ])
        }
        return .problem(
            .methodNotAllowed, "method_not_allowed", "POST a picture or a PDF.", [("Allow", "POST, OPTIONS")])
    }
}

extension Refusal {
    var answer: HTTPAnswer {
        switch self {
        case .host: .problem(.misdirectedRequest, "host", "This name is not one of the server's; see --allow-host.")
        case .origin: .problem(.forbidden, "origin", "Pages of that origin may not; see --allow-origin.")
        case .token:
            .problem(
                .unauthorized, "token", "Open the address that mrz-scan serve printed: it has the token.",
                [("WWW-Authenticate", "Bearer")])
        case .busy, .rate: .busy("Too many at once.")
        case .size: .problem(.payloadTooLarge, "too_many_bytes", "That is too much.")
        case .slow: .problem(.requestTimeout, "timeout", "That took too long.")
        case .malformed: .problem(.badRequest, "malformed", "That is no such request.")
        }
    }
}

extension HTTPAnswer {
    static func busy(_ message: String) -> HTTPAnswer {
        .problem(.serviceUnavailable, "busy", message, [("Retry-After", "1")])
    }
}

extension UploadAnswer {
    var answer: HTTPAnswer {
        let status: HTTPResponseStatus =
            switch outcome {
            case .verified, .unverified, .notFound: .ok
            case .error: .unprocessableEntity
            case .failed: .internalServerError
            }
        return HTTPAnswer(status, contentType: "application/jsonl; charset=utf-8", Array(lines.utf8))
    }
}
