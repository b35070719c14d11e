public import MRZParsing

/// What EF.COM lists. ICAO Doc 9303-10, 4.6.1.
enum CommonFile {
    /// The numbers of the data groups that the chip says it has; none where the file is missing, or not built as it
    /// must be: nothing hangs on it, as EF.SOD lists what was signed.
    static func groups(_ file: [UInt8]?) -> [Int] {
        do throws(ChipError) {
            guard let file, let list = try TLV.objects(in: try TLV.object(file[...]).value).under(0x5C),
                list.count <= 64
            else { return [] }
            return list.compactMap { ChipFile.group(ofTag: UInt32($0)) }
        } catch {
            return []
        }
    }
}

/// The MRZ as DG1 has it. ICAO Doc 9303-10, 4.7.1.
enum MRZFile {
    /// - Throws: `malformed` for anything but a TD1, TD2 or TD3.
    static func mrz(_ file: [UInt8]) throws(ChipError) -> MRZ {
        let outer = try TLV.object(file[...])
        guard outer.tag == 0x61, let bytes = try TLV.objects(in: outer.value).under(0x5F1F) else {
            throw .malformed("EF.DG1 of the chip")
        }
        let format: MRZFormat
        switch bytes.count {
        case 90: format = .td1
        case 72: format = .td2
        case 88: format = .td3
        default: throw .malformed("EF.DG1 of the chip")
        }
        var lines: [MRZLine] = []
        var rest = bytes
        for length in format.lineLengths {
            let characters = rest.prefix(length).compactMap { MRZCharacter(ascii: $0) }
            guard characters.count == length else { throw .malformed("EF.DG1 of the chip") }
            lines.append(MRZLine(characters))
            rest = rest.dropFirst(length)
        }
        do {
            return try MRZ(lines, format: format)
        } catch {
            throw .malformed("EF.DG1 of the chip")
        }
    }
}

/// A picture as the chip has it: not decoded, since nobody knows yet what it does to a decoder.
public struct ChipImage: Sendable, Equatable {
    public enum Format: String, Sendable, CaseIterable {
        case jpeg
        case jpeg2000

        /// The usual ending of files of it.
        public var fileEnding: String { self == .jpeg ? "jpg" : "jp2" }
    }

    public let format: Format
    public let bytes: [UInt8]

    public var mimeType: String { format == .jpeg ? "image/jpeg" : "image/jp2" }

    private static let starts: [(Format, [UInt8])] = [
        (.jpeg, [0xFF, 0xD8, 0xFF]), (.jpeg2000, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
        (.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
    ]

    /// The picture that begins soonest. Neither lengths nor types around it can be trusted: documents in use have them
    /// wrong by some bytes.
    init?(within bytes: ArraySlice<UInt8>) {
        for place in bytes.indices {
            for (format, start) in Self.starts where bytes[place...].starts(with: start) {
                self.format = format
                self.bytes = Array(bytes[place...])
                return
            }
        }
        return nil
    }

    /// The face in DG2, by ISO/IEC 19794-5 or 39794-5. ICAO Doc 9303-10, 4.7.2. Nil when there is none.
    static func face(_ file: [UInt8]) -> ChipImage? {
        guard let header = TLV.Header(file[...]), header.tag == 0x75 else { return nil }
        return ChipImage(within: file[...].dropFirst(header.size))
    }

    /// The signature in DG7. ICAO Doc 9303-10, 4.7.7. Nil when there is none.
    static func signature(_ file: [UInt8]) -> ChipImage? {
        guard let header = TLV.Header(file[...]), header.tag == 0x67 else { return nil }
        return ChipImage(within: file[...].dropFirst(header.size))
    }
}

extension ChipImage: PersonalData {
    public var redacted: String { "ChipImage(\(format.rawValue))" }
    public var expandedDescription: String { "\(bytes.count) bytes" }
}

/// Something that DG11, DG12 or DG16 says in words.
public struct ChipDetail: Sendable, Equatable {
    /// What is said; the words are stable.
    public enum Kind: String, Sendable, CaseIterable {
        case fullName, otherName, personalNumber, fullDateOfBirth, placeOfBirth, address, telephone, profession, title
        case personalSummary, otherTravelDocuments, custody
        case issuingAuthority, dateOfIssue, otherPerson, endorsements, taxOrExit, personalizationTime
        case personalizationSystem
        case notifiedName, notifiedTelephone, notifiedAddress, notifiedDate
    }

    public let kind: Kind
    /// Names with `<` as in the MRZ; dates as YYYYMMDD.
    public let text: String

    private static let tags: [UInt32: Kind] = [
        0x5F0E: .fullName, 0x5F0F: .otherName, 0x5F10: .personalNumber, 0x5F2B: .fullDateOfBirth,
        0x5F11: .placeOfBirth, 0x5F42: .address, 0x5F12: .telephone, 0x5F13: .profession, 0x5F14: .title,
        0x5F15: .personalSummary, 0x5F17: .otherTravelDocuments, 0x5F18: .custody, 0x5F19: .issuingAuthority,
        0x5F26: .dateOfIssue, 0x5F1A: .otherPerson, 0x5F1B: .endorsements, 0x5F1C: .taxOrExit,
        0x5F55: .personalizationTime, 0x5F56: .personalizationSystem, 0x5F50: .notifiedDate, 0x5F51: .notifiedName,
        0x5F52: .notifiedTelephone, 0x5F53: .notifiedAddress,
    ]
    private static let dates: Set<Kind> = [.fullDateOfBirth, .dateOfIssue, .personalizationTime, .notifiedDate]

    /// What a file says, in its order; fields without content, pictures and tags that are not known are passed over.
    /// Where the file is not built as it must be, as some are, what stood before that counts.
    static func all(_ file: [UInt8]) -> [ChipDetail] {
        var details: [ChipDetail] = []
        do throws(ChipError) {
            var rest = try TLV.object(file[...]).value
            while !rest.isEmpty {
                let object = try TLV.next(&rest)
                // Lists of names and persons are objects in an object, A0 to AF, and go no deeper.
                let isList = (0xA0...0xAF).contains(object.tag)
                details += (isList ? try TLV.objects(in: object.value) : [object]).compactMap { ChipDetail($0) }
            }
        } catch {
            return details
        }
        return details
    }

    private init?(_ object: DataObject) {
        guard let kind = Self.tags[object.tag], !object.value.isEmpty else { return nil }
        self.kind = kind
        // Dates are eight digits, or the same in four or seven bytes, two digits in each.
        if Self.dates.contains(kind), object.value.count < 8 {
            let digits = object.value.flatMap { [$0 >> 4, $0 & 0x0F] }
            guard digits.allSatisfy({ $0 < 10 }) else { return nil }
            text = digits.map(String.init).joined()
        } else {
            text = String(decoding: object.value, as: UTF8.self)
        }
    }
}

extension ChipDetail: PersonalData {
    public var redacted: String { "ChipDetail(\(kind.rawValue))" }
    public var expandedDescription: String { text }
}
