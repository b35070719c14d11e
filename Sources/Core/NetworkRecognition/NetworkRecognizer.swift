public import Imaging
public import OCRModels
public import Recognition

/// A `TextRecognizer` that runs the network of a Tesseract model itself, for lines and nothing else.
///
/// Of what Tesseract does for a line of print one part in eight is the network's arithmetic; the rest is layout,
/// packing the picture as PNG, bookkeeping for each step and a search that keeps few rivals. Here is the arithmetic
/// alone, and for each character the probability of every other one in its place.
public final class NetworkRecognizer: TextRecognizer {
    private let network: Network
    private let characters: [UInt8?]
    private let readable: [Bool]
    private let modelName: String

    /// Rivals below this probability are not listed.
    private static let minProbability: Float = 1e-5

    /// Loads `model`.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when it is damaged or of a kind that is not known here.
    public init(model: OCRModel) throws(RecognitionError) {
        let parts: Result<(Network, CharacterSet), RecognitionError> = model.withBytes { bytes in
            Result { () throws(RecognitionError) in
                let file = try ModelFile(bytes)
                return (try Network(try file.part(.network)), try CharacterSet(of: file))
            }
        }
        let set: CharacterSet
        (network, set) = try parts.get()
        guard set.characters.count <= network.classes else { throw .damagedModel }
        characters = set.characters + Array(repeating: nil, count: network.classes - set.characters.count)
        readable = characters.map { $0.map(Self.alphabet.contains) ?? false }
        modelName = model.name
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<".utf8)

    public func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        guard line.height == network.height else {
            throw RecognitionError(
                .engineFailed, "The model \(modelName) reads lines of \(network.height) rows, not of \(line.height).")
        }
        guard line.width >= network.stride else { return [] }
        return glyphs(in: network.output(of: Activations([line])), picture: 0, width: line.width)
    }

    /// Lines of one size go through the network side by side: its weights come from the cache once for all of them.
    public func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] {
        guard let first = lines.first, lines.allSatisfy({ $0.width == first.width && $0.height == network.height }),
            first.width >= network.stride
        else { return try recognizeOneByOne(lines) }
        let output = network.output(of: Activations(lines))
        return lines.indices.map { glyphs(in: output, picture: $0, width: first.width) }
    }

    private func glyphs(in output: Activations, picture: Int, width: Int) -> [Glyph] {
        let emissions = Emissions(
            output, picture: picture, classes: network.classes, blank: network.blank, readable: readable)
        let path = BestPath(emissions)
        guard !path.runs.isEmpty else { return [] }
        let shares = Rivals(of: path, in: emissions).shares
        let middles = Self.movedInwards(
            path.runs.map { Double($0.steps.lowerBound + $0.steps.upperBound) / 2 * Double(network.stride) })
        return path.runs.indices.map { i in
            glyph(
                shares[i], label: path.runs[i].label,
                left: i == 0 ? 0 : (middles[i - 1] + middles[i]) / 2,
                right: i + 1 == middles.count ? Double(width) : (middles[i] + middles[i + 1]) / 2)
        }
    }

    /// The places of characters with those of the first and the last moved towards the others.
    ///
    /// Between two others a character is read within a fifth of its cell's middle. At the ends of a line nothing keeps
    /// the network from reading it anywhere in the margin, and training leaves it about as far out as `drift` cells.
    private static func movedInwards(_ middles: [Double]) -> [Double] {
        guard middles.count > 3 else { return middles }
        let gaps = zip(middles, middles.dropFirst()).map { $1 - $0 }.sorted()
        let cell = gaps[gaps.count / 2]
        var result = middles
        let end = middles.count - 1
        result[0] = max(middles[0], min(middles[0] + drift * cell, middles[1] - cell))
        result[end] = min(middles[end], max(middles[end] - drift * cell, middles[end - 1] + cell))
        return result
    }

    private static let drift = 1.15

    private func glyph(_ shares: [Float], label: Int, left: Double, right: Double) -> Glyph {
        var listed: [Glyph.Alternative] = []
        for (i, share) in shares.enumerated() where share >= Self.minProbability || i == label {
            guard readable[i], let character = characters[i] else { continue }
            listed.append(Glyph.Alternative(character: character, confidence: share))
        }
        listed.sort { $0.confidence > $1.confidence }
        let best = listed.removeFirst()
        return Glyph(
            character: best.character, confidence: best.confidence, alternatives: listed, left: left, right: right)
    }
}
