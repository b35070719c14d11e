import Processes

/// The programs of poppler-utils, each reading a document from its standard input.
enum Poppler {
    /// What one of them wrote, and whether it found the document damaged.
    struct Answer {
        let output: [UInt8]
        let isDamaged: Bool
    }

    /// Runs one of them to a good end.
    ///
    /// - Throws: `unsupported` where poppler-utils is not installed, `encrypted`, `timed_out`, `damaged`, `io`.
    static func run(
        _ name: String, _ arguments: [String], on document: [UInt8], outputLimit: Int, limits: DecodingLimits
    ) throws(DecodingError) -> Answer {
        let run = ToolRun(
            name, arguments + ["-"], input: document, outputLimit: outputLimit, until: .now + limits.maxRenderingTime)
        switch run.end {
        case .exited(0):
            // What else it complains of is not known where it complains too much.
            let isDamaged =
                run.complaints.count == ToolRun.maxComplaints || PopplerComplaint.tellDamage(run.complaints)
            return Answer(output: run.output, isDamaged: isDamaged)
        case .exited where run.complaints.contains("Incorrect password"):
            throw DecodingError(.encrypted, "The PDF file opens with a password only; save it without one.")
        case .exited:
            throw DecodingError(.damaged, "The PDF file is damaged: poppler cannot read it.")
        case .crashed: throw DecodingError(.damaged, "The PDF file is damaged: poppler ended on it.")
        case .wroteTooMuch: throw DecodingError(.damaged, "The PDF file is damaged: poppler gives more than it has.")
        case .timedOut:
            throw DecodingError(.timedOut, "The PDF page was not drawn within \(limits.maxRenderingTime).")
        case .notInstalled:
            throw DecodingError(
                .unsupported, "PDF files need poppler: install poppler-utils, or save the pages as JPEG or PNG.")
        case .notStarted(let number): throw .system("given to poppler", SystemError(number))
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
