import CNetwork
public import Imaging
public import OCRModels
public import Recognition

/// A `GlyphVerifier` over small convolutional networks. Those that `models/training/verifier.py` trains are asked
/// together: what they say is the mean of their log odds, which errs where all of them do. Others, which
/// `models/training/comparer.py` trains, hold two cells beside each other; those of `models/training/surroundings.py` see
/// what stands above and below a cell as well. `AlterationDiscriminants` tell letters that were altered.
///
/// They see a cell with 14 pixels of either neighbour. Two convolutions, of which neighbouring cells share the first,
/// and two dense layers.
public final class CellVerifier: GlyphVerifier {
    private let model: OCRModel
    /// The networks of each kind that was asked for: few pages need a cell compared.
    private var loaded: [Kind: [CellNetwork]] = [:]
    private let alterations: AlterationDiscriminants

    /// Loads `model`.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when it is damaged or of another shape.
    public init(model: OCRModel) throws(RecognitionError) {
        self.model = model
        let parts = try Self.parts(.verifying, of: model)
        loaded[.verifying] = parts.networks
        alterations = parts.alterations
    }

    private enum Kind {
        case verifying, comparing, surrounding

        var channels: Int { self == .comparing ? CellPair.channels : 1 }
        var height: Int { self == .surrounding ? CellNetwork.Shape.reach : CellNetwork.Shape.height }
        var classes: Int { self == .comparing ? 1 : CellNetwork.Shape.classes }
    }

    /// The networks of one kind and the discriminants, as `written` in `verifierfile.py` lays them down; the other networks
    /// are passed over.
    private static func parts(
        _ kind: Kind, of model: OCRModel
    ) throws(RecognitionError) -> (networks: [CellNetwork], alterations: AlterationDiscriminants) {
        let parts: Result<([CellNetwork], AlterationDiscriminants), RecognitionError> = model.withBytes { bytes in
            Result { () throws(RecognitionError) in
                var cursor = ByteCursor(bytes)
                guard try cursor.take(4).elementsEqual("MRZV".utf8), try cursor.integer(UInt32.self) == 7 else {
                    throw .damagedModel
                }
                let verifying = Int(try cursor.integer(UInt32.self))
                let comparing = Int(try cursor.integer(UInt32.self))
                let surrounding = Int(try cursor.integer(UInt32.self))
                let alterations = Int(try cursor.integer(UInt32.self))
                guard [verifying, comparing, surrounding].allSatisfy((1...8).contains) else { throw .damagedModel }
                let kinds =
                    Array(repeating: Kind.verifying, count: verifying) + Array(repeating: .comparing, count: comparing)
                    + Array(repeating: .surrounding, count: surrounding)
                var networks: [CellNetwork] = []
                for each in kinds {
                    if each == kind {
                        networks.append(
                            try CellNetwork(
                                &cursor, height: kind.height, channels: kind.channels, classes: kind.classes))
                    } else {
                        try CellNetwork.pass(&cursor)
                    }
                }
                return (networks, try AlterationDiscriminants(&cursor, count: alterations))
            }
        }
        return try parts.get()
    }

