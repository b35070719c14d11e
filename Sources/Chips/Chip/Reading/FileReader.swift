/// Reads whole files, and goes on in the middle of one after the session had to be opened again. ICAO Doc 9303-10, 3.6.
final class FileReader {
    private let channel: ChipChannel
    private let limits: ChipLimits
    /// What has come of a file, and how much it must be.
    private var begun: [ChipFile: (bytes: [UInt8], size: Int)] = [:]
    private var total = 0
    /// Bytes asked for at once. Asking for more than fits makes some chips end the session, others cut the answer.
    private var piece: Int
    /// Whether files are read by short identifiers, which saves selecting them. Some chips know none.
    private var usesShortIdentifiers = true
    /// Whether only a header is asked for first. Some chips refuse to read beyond the end of a file.
    private var asksForHeader = false

    /// - Parameter isExtended: whether chip and reader take answers of more than 256 bytes.
    init(_ channel: ChipChannel, limits: ChipLimits, isExtended: Bool) {
        self.channel = channel
        self.limits = limits
        piece = isExtended ? Self.extendedPiece : Self.pieces[0]
    }

    private static let extendedPiece = 4096
    /// What fits a short answer under AES, and what chips took that refused that.
    private static let pieces = [223, 160, 112]
    /// How many bytes the tag and the length of an answer's object take, of so many in it.
    private static func header(of count: Int) -> Int { count < 0x80 ? 2 : count < 0x100 ? 3 : 4 }

    /// The bytes of a file's outermost data object, and no more.
    ///
    /// - Parameter isSelected: whether it has to be selected, because it is not in the application.
    /// - Throws: `missingFile`, `refused`, `malformed`, `limitExceeded`, and what the channel does.
    func read(_ file: ChipFile, bySelecting isSelected: Bool = false) throws(ChipError) -> [UInt8] {
        var (bytes, size): ([UInt8], Int)
        if let known = begun[file] {
            (bytes, size) = known
            try select(file)
        } else {
            let first = try self.first(of: file, bySelecting: isSelected)
            guard let header = TLV.Header(first[...]), header.tag == file.tag else {
                throw .malformed("\(file.name) of the chip")
            }
            size = header.size + header.length
            guard size <= limits.fileBytes, size <= limits.totalBytes - total else {
                throw ChipError(.limitExceeded, "\(file.name) says that it is larger than any document's.")
            }
            total += size
            bytes = Array(first.prefix(size))
        }
        while bytes.count < size {
            begun[file] = (bytes, size)
            let more = try binary(at: bytes.count, max: size - bytes.count)
            guard !more.isEmpty else { throw .malformed("\(file.name) of the chip") }
            bytes += more
        }
        begun[file] = (bytes, size)
        return bytes
    }

    private func first(of file: ChipFile, bySelecting isSelected: Bool) throws(ChipError) -> [UInt8] {
        if usesShortIdentifiers, !isSelected {
            let response = try shortened { count in
                CommandAPDU(ins: 0xB0, p1: 0x80 | file.shortIdentifier, p2: 0, le: count)
            }
            if let response { return response }
            try select(file)
            // The file is there, so it was the short identifier that the chip does not know.
            usesShortIdentifiers = false
        } else {
            try select(file)
        }
        let response = try shortened { count in CommandAPDU(ins: 0xB0, p1: 0, p2: 0, le: count) }
        guard let response else { throw ChipError(.refused, "The chip refused to read \(file.name).") }
        return response
    }

    /// The start of a file, at least its header; nil when the chip refuses.
    private func shortened(_ command: (Int) -> CommandAPDU) throws(ChipError) -> [UInt8]? {
        if !asksForHeader {
            let response = try sent(command(piece))
            if Self.isData(response) { return response.data }
            guard Self.isAboutLength(response.status) else { return nil }
            asksForHeader = true
        }
        let response = try channel.send(command(8))
        return Self.isData(response) ? response.data : nil
    }

    private static func isData(_ response: ResponseAPDU) -> Bool {
        (response.status == StatusWord.done || response.status == StatusWord.endOfFile) && response.data.count >= 2
    }

    /// Whether a status may mean that less is to be asked for.
    private static func isAboutLength(_ status: UInt16) -> Bool {
        [StatusWord.endOfFile, StatusWord.wrongOffset, StatusWord.wrongLength].contains(status)
            || StatusWord.offeredLength(status) != nil
    }

    /// Sends a command that asks for a piece. Where the session ends at it, less is asked for the next time.
    private func sent(_ command: CommandAPDU) throws(ChipError) -> ResponseAPDU {
        do throws(ChipError) {
            return try channel.send(command)
        } catch {
            if error.code == .sessionEnded, let smaller = Self.pieces.first(where: { $0 < piece }) { piece = smaller }
            throw error
        }
    }

    private func select(_ file: ChipFile) throws(ChipError) {
        let response = try channel.send(
            CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: file.identifier))
        switch response.status {
        case StatusWord.done: return
        case StatusWord.noFile:
            throw ChipError(.missingFile, "The chip has no \(file.name).", status: response.status)
        default: throw .refused("to open \(file.name)", response.status)
        }
    }

    /// Reads at least one byte of the selected file from an offset on; none where the file ends.
    private func binary(at offset: Int, max count: Int) throws(ChipError) -> [UInt8] {
        let isFar = offset > 0x7FFF
        let start = piece
        while true {
            // A short answer has room for the first of the pieces, and for an object's header only in it.
            let room = isFar && piece <= Self.pieces[0] ? Self.pieces[0] - Self.header(of: Self.pieces[0]) : piece
            let wanted = min(piece, room, count)
            let response: ResponseAPDU
            if isFar {
                // Beyond 32,767 the offset stands in the data, and the answer in an object, whose header counts too.
                let place = TLV.encoded(0x54, TLV.bigEndian(UInt64(offset), minimal: true))
                response = try sent(
                    CommandAPDU(ins: 0xB1, p1: 0, p2: 0, data: place, le: wanted + Self.header(of: wanted)))
            } else {
                response = try sent(
                    CommandAPDU(ins: 0xB0, p1: UInt8(offset >> 8), p2: UInt8(offset & 0xFF), le: wanted))
            }
            if response.status == StatusWord.done || response.status == StatusWord.endOfFile,
                !response.data.isEmpty || response.status == StatusWord.done
            {
                guard isFar else { return Array(response.data.prefix(wanted)) }
                guard let object = try TLV.objects(in: response.data[...]).under(0x53) else {
                    throw .malformed("An answer of the chip")
                }
                return Array(object.prefix(wanted))
            }
            // A smaller piece may pass; the last one must. Where it does not, it was not for want of room.
            guard Self.isAboutLength(response.status), let smaller = Self.pieces.first(where: { $0 < wanted }) else {
                piece = start
                if response.status == StatusWord.wrongOffset || response.status == StatusWord.endOfFile {
                    throw .malformed("A file of the chip")
                }
                throw .refused("to read a file", response.status)
            }
            piece = smaller
        }
    }
}
