import NIOHTTP1

/// The endpoint that a request asks for, and what stands behind those that need no more than a look.
struct Route {
    let endpoint: Metrics.Endpoint
    private let target: RequestTarget
    private let file: PageFiles.File?
    /// A page elsewhere that may use the server asks what it may send, before it posts anything but a form.
    private let isPreflight: Bool

    init(_ head: HTTPRequestHead, _ server: ServerContext) {
        target = RequestTarget(head.uri)
        isPreflight = head.method == .OPTIONS && server.rules.foreignOrigin(of: head) != nil
        let path = Self.path(of: target, server.bundle)
        if server.desk != nil {
            file = server.files[String(target.path)]
            endpoint =
                switch target.path {
                case "/healthz": .health
                case "/metrics": .metrics
                case let path where path.hasPrefix(DeskRequest.folder): .desk
                default: file == nil ? .other : .page
                }
            return
        }
        switch path {
        case "/bridge"?: (endpoint, file) = (.bridge, nil)
        // The second is older than versions, and stays.
        case "/v1/scan"?, "/scan"?: (endpoint, file) = (.scan, nil)
        case "/v1/live"?: (endpoint, file) = (.live, nil)
        case "/v1/handoff"?: (endpoint, file) = (.handoff, nil)
        case "/v1/tickets"?: (endpoint, file) = (.tickets, nil)
        case "/openapi.json"?: (endpoint, file) = (.openapi, nil)
        case "/preview.mjpg"?: (endpoint, file) = (.preview, nil)
        case "/metrics"?: (endpoint, file) = (.metrics, nil)
        case "/healthz"?: (endpoint, file) = (.health, nil)
        default:
            file =
                if let bundle = server.bundle { bundle.file(at: target.path) } else {
                    server.files[String(target.path)]
                }
            endpoint = file == nil ? .other : .page
        }
    }

    /// The path of an endpoint of the server; nil for what may be a file of a bundle, which has all paths but those of
    /// one folder.
    static func path(of target: RequestTarget, _ bundle: PageBundle?) -> Substring? {
        guard bundle != nil else { return target.path }
        guard target.path.hasPrefix(PageBundle.ownFolder) else { return nil }
        return target.path.dropFirst(PageBundle.ownFolder.count - 1)
    }

    /// What a request for it has to bring. The program's own page holds nothing that is not in the program for all to
    /// read.
    func demand(_ server: ServerContext) -> AccessRules.Demand {
        switch endpoint {
        case .health: .nothing
        case .page where server.bundle == nil: .nothing
        case .page: .files
        // Whoever may see a page may hear that there is none, and brings no more than its cookie.
        case .other where server.bundle != nil: .files
        case .live where target.ticket.map { server.visitors?.tickets.isGood($0) ?? false } ?? false: .nothing
        // Browsers ask without what the request itself will have.
        case .scan where isPreflight, .tickets where isPreflight: .nothing
        default: .token
        }
    }

    /// Whether it is an endpoint for WebSockets, and one is to be had there.
    func takesWebSocket(_ server: ServerContext) -> Bool {
        switch endpoint {
        case .bridge: target.dialect != nil
        // A ticket that is not good is no reason to ask for none.
        case .live: server.visitors != nil && target.ticket.map { server.visitors?.tickets.isGood($0) ?? false } ?? true
        case .handoff: server.visitors != nil
        default: false
        }
    }