    public func evidence(
        in line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [CellEvidence] {
        try Self.check(line)
        return Self.evidence(in: line, firstMiddle: firstMiddle, count: count, by: try networks(.verifying))
    }

    public func surroundings(
        at line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [CellEvidence] {
        try Self.check(line, height: CellNetwork.Shape.reach)
        return Self.evidence(in: line, firstMiddle: firstMiddle, count: count, by: try networks(.surrounding))
    }

    private static func evidence(
        in line: GrayImage, firstMiddle: Double, count: Int, by networks: [CellNetwork]
    ) -> [CellEvidence] {
        guard count > 0, line.width > 0 else { return [] }
        let pixels = CellPixels(of: GlyphCell(line: line, middle: firstMiddle), count: count)
        let ink = CellNetwork.Ink(pixels: pixels.values, channels: 1, cells: count)
        let scores = networks.map { $0.scores(of: ink) }
        return (0..<count).map { cell in
            let means = (0..<CellNetwork.Shape.classes).map { output in
                scores.reduce(0) { $0 + $1[cell][$1[cell].startIndex + output] } / Float(scores.count)
            }
            return CellEvidence(logOdds: Array(means.dropLast()), paper: means[means.count - 1])
        }
    }

    public func likeness(of cell: GlyphCell, to others: [GlyphCell]) throws(RecognitionError) -> Float {
        for each in [cell] + others { try Self.check(each.line) }
        guard !others.isEmpty, ([cell] + others).allSatisfy({ $0.line.width > 0 }) else { return 0 }
        let comparers = try networks(.comparing)
        let seen = CellPixels(of: cell)
        let odds = others.flatMap { other in
            let pair = CellPair(seen, CellPixels(of: other).aligned(to: seen))
            return comparers.compactMap { $0.scores(of: pair.ink)[0].first }
        }
        return odds.reduce(0, +) / Float(odds.count)
    }

    public func alterationScores(
        of cell: GlyphCell, as character: Int
    ) throws(RecognitionError) -> [AlterationScore] {
        try Self.check(cell.line)
        return cell.line.width > 0 ? alterations.scores(of: cell, as: character) : []
    }

    /// The networks of one kind, loaded when they are first asked for.
    private func networks(_ kind: Kind) throws(RecognitionError) -> [CellNetwork] {
        if let known = loaded[kind] { return known }
        let networks = try Self.parts(kind, of: model).networks
        loaded[kind] = networks
        return networks
    }

    private static func check(
        _ line: GrayImage, height: Int = CellNetwork.Shape.height
    ) throws(RecognitionError) {
        guard line.height == height else {
            throw RecognitionError(
                .engineFailed, "The verifier reads lines of \(height) rows, not of \(line.height).")
        }
    }
}

/// One network of a `CellVerifier`.
struct CellNetwork {
    private let first: Dense
    private let second: Dense
    private let third: Dense
    private let last: Dense
    /// Rows of the strips that it sees.
    private let height: Int

    /// The shape of what `verifier.py` trains, in pixels and places.
    enum Shape {
        static let height = 32
        /// Rows of strips that show what stands above and below a line as well.
        static let reach = 58
        /// Columns of a strip that are seen for one cell.
        static let width = 48
        /// Columns from one cell to the next.
        static let pitch = 20
        /// Columns that are seen for several cells side by side.
        static func width(ofCells count: Int) -> Int { width + pitch * (count - 1) }
        /// The side of the patches of the first convolution, in pixels.
        static let side = 12
        /// From one of them to the next, in pixels.
        static let step = 4
        /// White rows that it has above and below the strip.
        static let white = 4
        /// The places of the first convolution: rows, and columns of one cell.
        static func rows(ofHeight height: Int) -> Int { (height + 2 * white - side) / step + 1 }
        static let columns = (width - side) / step + 1
        /// The side of the patches of the second convolution, in places of the first, with one row of nothing above and
        /// below.
        static let secondSide = 3
        /// From one of them to the next, in places of the first.
        static let secondStep = 2
        static func secondRows(ofHeight height: Int) -> Int {
            (rows(ofHeight: height) + 2 - secondSide) / secondStep + 1
        }
        static let secondColumns = (columns - secondSide) / secondStep + 1
        static let classes = 38
    }

    /// The four layers.
    ///
    /// - Parameters:
    ///   - height: of the strips that are seen.
    ///   - channels: of the pixels that are seen.
    ///   - classes: that there are scores of.
    /// - Throws: `RecognitionError` with `.modelRefused` when they are damaged or of another shape.
    init(_ cursor: inout ByteCursor, height: Int, channels: Int, classes: Int) throws(RecognitionError) {
        self.height = height
        first = Dense(try PackedWeights(&cursor), .relu)
        second = Dense(try PackedWeights(&cursor), .relu)
        third = Dense(try PackedWeights(&cursor), .relu)
        last = Dense(try PackedWeights(&cursor), .linear)
        // Each layer takes what the one before gives as it is.
        let rest = [second, third, last].map(\.weights.inputs)
        let places = [
            Shape.secondSide * Shape.secondSide, Shape.secondRows(ofHeight: height) * Shape.secondColumns, 1,
        ]
        let given = [first, second, third].map(\.weights)
        guard first.weights.inputs == Shape.side * Shape.side * channels, last.weights.used == classes,
            given.allSatisfy({ $0.used == $0.outputs }), rest == zip(places, given).map({ $0 * $1.outputs })
        else { throw .damagedModel }
    }

    /// Passes over a network.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when it is cut off or of another shape.
    static func pass(_ cursor: inout ByteCursor) throws(RecognitionError) {
        for _ in 0..<4 { try PackedWeights.pass(&cursor) }
    }

    /// What networks see of a row of cells side by side, with white rows above and below.
    struct Ink {
        let cells: Int
        /// 0 white to 1 black, row after row, of each pixel its channels.
        private let pixels: [Float]
        /// Numbers in a row of them.
        private let width: Int
        private let channels: Int

        /// - Parameters:
        ///   - pixels: 0 white to 1 black, row after row, of each pixel its channels. White rows are added.
        ///   - cells: how many the rows hold side by side.
        init(pixels: [Float], channels: Int, cells: Int) {
            self.cells = cells
            self.channels = channels
            width = Shape.width(ofCells: cells) * channels
            let white = [Float](repeating: 0, count: Shape.white * width)
            self.pixels = white + pixels + white
        }

        /// Places in a row of the first convolution.
        var columns: Int { (Shape.width(ofCells: cells) - Shape.side) / Shape.step + 1 }

        /// Lays down what the places of one row of the first convolution see: patch after patch, each row after row.
        func fill(_ patches: UnsafeMutableBufferPointer<Float>, row: Int) {
            let count = Shape.side * channels
            var end = 0
            for column in 0..<columns {
                for y in 0..<Shape.side {
                    let from = (row * Shape.step + y) * width + column * Shape.step * channels
                    _ = patches.extracting(end..<(end + count)).initialize(
                        fromContentsOf: pixels[from..<(from + count)])
                    end += count
                }
            }
        }
    }

    /// The log odds of every cell's outputs.
    func scores(of ink: Ink) -> [ArraySlice<Float>] {
        let features = secondPlaces(firstPlaces(ink), columns: ink.columns, cells: ink.cells)
        let hidden = output(of: third, over: features, places: ink.cells)
        let scores = output(of: last, over: hidden, places: ink.cells)
        // Rows are as long as the kernels need them.
        return (0..<ink.cells).map { scores[($0 * last.weights.outputs)...].prefix(last.weights.used) }
    }

    /// What the first convolution makes of every place, row after row.
    private func firstPlaces(_ ink: Ink) -> [Float] {
        Self.output(of: first, parts: Shape.rows(ofHeight: height), places: ink.columns) { ink.fill($0, row: $1) }
    }

    /// What the second convolution makes of every place of every cell, cell by cell.
    private func secondPlaces(_ places: [Float], columns: Int, cells: Int) -> [Float] {
        let depth = first.weights.outputs
        let count = Shape.secondSide * depth
        let rows = Shape.rows(ofHeight: height)
        let perCell = Shape.secondRows(ofHeight: height) * Shape.secondColumns
        return Self.output(of: second, parts: cells, places: perCell) { inputs, cell in
            var end = 0
            for place in 0..<perCell {
                let x = cell * Shape.pitch / Shape.step + place % Shape.secondColumns * Shape.secondStep
                for y in 0..<Shape.secondSide {
                    let above = place / Shape.secondColumns * Shape.secondStep + y - 1
                    let from = (above * columns + x) * depth
                    let into = inputs.extracting(end..<(end + count))
                    if (0..<rows).contains(above) {
                        _ = into.initialize(fromContentsOf: places[from..<(from + count)])
                    } else {
                        into.initialize(repeating: 0)
                    }
                    end += count
                }
            }
        }
    }

    /// What a layer makes of every place, part after part: few inputs lie in memory at once.
    ///
    /// - Parameters:
    ///   - places: of each part.
    ///   - fill: lays down the inputs of the places of one part, place after place.
    private static func output(
        of layer: Dense, parts: Int, places: Int, fill: (UnsafeMutableBufferPointer<Float>, _ part: Int) -> Void
    ) -> [Float] {
        let inputs = layer.weights.inputs
        let count = places * layer.weights.outputs
        return [Float](unsafeUninitializedCapacity: parts * count) { output, initialized in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: places * inputs) { features in
                for part in 0..<parts {
                    fill(features, part)
                    layer.apply(
                        to: UnsafeBufferPointer(features), step: inputs, places: places,
                        output.extracting(part * count..<(part + 1) * count))
                }
            }
            initialized = parts * count
        }
    }

    private func output(of layer: Dense, over features: [Float], places: Int) -> [Float] {
        let size = places * layer.weights.outputs
        return [Float](unsafeUninitializedCapacity: size) { buffer, count in
            features.withUnsafeBufferPointer {
                layer.apply(to: $0, step: layer.weights.inputs, places: places, buffer.extracting(0..<size))
            }
            count = size
        }
    }
}
