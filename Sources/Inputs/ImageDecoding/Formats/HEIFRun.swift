import Processes

/// A HEIF file decoded by a program of its own: `mrz-scan heif`.
///
/// A file of 315 bytes crashes libdav1d 1.0, which Debian 12 has. What a codec does to its process it does to that one.
enum HEIFRun {
    /// - Throws: what decoding in this process would throw, `damaged` where it ended the process, `timed_out`.
    static func rows(
        of file: [UInt8], _ header: PageHeader, by program: String, color: Bool, limits: DecodingLimits
    ) throws(DecodingError) -> ByteRows {
        // Three bytes a pixel, and the header of the map.
        guard let size = header.width.product(header.height, 3), size <= Int.max - 1024 else {
            throw .refusedMemory
        }
        let arguments = [
            "heif", "--max-bytes", "\(limits.maxBytes)", "--max-pixels", "\(limits.maxPixels)", "--memory",
            "\(ToolRun.memory)",
        ]
        let run = ToolRun(
            program, arguments + (color ? ["--color"] : []), input: file,
            outputLimit: size + 1024, memory: nil, until: .now + limits.maxRenderingTime)
        switch run.end {
        case .exited(0): break
        case .exited(1): throw DecodingError(complaint: run.output)
        case .exited(EndStatus.exhausted):
            throw DecodingError(.outOfMemory, "The HEIF picture takes more memory than its decoder may have.")
        case .exited, .crashed: throw .decoderEnded
        case .wroteTooMuch: throw DecodingError(.damaged, "The HEIF picture is larger than its header says.")
        case .timedOut:
            throw DecodingError(.timedOut, "The HEIF picture was not decoded within \(limits.maxRenderingTime).")
        case .notInstalled:
            throw DecodingError(.unsupported, "HEIF files are decoded by \(program), which is not there.")
        case .notStarted(let number): throw .system("given to its decoder", SystemError(number))
        }
        guard let rows = try ByteRows.of(portableMap: run.output) else {
            throw DecodingError(.damaged, "The HEIF file is damaged: its decoder gives no picture.")
        }
        return rows
    }
}

extension DecodingError {
    /// The error's code and its message on two lines, for the process that asked.
    public var complaint: String { "\(code.rawValue)\n\(message)\n" }

    fileprivate static let decoderEnded = DecodingError(
        .damaged, "The HEIF file is damaged: its decoder crashed.")

    /// What another process complained of, which a file may have taken over: `damaged` of what is no complaint.
    fileprivate init(complaint: [UInt8]) {
        let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].isEmpty, lines[0].allSatisfy({ $0 == "_" || ("a"..."z").contains($0) }) else {
            self = .decoderEnded
            return
        }
        self.init(Code(rawValue: String(lines[0])), String(lines[1]))
    }
}
