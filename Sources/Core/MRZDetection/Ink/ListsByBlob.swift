/// A list for each blob, of what was found to concern it. Most blobs have none: all lists lie in one array.
struct ListsByBlob<Element> {
    /// The latest entry of each blob; -1 where there is none.
    private var latest: [Int32]
    /// All entries, each with the entry of its blob before it; -1 where there is none.
    private var entries: [(element: Element, before: Int32)] = []

    /// - Parameter count: of the blobs, whose lists are empty at first.
    init(of count: Int) {
        latest = [Int32](repeating: -1, count: count)
    }

    mutating func add(_ element: Element, to blob: Int) {
        entries.append((element, latest[blob]))
        latest[blob] = Int32(entries.count - 1)
    }

    /// Whether the list of `blob` has an element for which `isWanted` holds; the latest is asked first.
    @inline(__always)
    func contains(of blob: Int, where isWanted: (Element) -> Bool) -> Bool {
        var at = latest[blob]
        while at >= 0 {
            let entry = entries[Int(at)]
            if isWanted(entry.element) { return true }
            at = entry.before
        }
        return false
    }

    /// Calls `body` with every element in the list of `blob`, the latest first.
    @inline(__always)
    func forEach(of blob: Int, _ body: (Element) -> Void) {
        _ = contains(of: blob) { element in
            body(element)
            return false
        }
    }
}
