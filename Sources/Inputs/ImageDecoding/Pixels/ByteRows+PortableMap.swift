extension ByteRows {
    /// The pixels of a PGM or PPM file as other programs write it: three lines of header, bytes, nothing else. nil of
    /// anything else.
    ///
    /// - Throws: `out_of_memory`.
    static func of(portableMap map: [UInt8]) throws(DecodingError) -> ByteRows? {
        let lines = map.prefix(64).split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, let samples = ["P5": 1, "P6": 3][String(decoding: lines[0], as: UTF8.self)],
            lines[2].elementsEqual("255".utf8)
        else { return nil }
        let sides = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (1...1 << 20).contains($0) }) else { return nil }
        let pixels = sides[0] * sides[1] * samples
        guard map.count - lines[3].startIndex == pixels else { return nil }
        guard let rows = ByteRows(width: sides[0], height: sides[1], samples: samples) else {
            throw DecodingError(.outOfMemory, "The system has not the memory for the page.")
        }
        map.withUnsafeBufferPointer { map in
            if let base = map.baseAddress { rows.bytes.update(from: base + (map.count - pixels), count: pixels) }
        }
        return rows
    }

    /// The pixels as a file.
    var portableMap: [UInt8] {
        let header = Array("\(samples == 1 ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8)
        return header + UnsafeBufferPointer(start: bytes, count: width * height * samples)
    }
}
