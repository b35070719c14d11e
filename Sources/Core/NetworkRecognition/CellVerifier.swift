import CNetwork
public import Imaging
public import OCRModels
public import Recognition

/// A `GlyphVerifier` over a small convolutional network, which `models/training/verifier.py` trains.
///
/// The network sees a cell with 14 pixels of either neighbour. Two convolutions, of which neighbouring cells share the
/// first, and two dense layers: about 300,000 products a cell.
public final class CellVerifier: GlyphVerifier {
    private let first: Dense
    private let second: Dense
    private let third: Dense
    private let last: Dense

    /// The shape of what `verifier.py` trains, in pixels and places.
    private enum Shape {
        static let height = 32
        /// Seen of a strip for one cell, and how far one cell's window is from the next one's.
        static let width = 48
        static let pitch = 20
        /// The first convolution: side and step of its windows, in pixels, and white rows above and below the strip.
        static let side = 12
        static let step = 4
        static let white = 4
        /// Its places: rows, and columns of one cell.
        static let rows = (height + 2 * white - side) / step + 1
        static let columns = (width - side) / step + 1
        /// The second convolution: side and step, in places of the first, with one row of nothing above and below.
        static let secondSide = 3
        static let secondStep = 2
        static let secondRows = (rows + 2 - secondSide) / secondStep + 1
        static let secondColumns = (columns - secondSide) / secondStep + 1
        static let classes = 38
    }

    /// Loads `model`.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when it is damaged or of another shape.
    public init(model: OCRModel) throws(RecognitionError) {
        let layers: Result<[WeightMatrix], RecognitionError> = model.withBytes { bytes in
            Result { () throws(RecognitionError) in try Self.layers(bytes) }
        }
        let matrices = try layers.get()
        first = Dense(matrices[0], .relu)
        second = Dense(matrices[1], .relu)
        third = Dense(matrices[2], .relu)
        last = Dense(matrices[3], .linear)
        guard first.weights.inputs == Shape.side * Shape.side, first.outputs % 8 == 0, second.outputs % 8 == 0,
            second.weights.inputs == Shape.secondSide * Shape.secondSide * first.outputs, third.outputs % 8 == 0,
            third.weights.inputs == Shape.secondRows * Shape.secondColumns * second.outputs,
            last.weights.inputs == third.outputs, last.outputs == Shape.classes
        else { throw .damagedModel }
    }

    /// The layers as `written` in `verifier.py` lays them down.
    private static func layers(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecognitionError) -> [WeightMatrix] {
        var cursor = ByteCursor(bytes)
        guard try cursor.take(4).elementsEqual("MRZV".utf8), try cursor.integer(UInt32.self) == 1 else {
            throw .damagedModel
        }
        var layers: [WeightMatrix] = []
        for _ in 0..<4 {
            let inputs = Int(try cursor.integer(UInt32.self))
            let outputs = Int(try cursor.integer(UInt32.self))
            guard (1...4096).contains(inputs), (1...4096).contains(outputs) else { throw .damagedModel }
            var rows = [Float](repeating: 0, count: (inputs + 1) * outputs)
            for output in 0..<outputs {
                for input in 0...inputs { rows[input * outputs + output] = try cursor.float() }
            }
            guard rows.allSatisfy(\.isFinite) else { throw .damagedModel }
            layers.append(
                WeightMatrix(
                    inputs: inputs, outputs: outputs, rows: rows, steps: [Float](repeating: 0, count: outputs)))
        }
        return layers
    }

    public func looks(
        at line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [GlyphLook] {
        guard line.height == Shape.height else {
            throw RecognitionError(
                .engineFailed, "The verifier reads lines of \(Shape.height) rows, not of \(line.height).")
        }
        guard count > 0, line.width > 0 else { return [] }
        let width = Shape.width + Shape.pitch * (count - 1)
        let left = Int(max(-1e6, min(1e6, firstMiddle.rounded()))) - Shape.width / 2
        let ink = Self.ink(of: line, left: left, width: width)
        let columns = (width - Shape.side) / Shape.step + 1
        let places = firstPlaces(ink, width: width, columns: columns)
        let features = secondPlaces(places, columns: columns, cells: count)
        let hidden = output(of: third, over: features, places: count)
        let scores = output(of: last, over: hidden, places: count)
        return (0..<count).map { cell in
            let row = scores[(cell * last.weights.outputs)..<(cell * last.weights.outputs + Shape.classes)]
            return GlyphLook(logOdds: Array(row.dropLast()), paper: row[row.endIndex - 1])
        }
    }

    /// `width` columns of the strip from `left` on, 0 white to 1 black, with white rows above and below.
    private static func ink(of line: GrayImage, left: Int, width: Int) -> [Float] {
        var ink = [Float](repeating: 0, count: (Shape.height + 2 * Shape.white) * width)
        line.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<Shape.height {
                let from = y * line.width
                let to = (y + Shape.white) * width
                for x in 0..<width {
                    let column = min(max(left + x, 0), line.width - 1)
                    ink[to + x] = 1 - Float(pixels[from + column]) / 255
                }
            }
        }
        return ink
    }

    /// What the first convolution makes of every place: `Shape.rows` rows of `columns` places.
    private func firstPlaces(_ ink: [Float], width: Int, columns: Int) -> [Float] {
        let side = Shape.side
        let inputs = [Float](unsafeUninitializedCapacity: Shape.rows * columns * side * side) { windows, count in
            var at = 0
            for row in 0..<Shape.rows {
                for column in 0..<columns {
                    for y in 0..<side {
                        let from = (row * Shape.step + y) * width + column * Shape.step
                        for x in 0..<side { windows.initializeElement(at: at + x, to: ink[from + x]) }
                        at += side
                    }
                }
            }
            count = at
        }
        return output(of: first, over: inputs, places: Shape.rows * columns)
    }

    /// What the second convolution makes of every place of every cell, cell by cell.
    private func secondPlaces(_ places: [Float], columns: Int, cells: Int) -> [Float] {
        let depth = first.outputs
        let window = Shape.secondSide * Shape.secondSide * depth
        let perCell = Shape.secondRows * Shape.secondColumns
        var inputs = [Float](repeating: 0, count: cells * perCell * window)
        for cell in 0..<cells {
            for row in 0..<Shape.secondRows {
                for column in 0..<Shape.secondColumns {
                    let at = ((cell * Shape.secondRows + row) * Shape.secondColumns + column) * window
                    for y in 0..<Shape.secondSide {
                        let above = row * Shape.secondStep + y - 1
                        guard (0..<Shape.rows).contains(above) else { continue }
                        let x = cell * Shape.pitch / Shape.step + column * Shape.secondStep
                        let from = (above * columns + x) * depth
                        let to = at + y * Shape.secondSide * depth
                        for i in 0..<(Shape.secondSide * depth) { inputs[to + i] = places[from + i] }
                    }
                }
            }
        }
        return output(of: second, over: inputs, places: cells * perCell)
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
