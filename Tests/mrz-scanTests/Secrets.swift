import Foundation
import Testing

/// What an invented document says, in every form in which it might leave the program where it should not.
struct Secrets {
    private let needles: [(form: String, bytes: Data)]

    /// The lines of a labelled sample, the words in them, and both in lower case and in base64.
    init(_ sample: String) throws {
        let label = try #require(try Labels.of(sample))
        let lines = try #require(label["lines"] as? [String])
        try #require(lines.count > 1)
        let words = lines.flatMap { $0.split(separator: "<").map(String.init) }.filter { $0.count >= 5 }
        try #require(words.count >= 4)
        var needles: [(String, Data)] = []
        for text in lines + words {
            needles.append(("as it is printed", Data(text.utf8)))
            needles.append(("in lower case", Data(text.lowercased().utf8)))
            // Wherever it stands in what is encoded, one of three alignments has these characters.
            for shift in 0..<3 where text.utf8.count >= 7 {
                let encoded = (Data(repeating: 0, count: shift) + Data(text.utf8)).base64EncodedString()
                let whole = encoded.dropFirst(4).prefix((text.utf8.count + shift) / 3 * 4 - 4)
                if whole.count >= 8 { needles.append(("in base64", Data(whole.utf8))) }
            }
        }
        self.needles = needles
    }

    /// The form in which any of it stands in `data`; nil of data that is clean.
    func trace(in data: Data) -> String? { needles.first { data.range(of: $0.bytes) != nil }?.form }
    func trace(in text: String) -> String? { trace(in: Data(text.utf8)) }

    /// The files below `folder` that hold any of it.
    func traces(below folder: URL) throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try files.compactMap { name in
            let file = folder.appending(path: name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else {
                return nil
            }
            return try trace(in: Data(contentsOf: file)).map { "\(name) \($0)" }
        }
    }
}
