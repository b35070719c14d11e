import JSON

extension ScanExpectation {
    /// Reads `documentType` and `countryCode`; whatever else is there is passed over, and an empty text counts as none.
    ///
    /// - Throws: `MRZ_SCAN_FAILED` when no document can be meant: waiting for it would be in vain.
    public init(_ parameters: BridgeParameters) throws(BridgeError) {
        self.init()
        if let name = try Self.text("documentType", in: parameters) {
            guard let document = Document(name: name) else {
                throw Self.failure(
                    "documentType", "No document with an MRZ goes by the documentType that is asked for.")
            }
            self.document = document
        }
        if let code = try Self.text("countryCode", in: parameters) {
            let letters = code.uppercased().filter { $0 != "<" && $0 != " " }
            guard letters == "D" || letters.utf8.count == 3, letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
            else {
                throw Self.failure("countryCode", "A countryCode has three letters, as the MRZ prints it.")
            }
            // The one code that Doc 9303 has otherwise than ISO 3166: Part 3, 5.
            issuer = letters == "DEU" ? "D" : letters
        }
    }

    private static func text(_ key: String, in parameters: BridgeParameters) throws(BridgeError) -> String? {
        guard let value = parameters[key] else { return nil }
        guard case .string(let text) = value else { throw failure(key, "The \(key) is to be a text.") }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    private static func failure(_ parameter: String, _ message: String) -> BridgeError {
        BridgeError(.scanFailed, message, details: ["parameter": .string(parameter)])
    }
}
