/// The file in a form. RFC 7578.
package enum MultipartForm {
    /// Why a form has no file to read.
    package enum Failure: Error {
        case noFile
        case severalFiles

        /// One English sentence.
        package var message: String {
            switch self {
            case .noFile: "The body is no form with a file, or it is empty."
            case .severalFiles: "The form has several files: send one file a request."
            }
        }
    }

    /// The boundary that a `Content-Type` field names; nil when it is no form with files.
    package static func boundary(contentType: String) -> String? {
        let parts = contentType.split(separator: ";").map { $0.trimmingBlanks }
        guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
        for part in parts.dropFirst() where part.lowercased().hasPrefix("boundary=") {
            var value = part.dropFirst("boundary=".count)
            if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            // RFC 2046, 5.1.1.
            return (1...70).contains(value.utf8.count) ? String(value) : nil
        }
        return nil
    }

    /// What the head of a part may have, in bytes, and how many parts a form: browsers' have some hundred, and a few.
    private static let maxHead = 8192
    private static let maxParts = 256

    /// The one part that is a file. Browsers send an empty one without a name for a choice that nobody made.
    ///
    /// - Throws: `noFile`, also where the body does not have the shape of a form or of one that a browser sends, or
    ///   `severalFiles`.
    package static func file(in body: [UInt8], boundary: String) throws(Failure) -> Upload {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first one has no line before it.
        let body = Array("\r\n".utf8) + body
        var file: Upload?
        guard var start = body.place(of: delimiter, from: 0) else { throw .noFile }
        for _ in 0...maxParts {
            start += delimiter.count
            // Two hyphens end the form.
            guard start + 1 < body.count, !(body[start] == 45 && body[start + 1] == 45) else {
                guard let file else { throw .noFile }
                return file
            }
            while start < body.count, body[start] == 32 || body[start] == 9 { start += 1 }
            guard let headEnd = body.place(of: [13, 10, 13, 10], from: start), headEnd - start <= maxHead,
                let end = body.place(of: delimiter, from: headEnd + 2)
            else { throw .noFile }
            let head = String(decoding: body[start..<headEnd], as: UTF8.self)
            let content = Array(body[min(headEnd + 4, end)..<end])
            if let name = fileName(in: head), !(name.isEmpty && content.isEmpty) {
                guard file == nil else { throw .severalFiles }
                file = Upload(source: name.isEmpty ? "upload" : name, bytes: content)
            }
            start = end
        }
        throw .noFile
    }

    private static func fileName(in head: String) -> String? {
        for line in head.split(whereSeparator: \.isNewline)
        where line.lowercased().hasPrefix("content-disposition:") {
            guard let mark = line.ranges(of: "filename=").first else {
                // RFC 5987 has names that are no texts; forms are not to have it.
                return line.contains("filename*=") ? "" : nil
            }
            let value = line[mark.upperBound...]
            if value.first == "\"" { return decoded(String(value.dropFirst().prefix { $0 != "\"" })) }
            return String(value.prefix { $0 != ";" })
        }
        return nil
    }

    /// A name as browsers had it: three characters of it are escaped, and no others (HTML, multipart/form-data).
    private static func decoded(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}

extension [UInt8] {
    /// Where `pattern` next stands, from `start` on.
    fileprivate func place(of pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start <= count - pattern.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            var i = start
            while i <= bytes.count - pattern.count {
                if bytes[i] == first, bytes[i..<(i + pattern.count)].elementsEqual(pattern) { return i }
                i += 1
            }
            return nil
        }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
}
