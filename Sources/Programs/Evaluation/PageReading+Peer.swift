import MRZParsing

extension PageReading {
    /// What another reader printed: JSON, or a text with MRZ lines in it.
    ///
    /// JSON may be one value or one a line. An object is a reading when it has `lines`, or a text under `raw_text`,
    /// `mrz_text`, `raw_mrz`, `mrz` or `text`; readings may stand in lists and under other keys. Whether the reader
    /// vouches for it is taken from `verified`, `valid`, `is_valid`, `valid_score` (100 is yes) or `status`
    /// (`verified`, `valid` and `success` are yes), the first of them that is there.
    ///
    /// Of a text, every run of lines that looks like an MRZ of some layout is a reading: the reader is not blamed for
    /// what else stands in the picture.
    public init(peerOutput text: String) {
        if let values = ForeignJSON.values(in: text) {
            self.init(zones: values.flatMap(Self.zones))
        } else {
            self.init(zones: Self.zones(inText: text))
        }
    }

    private static func zones(in value: ForeignJSON) -> [Zone] {
        switch value {
        case .array(let values): return values.flatMap(zones)
        case .object(let members):
            if let lines = lines(in: members) {
                return lines.isEmpty ? [] : [Zone(lines: lines, isVerified: claim(in: members))]
            }
            return members.sorted { $0.key < $1.key }.flatMap { zones(in: $0.value) }
        case .string, .bool, .number, .null: return []
        }
    }

    private static func lines(in members: [String: ForeignJSON]) -> [String]? {
        for key in ["lines", "raw_text", "mrz_text", "raw_mrz", "mrz", "text"] {
            switch members[key] {
            case .string(let text): return lines(of: text)
            case .array(let values):
                let strings = values.compactMap { value -> String? in
                    if case .string(let text) = value { text } else { nil }
                }
                if strings.count == values.count { return strings.flatMap(lines) }
            default: continue
            }
        }
        return nil
    }

    private static func claim(in members: [String: ForeignJSON]) -> Bool? {
        for key in ["verified", "valid", "is_valid", "valid_score", "status"] {
            switch members[key] {
            case .bool(let claim): return claim
            case .number(let score): return score >= 100
            case .string(let status): return ["verified", "valid", "success"].contains(status.lowercased())
            default: continue
            }
        }
        return nil
    }

    /// The lines of a text without the blanks that recognisers leave in them.
    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    }

    private static func zones(inText text: String) -> [Zone] {
        let lines = lines(of: text)
        return lines.indices.flatMap { start in
            (1...3).compactMap { count in
                guard start + count <= lines.count else { return nil }
                let run = Array(lines[start..<(start + count)])
                return isLikeMRZ(run) ? Zone(lines: run) : nil
            }
        }
    }

    /// Whether there are as many lines as some layout has, each about as long as there, of its characters and with a
    /// filler somewhere.
    private static func isLikeMRZ(_ lines: [String]) -> Bool {
        guard lines.contains(where: { $0.contains("<") }),
            lines.allSatisfy({ $0.utf8.allSatisfy { MRZCharacter(ascii: $0) != nil } })
        else { return false }
        return MRZFormat.all.contains { format in
            format.lineLengths.count == lines.count
                && zip(format.lineLengths, lines).allSatisfy { abs($0 - $1.count) <= $0 / 6 }
        }
    }
}
