import Commands
import Evaluation
import ImageDecoding

/// A folder of pictures with their labels.
struct LabelledSet {
    let folder: String
    let labels: [Label]
    /// Whether these are all the labels that there are.
    let isWhole: Bool

    /// - Parameters:
    ///   - filter: a text that paths have to contain, or the name of a format or a condition.
    ///   - limit: how many labels to take at most.
    init(folder: String, filter: String?, limit: Int?) throws(BenchFileError) {
        self.folder = folder
        let path = "\(folder)/labels.jsonl"
        let text = try BenchFileError.text(of: path)
        let all: [Label]
        do throws(LabelError) {
            all = try Label.list(jsonLines: text)
        } catch {
            throw BenchFileError(path: path, message: error.description)
        }
        let wanted = all.filter { label in filter.map(label.matches) ?? true }
        labels = Array(wanted.prefix(limit ?? wanted.count))
        isWhole = labels.count == all.count
    }

    /// The pictures, each once, in the order of their labels.
    var images: [String] {
        var seen: Set<String> = []
        return labels.map(\.image).filter { seen.insert($0).inserted }
    }

    func path(of image: String) -> String { "\(folder)/\(image)" }

    /// The labels of pictures of one page: those that any reader can be given.
    var singlePages: [Label] {
        let counts = Dictionary(grouping: labels, by: \.image)
        return labels.filter { $0.page == 1 && counts[$0.image]?.count == 1 }
    }
}

/// A file that the benchmark needs and cannot use.
struct BenchFileError: Error, CustomStringConvertible {
    let path: String
    /// One English sentence.
    let message: String

    var description: String { "\(path): \(message)" }

    /// All of a text file.
    static func text(of path: String) throws(BenchFileError) -> String {
        do throws(DecodingError) {
            return try TextInput.text(of: path)
        } catch {
            throw BenchFileError(path: path, message: error.message)
        }
    }
}

extension BenchFileError: ProgramError {
    var exitStatus: ExitStatus { .unreadable }
}
