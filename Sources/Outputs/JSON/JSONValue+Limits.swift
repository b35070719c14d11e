extension JSONValue {
    /// What a text of somebody else's making may cost.
    public struct Limits: Sendable {
        public var maxBytes: Int
        /// Arrays and objects within each other.
        public var maxDepth: Int
        /// Values of all kinds, those within others too: each takes some forty bytes, however short it is written.
        public var maxValues: Int

        /// Room for a document of 4 MB in base64, and then some.
        public init(maxBytes: Int = 8 << 20, maxDepth: Int = 32, maxValues: Int = 1 << 18) {
            self.maxBytes = maxBytes
            self.maxDepth = maxDepth
            self.maxValues = maxValues
        }
    }

    /// The one JSON value of a text; nil of any other text, and of one that exceeds the limits.
    ///
    /// A byte order mark at the beginning is passed over. Of a key that comes more than once the first counts.
    public init?(reading text: [UInt8], limits: Limits = Limits()) {
        let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
        guard text.count <= limits.maxBytes else { return nil }
        do {
            self = try JSONValue(
                parsing: isMarked ? Array(text.dropFirst(3)) : text, maxDepth: limits.maxDepth,
                maxValues: limits.maxValues)
        } catch {
            return nil
        }
    }
}
