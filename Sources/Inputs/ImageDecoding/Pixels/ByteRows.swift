import Glibc

/// Rows of bytes as most codecs write them: one sample a pixel for gray, three for red, green and blue, or four of
/// which the last is not looked at.
struct ByteRows: ~Copyable, RowSource {
    let width: Int
    let height: Int
    let bytes: UnsafeMutablePointer<UInt8>
    let samples: Int

    /// Nil where there is no memory for them.
    init?(width: Int, height: Int, samples: Int) {
        guard let count = width.product(height, samples), let memory = malloc(max(1, count)) else { return nil }
        self.width = width
        self.height = height
        self.samples = samples
        bytes = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(bytes) }

    var isColored: Bool { samples >= 3 }
    var paddedWidth: Int { width }

    func readGray(_ y: Int, into gray: UnsafeMutablePointer<UInt8>) {
        let row = bytes + y * width * samples
        switch samples {
        case 1: gray.update(from: row, count: width)
        // Written out for the usual three, so that it is vectorised.
        case 3: for x in 0..<width { gray[x] = luma(row[3 &* x], row[3 &* x &+ 1], row[3 &* x &+ 2]) }
        default: for x in 0..<width { gray[x] = luma(row[4 &* x], row[4 &* x &+ 1], row[4 &* x &+ 2]) }
        }
    }

    func readColor(_ y: Int, into row: borrowing RowBuffers) {
        let source = bytes + y * width * samples
        for x in 0..<width {
            row.red[x] = source[samples &* x]
            row.green[x] = source[samples &* x &+ 1]
            row.blue[x] = source[samples &* x &+ 2]
        }
        readGray(y, into: row.gray)
    }
}
