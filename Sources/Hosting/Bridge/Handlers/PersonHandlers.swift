import JSON

/// `biometrics`: isAvailable, getBiometryType, authenticate.
struct BiometricsHandler: BridgeHandler {
    let domain = BridgeDomain.biometrics
    let provider: (any BiometricsProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        switch request.method {
        case "isAvailable": return .bool(provider.isAvailable)
        case "getBiometryType": return .string(provider.kind)
        case "authenticate":
            try await provider.authenticate(reason: request.parameters.string("reason"))
            return .bool(true)
        default: throw request.methodNotFound
        }
    }
}

/// `nfc`: isSupported, scan, cancelScan.
struct NFCHandler: BridgeHandler {
    let domain = BridgeDomain.nfc
    let provider: (any NFCProvider)?

    func answer(_ request: BridgeRequest, in context: BridgeContext) async throws -> JSONValue {
        let provider = try request.configured(provider)
        switch request.method {
        case "isSupported": return .bool(provider.isSupported)
        case "scan":
            if let chips = provider as? any ChipProvider {
                return try await scan(request, with: chips, in: context)
            }
            return try await provider.scan(request.parameters)
        case "cancelScan":
            await (provider as? any ChipProvider)?.cancel(for: context.session)
            return .null
        default: throw request.methodNotFound
        }
    }

    /// The page hears of every step, and of the failure also as an event.
    private func scan(
        _ request: BridgeRequest, with chips: any ChipProvider, in context: BridgeContext
    ) async throws(BridgeError) -> JSONValue {
        guard chips.isSupported else { throw BridgeError.noReader }
        let chip = try ChipRequest(request.parameters)
        let identifier = JSONValue.Member("requestId", .string(request.id))
        do throws(BridgeError) {
            return try await chips.read(chip, for: context.session) { update in
                context.emit(domain, update.event, .object([identifier] + update.members))
            }.passport
        } catch {
            context.emit(
                domain, "scanError",
                .object([
                    identifier, .init("code", .string(error.code.rawValue)), .init("message", .string(error.message)),
                ]))
            throw error
        }
    }
}
