import JSON

/// `camera`: isAvailable, scanMRZ, stopCamera.
struct CameraHandler: BridgeHandler {
    let domain = BridgeDomain.camera
    let camera: CameraCoordinator?
    let results: ResultShape

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        // Whether there is a camera can be asked where there is none.
        if request.method == "isAvailable" { return .bool(camera?.access == .granted) }
        let camera = try request.configured(camera)
        switch request.method {
        case "scanMRZ":
            let expectation = try ScanExpectation(request.parameters)
            let capture = try await camera.scan(expectation, for: context.session, replacing: true) { update in
                let members = [.init("requestId", .string(request.id))] + update.members
                context.emit(domain, "scanProgress", .object(members))
            }
            return try results.result(of: capture.report)
        case "stopCamera":
            await camera.stop(for: context.session)
            return .null
        default: throw request.methodNotFound
        }
    }
}
