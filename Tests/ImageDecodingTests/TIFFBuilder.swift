/// Writes uncompressed TIFF files for tests, so that every tag can be set.
struct TIFFBuilder {
    var width = 32
    var height = 16
    var bits = 8
    var samples = 1
    /// 0 where zero is white, 1 where it is black, 2 for red, green and blue.
    var photometric = 1
    var orientation: Int?
    var extraSamples: Int?
    var isLittle = true
    /// Tags to add; each with one short value.
    var extraTags: [(tag: Int, value: Int)] = []
    /// The rows of one page.
    var data: [UInt8] = []

    /// The four quadrants of the test picture, each filled with one pixel.
    static func quadrants<Pixel>(_ pixels: [Pixel], width: Int = 32, height: Int = 16) -> [Pixel] {
        (0..<height).flatMap { y in
            (0..<width).map { x in pixels[(y * 2 / height) * 2 + x * 2 / width] }
        }
    }

    /// The file with this page `count` times.
    func file(pages count: Int = 1) -> [UInt8] {
        var file: [UInt8] = isLittle ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
        for page in 0..<count {
            let directory = file.count + 4
            file += number(directory, 4)
            // The bits of several samples are kept behind the directory.
            var tags = [(256, 3, 1, width), (257, 3, 1, height), (259, 3, 1, 1), (262, 3, 1, photometric)]
            tags += [(277, 3, 1, samples), (278, 3, 1, height), (279, 4, 1, data.count)]
            tags += orientation.map { [(274, 3, 1, $0)] } ?? []
            tags += extraSamples.map { [(338, 3, 1, $0)] } ?? []
            tags += extraTags.map { ($0.tag, 3, 1, $0.value) }
            let after = directory + 2 + 12 * (tags.count + 2)
            let content = after + 4
            tags.append((258, 3, samples, samples == 1 ? bits : content + data.count))
            tags.append((273, 4, 1, content))
            file += number(tags.count, 2)
            for (tag, type, amount, value) in tags.sorted(by: { $0.0 < $1.0 }) {
                file += number(tag, 2) + number(type, 2) + number(amount, 4)
                file += type == 3 && amount == 1 ? number(value, 2) + [0, 0] : number(value, 4)
            }
            // The next page begins with four bytes that only the first needs.
            let next = content + data.count + 2 * samples + 4
            file += number(page == count - 1 ? 0 : next, 4) + data
            for _ in 0..<samples { file += number(bits, 2) }
        }
        return file
    }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
    }
}
