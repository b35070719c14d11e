import Imaging
import LiveScanning
import Reporting

/// `camera`: isAvailable, scanMRZ, stopCamera.
struct CameraHandler: BridgeHandler {
    let domain = BridgeDomain.camera
    let camera: CameraDesk?
    let results: ResultShape

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        // Whether there is a camera can be asked where there is none.
        if request.method == "isAvailable" { return .bool(camera?.access == .granted) }
        let camera = try request.configured(camera)
        switch request.method {
        case "scanMRZ":
            let expectation = try ScanExpectation(request.parameters)
            let report = try await camera.scan(expectation, for: context.session) { update in
                context.emit(domain, "scanProgress", update.json(for: request))
            }
            return try results.result(of: report)
        case "stopCamera":
            await camera.stop(for: context.session)
            return .null
        default: throw request.methodNotFound
        }
    }
}

extension ScanUpdate {
    /// The data of the event `scanProgress`.
    func json(for request: BridgeRequest) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("requestId", .string(request.id)), .init("stateIndex", .integer(progress.rawValue)),
            .init("name", .string(progress.name)), .init("hint", .string(hintCode)),
            .init("message", .string(sentence)),
        ]
        if let outline {
            let corners = outline.corners.map { JSONValue.array([.number($0.x, places: 4), .number($0.y, places: 4)]) }
            members.append(.init("outline", .array(corners)))
        }
        return .object(members)
    }
}