    /// The answer to anything but an upload that is read and a viewfinder that is watched.
    func answer(to head: HTTPRequestHead, _ server: ServerContext) -> HTTPAnswer {
        if endpoint == .other {
            if server.bundle != nil, head.headers["sec-fetch-mode"].first == "navigate" {
                server.services.navigationFailed()
            }
            return .problem(.notFound, "not_found", "Nothing is here.")
        }
        if endpoint == .scan { return scanAnswer() }
        if endpoint == .tickets { return ticketAnswer(to: head, server) }
        guard methods.contains(head.method) else { return methodAnswer }
        switch endpoint {
        case .bridge, .live, .handoff:
            guard takesWebSocket(server) else { return noSocketAnswer(server) }
            if server.metrics.level(of: .webSockets) >= server.limits.webSockets {
                server.metrics.add(.refused(.busy))
                return .busy("Too many WebSockets.")
            }
            return .problem(
                .upgradeRequired, "websocket", "This is a WebSocket.",
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

    private func noSocketAnswer(_ server: ServerContext) -> HTTPAnswer {
        if endpoint == .bridge { return .problem(.notFound, "dialect", "The bridge has no such dialect.") }
        if server.visitors == nil { return .problem(.notFound, "not_found", "Visitors' cameras are not read here.") }
        server.metrics.add(.refused(.token))
        return Refusal.token.answer
    }

    private func pageAnswer(_ server: ServerContext) -> HTTPAnswer {
        // The token moves behind the #, which browsers keep to themselves, and from there into the page's own storage,
        // which is its origin's alone, port and all.
        if target.path == "/", let token = server.rules.token, target.token.map(token.matches) ?? false {
            var fields = [("Location", "/#token=\(token.text)")]
            if server.bundle != nil, let fileToken = server.rules.fileToken {
                fields.append(
                    ("Set-Cookie", "\(server.rules.cookie)=\(fileToken.text); HttpOnly; SameSite=Lax; Path=/"))
            }
            return .text(.seeOther, "See /.", fields)
        }
        guard let file else { return .problem(.notFound, "not_found", "Nothing is here.") }
        var answer = HTTPAnswer(.ok, contentType: file.contentType, file.bytes)
        answer.isOfBundle = server.bundle != nil
        return answer
    }

    /// A ticket for one scan, for somebody who is not to have the token.
    private func ticketAnswer(to head: HTTPRequestHead, _ server: ServerContext) -> HTTPAnswer {
        guard let visitors = server.visitors else {
            return .problem(.notFound, "not_found", "Visitors' cameras are not read here.")
        }
        if isPreflight { return preflightAnswer("POST for a ticket.") }
        guard head.method == .POST else { return methodAnswer }
        guard let ticket = visitors.tickets.issue() else {
            server.metrics.add(.refused(.busy))
            return .busy("Too many tickets are out.")
        }
        let json = "{\"ticket\":\"\(ticket.text)\",\"expiresInSeconds\":\(server.limits.ticketSeconds)}\n"
        return HTTPAnswer(.created, contentType: "application/json", Array(json.utf8))
    }

    private func scanAnswer() -> HTTPAnswer {
        isPreflight ? preflightAnswer("POST a picture or a PDF.") : methodAnswer
    }

    /// What the endpoint takes.
    private var methods: [HTTPMethod] {
        switch endpoint {
        case .scan, .tickets: [.POST, .OPTIONS]
        // Its frames have no end, so nobody can say what a request for their head would get.
        case .preview: [.GET]
        case .desk: [.GET, .POST]
        default: [.GET, .HEAD]
        }
    }

    private var methodAnswer: HTTPAnswer {
        let names = methods.map(\.rawValue)
        return .problem(
            .methodNotAllowed, "method_not_allowed", "This endpoint takes \(names.joined(separator: " and ")) only.",
            [("Allow", names.joined(separator: ", "))])
    }

    private func preflightAnswer(_ message: String) -> HTTPAnswer {
        .text(
            .ok, message,
            [
                ("Access-Control-Allow-Methods", "POST"),
                ("Access-Control-Allow-Headers", "Content-Type, Authorization"),
                ("Access-Control-Max-Age", "600"),
            ])
    }
}

extension Refusal {
    var answer: HTTPAnswer {
        switch self {
        case .host: .problem(.misdirectedRequest, "host", "This name is not one of the server's; see --allow-host.")
        case .origin: .problem(.forbidden, "origin", "Pages of that origin are not allowed; see --allow-origin.")
        case .token:
            .problem(
                .unauthorized, "token", "Open the address that mrz-scan printed: it has the token.",
                [("WWW-Authenticate", "Bearer")])
        case .busy, .rate: .busy("Too many at once.")
        case .size: .problem(.payloadTooLarge, "too_many_bytes", "That is too much.")
        case .slow: .problem(.requestTimeout, "timeout", "That took too long.")
        case .malformed: .problem(.badRequest, "malformed", "The request is malformed.")
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
