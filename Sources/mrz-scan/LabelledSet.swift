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
    /// - Throws: `DecodingError` when there is no `labels.jsonl` to be read, `LabelError` when it holds no labels.
    init(folder: String, filter: String?, limit: Int?) throws {
        self.folder = folder
        let all = try Label.list(jsonLines: TextInput.text(of: "\(folder)/labels.jsonl"))
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
