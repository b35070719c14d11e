import CNetwork
import Recognition

/// Weights as `CNetwork` multiplies with them: whole numbers of 16 bits, each output's with a scale of its own.
struct PackedWeights {
    let inputs: Int
    /// A multiple of 8; outputs that were added are always 0.
    let outputs: Int
    /// Outputs that mean something.
    let used: Int
    let interleaved: [Int16]
    let scales: [Float]
    let biases: [Float]

    /// Weights that were stored as bytes stay exactly what they are, of up to 500 inputs at least; others are rounded
    /// as finely as sums of 32 bits allow.
    init(_ matrix: WeightMatrix) {
        let width = (matrix.outputs + 7) / 8 * 8
        let padding = repeatElement(Float(0), count: width - matrix.outputs)
        let scales = Self.scales(of: matrix)
        inputs = matrix.inputs
        outputs = width
        used = matrix.outputs
        biases = Array(matrix.rows[(matrix.inputs * matrix.outputs)...] + padding)
        self.scales = scales.map { Float($0) } + padding
        interleaved = Self.interleaved(matrix, scales: scales, width: width)
    }

    /// Reads weights as `packed` in `models/training/verifier.py` lays them down.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when they are cut off, or leave what `CNetwork` can sum up.
    init(_ cursor: inout ByteCursor) throws(RecognitionError) {
        let shape = try StoredShape(&cursor)
        inputs = shape.inputs
        outputs = shape.outputs
        used = shape.used
        scales = try cursor.floats(outputs)
        biases = try cursor.floats(outputs)
        interleaved = try cursor.integers(shape.weights, of: Int16.self)
        guard scales.allSatisfy(\.isFinite), biases.allSatisfy(\.isFinite), isSummable else { throw .damagedModel }
    }

    /// Passes over weights as they are stored.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when they are cut off.
    static func pass(_ cursor: inout ByteCursor) throws(RecognitionError) {
        let shape = try StoredShape(&cursor)
        _ = try cursor.take(shape.bytes)
    }

    /// How many of which numbers are stored.
    private struct StoredShape {
        let inputs: Int
        let used: Int

        init(_ cursor: inout ByteCursor) throws(RecognitionError) {
            inputs = Int(try cursor.integer(UInt32.self))
            used = Int(try cursor.integer(UInt32.self))
            let allowed = 1...Int(CNETWORK_MAX_INPUTS)
            guard allowed.contains(inputs), allowed.contains(used) else { throw .damagedModel }
        }

        var outputs: Int { (used + 7) / 8 * 8 }
        var weights: Int { (inputs + 1) / 2 * 2 * outputs }
        /// Of scales, biases and weights.
        var bytes: Int { 2 * outputs * MemoryLayout<Float>.size + weights * MemoryLayout<Int16>.size }
    }

    /// Whether no sum of products with these weights leaves 32 bits.
    private var isSummable: Bool {
        let row = 2 * outputs
        var sums = [Int32](repeating: 0, count: row)
        interleaved.withUnsafeBufferPointer { weights in
            sums.withUnsafeMutableBufferPointer { sums in
                for start in stride(from: 0, to: weights.count, by: row) {
                    for each in 0..<row { sums[each] &+= abs(Int32(weights[start &+ each])) }
                }
            }
        }
        return (0..<outputs).allSatisfy { sums[2 * $0] + sums[2 * $0 + 1] <= CNETWORK_MAX_WEIGHT }
    }

    /// The weights of two inputs after one another for each output, in units of its scale: 0 where the scale is 0, for
    /// outputs that were added, and for an input that makes their number even.
    private static func interleaved(_ matrix: WeightMatrix, scales: [Double], width: Int) -> [Int16] {
        // No input has a weight that is not 0 where the scale is 0.
        let perUnit = scales.map { $0 > 0 ? 1 / $0 : 0 }
        let size = (matrix.inputs + 1) / 2 * 2 * width
        return [Int16](unsafeUninitializedCapacity: size) { interleaved, count in
            interleaved.initialize(repeating: 0)
            count = size
            matrix.rows.withUnsafeBufferPointer { rows in
                perUnit.withUnsafeBufferPointer { perUnit in
                    // Every start packs all networks that it asks: loops that the compiler makes vectors of.
                    for input in 0..<matrix.inputs {
                        let from = input * matrix.outputs
                        let to = input / 2 * width * 2 + input % 2
                        for output in 0..<matrix.outputs {
                            interleaved[to &+ output &* 2] = rounded(Double(rows[from &+ output]) * perUnit[output])
                        }
                    }
                }
            }
        }
    }

    /// `value`, of at most 2^15 either way, rounded to the nearest whole number, halves to the even one: beside 1.5
    /// times 2^52 a double has no place for less than 1.
    private static func rounded(_ value: Double) -> Int16 {
        Int16(truncatingIfNeeded: (value + 0x1.8p52).bitPattern)
    }

    /// The scale of each output's weights, which are multiples of its step if that is not 0; 0 where all are 0.
    private static func scales(of matrix: WeightMatrix) -> [Double] {
        var largest = [Double](repeating: 0, count: matrix.outputs)
        var sums = largest
        matrix.rows.withUnsafeBufferPointer { rows in
            largest.withUnsafeMutableBufferPointer { largest in
                sums.withUnsafeMutableBufferPointer { sums in
                    for input in 0..<matrix.inputs {
                        let row = input * matrix.outputs
                        for output in 0..<matrix.outputs {
                            let weight = abs(Double(rows[row &+ output]))
                            largest[output] = max(largest[output], weight)
                            sums[output] += weight
                        }
                    }
                }
            }
        }
        // Each weight may be rounded up by half a step.
        let room = Double(CNETWORK_MAX_WEIGHT) - Double(matrix.inputs) / 2
        return (0..<matrix.outputs).map { max(Double(matrix.steps[$0]), largest[$0] / 32767, sums[$0] / room) }
    }
}
