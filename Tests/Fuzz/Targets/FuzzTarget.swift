/// Something that takes bytes from strangers, and what must hold of it whatever they are.
package struct FuzzTarget: Sendable {
    package let name: String
    /// Whether it touches no file, no process and no foreign library, so that it runs thousands of times a second.
    package let isPure: Bool
    /// Bytes of an input at most.
    package let maxBytes: Int
    /// Does it once; a trap, a report of the sanitizer or a `demand` that is not met is a find.
    package let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, isPure: Bool = true, maxBytes: Int, run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.isPure = isPure
        self.maxBytes = maxBytes
        self.run = run
    }

    package static let all: [FuzzTarget] = [
        mrz, glyphs, json, bridge, http, form, labels, exif, headers, model, poppler, jpeg, pictures, heif, archive,
        pdf, chipTLV, chipFiles, chipSOD, chipAnswers, chipCard,
    ]
}

/// Ends the process with a sentence where a property does not hold.
func demand(_ holds: Bool, _ property: @autoclosure () -> String) {
    guard !holds else { return }
    fatalError("not so: \(property())")
}

/// Takes values from an input as long as there are bytes, then zeros.
struct Dice {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }
    /// Everything that was not taken.
    var remainder: [UInt8] { Array(rest) }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
    /// A number below `count`.
    mutating func below(_ count: Int) -> Int { Int(byte()) % max(1, count) }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
