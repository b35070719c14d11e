extension SingleValueDecodingContainer {
    /// The value; nil when it is of another type.
    ///
    /// - Throws: what else is wrong with it.
    package func decodeIfOfKind<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        do {
            return try decode(type)
        } catch DecodingError.typeMismatch {
            return nil
        }
    }
}
