public import Imaging
public import MRZParsing

/// What one page of a labelled picture shows.
public struct Label: Sendable, Equatable {
    /// The path from the folder of the labels.
    public var image: String
    /// The page of the file, from 1.
    public var page: Int
    /// The documents with an MRZ; none on a negative.
    public var documents: [Document]
    /// What makes reading harder, and tags.
    public var conditions: [String]
    /// The level of each condition that has one, 1 slight to 5 the hardest.
    public var levels: [String: Int]
    /// The highest of the levels; nil where labels have none.
    public var level: Int?
    /// `easy`, `medium` or `hard`.
    public var difficulty: String?
    /// Whether a person can read every line. What nobody can read is not counted against a reader.
    public var isReadable: Bool

    /// One printed MRZ.
    public struct Document: Sendable, Equatable {
        /// The name of its `MRZFormat`.
        public var format: String
        /// The lines exactly as printed.
        public var lines: [String]
        /// The document's corners in the shown picture's pixels; nil where nobody marked them.
        public var quad: Quad?

        public init(format: String, lines: [String], quad: Quad? = nil) {
            self.format = format
            self.lines = lines
            self.quad = quad
        }
    }

    public init(
        image: String, page: Int = 1, documents: [Document], conditions: [String] = [], levels: [String: Int] = [:],
        level: Int? = nil, difficulty: String? = nil, isReadable: Bool = true
    ) {
        self.image = image
        self.page = page
        self.documents = documents
        self.conditions = conditions
        self.levels = levels
        self.level = level
        self.difficulty = difficulty
        self.isReadable = isReadable
    }

    /// What results call the page: the path, and `#2` behind it for the second page.
    public var name: String { page == 1 ? image : "\(image)#\(page)" }

    /// Whether there is no MRZ to be read.
    public var isNegative: Bool { documents.isEmpty }

    /// Whether `text` occurs in the path, or is the name of a format or a condition.
    public func matches(_ text: String) -> Bool {
        name.contains(text) || conditions.contains(text) || documents.contains { $0.format == text }
    }
}

extension Label.Document: PersonalData {
    public var redacted: String { "Document(\(format))" }
    public var expandedDescription: String { lines.joined(separator: "\n") }
}
