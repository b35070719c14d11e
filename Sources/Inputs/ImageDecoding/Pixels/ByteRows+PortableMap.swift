extension ByteRows {
    /// The pixels of a PGM or PPM file of plain bytes, in 8 bits a sample; nil of any other file, and of one that breaks
    /// off.
    ///
    /// - Throws: `out_of_memory`; `truncated` or `damaged` for what leads them.
    static func of(portableMap map: [UInt8]) throws(DecodingError) -> ByteRows? {
        guard PNMHeader.isHeader(map) else { return nil }
        let header = try PNMHeader(of: map)
        let sides = 1...1 << 20
        guard let samples = header.samples, let end = header.end, end <= map.count, sides.contains(header.width),
            sides.contains(header.height)
        else { return nil }
        guard let rows = ByteRows(width: header.width, height: header.height, samples: samples) else {
            throw DecodingError(.outOfMemory, "The system has not the memory for the page.")
        }
        let count = header.width * header.height * samples
        map.withUnsafeBufferPointer { map in
            guard let base = map.baseAddress.map({ $0 + header.pixels }) else { return }
            if header.maxSample == 255 {
                rows.bytes.update(from: base, count: count)
            } else if header.sampleSize == 1 {
                let shades = (0..<256).map { header.shade(of: $0) }
                for at in 0..<count { rows.bytes[at] = shades[Int(base[at])] }
            } else {
                for at in 0..<count {
                    rows.bytes[at] = header.shade(of: Int(base[2 &* at]) << 8 | Int(base[2 &* at &+ 1]))
                }
            }
        }
        return rows
    }

    /// The pixels as a file.
    var portableMap: [UInt8] {
        let header = Array("\(samples == 1 ? "P5" : "P6")\n\(width) \(height)\n255\n".utf8)
        return header + UnsafeBufferPointer(start: bytes, count: width * height * samples)
    }
}

extension PNMHeader {
    /// A sample as one of 255.
    fileprivate func shade(of sample: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (min(sample, maxSample) * 255 + maxSample / 2) / maxSample)
    }
}
