import Recognition

/// What the classes of a network's output stand for.
///
/// Tesseract counts characters in one list (`unicharset`) and classes in another (`recoder`), which gives each
/// character a short code of classes. A model for an MRZ has one class for each of its characters.
struct CharacterSet {
    /// ASCII of each class; nil of classes that are no single ASCII character.
    let characters: [UInt8?]

    /// - Throws: `RecognitionError` with `.modelRefused` when the parts contradict each other or a character takes more
    ///   than one class.
    init(of file: ModelFile) throws(RecognitionError) {
        let names = try Self.names(in: try file.part(.characters))
        var cursor = ByteCursor(try file.part(.recoder))
        let count = try cursor.count(size: 5)
        guard count == names.count else { throw .damagedModel }
        var characters: [Int: UInt8] = [:]
        var maxNumber = 0
        for name in names {
            _ = try cursor.integer(Int8.self)
            guard try cursor.integer(Int32.self) == 1 else {
                throw RecognitionError(.modelRefused, "The recognition model has characters of several classes.")
            }
            let number = Int(try cursor.integer(Int32.self))
            guard (0..<1024).contains(number) else { throw .damagedModel }
            maxNumber = max(maxNumber, number)
            if let name { characters[number] = name }
        }
        self.characters = (0...maxNumber).map { characters[$0] }
    }

    /// The characters of the list, in order; nil for names of more than one ASCII character.
    private static func names(in bytes: UnsafeBufferPointer<UInt8>) throws(RecognitionError) -> [UInt8?] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let count = Int(String(decoding: first, as: UTF8.self)),
            count > 0, lines.count > count
        else { throw .damagedModel }
        return lines[1...count].map { line in
            let name = line.prefix { $0 != UInt8(ascii: " ") }
            return name.count == 1 ? name.first : nil
        }
    }
}
