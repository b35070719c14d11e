/// Finds what stands in a file as it is: the JPEG data of image objects, where it is not encrypted, and names.
///
/// It asks for no cross-reference table: an image is a stream, streams stand in the file as they are (ISO
/// 32000-1, 7.5.7 keeps them out of object streams), and whether what is found is what poppler names is for its header
/// to say. Names are not found where their object is compressed.
enum PDFObjects {
    /// Where the JPEG data of the wanted objects stands, by object number.
    static func jpegs(_ wanted: Set<Int>, in file: [UInt8]) -> [Int: Range<Int>] {
        var found: [Int: Range<Int>] = [:]
        guard !wanted.isEmpty else { return found }
        var (at, count) = (0, 0)
        while let end = file.place(of: " obj", from: at) {
            at = end + 4
            guard let number = objectNumber(before: end, in: file), wanted.contains(number),
                file[at...].drop(while: \.isWhitespace).starts(with: "<<".utf8)
            else { continue }
            // A file that says an object so often is made to be slow.
            count += 1
            if count > maxVersions { return [:] }
            guard let data = jpeg(at: at, in: file) else { continue }
            // Of several versions the last holds. ISO 32000-1, 7.5.6.
            found[number] = data
            at = data.upperBound
        }
        return found
    }

    /// Whether a layer is to be off on screens. Poppler draws it all the same. ISO 32000-1, 8.11.4.4.
    static func hideLayersOnScreens(in file: [UInt8]) -> Bool {
        let name: StaticString = "/ViewState"
        var at = 0
        while let place = file.place(of: name, from: at) {
            at = place + name.utf8CodeUnitCount
            if file[at...].drop(while: \.isWhitespace).starts(with: "/OFF".utf8) { return true }
        }
        return false
    }

    /// Whether a box that a page is cut to, written as four numbers, cuts none of the pages as all viewers do.
    static func cutPagesOddly(in file: [UInt8], _ pages: [PDFListing.Box]) -> Bool {
        let name: StaticString = "/CropBox"
        var (at, count) = (0, 0)
        while let place = file.place(of: name, from: at) {
            at = place + name.utf8CodeUnitCount
            count += 1
            if count > maxBoxes { return true }
            let words = file[at...].prefix(200).drop { $0.isWhitespace || $0 == UInt8(ascii: "[") }
            let numbers = String(decoding: words.prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)
            guard let box = PDFListing.Box(numbers) else { continue }
            if !pages.contains(where: box.cutsAlike) { return true }
        }
        return false
    }

    /// Of each image one, and its versions.
    private static let maxVersions = 10_000

    /// One for each page and its versions.
    private static let maxBoxes = 10_000

    /// The number in `12 0`, which ends at `end`.
    private static func objectNumber(before end: Int, in file: [UInt8]) -> Int? {
        let words = file[max(0, end - 20)..<end].split(whereSeparator: \.isWhitespace)
        guard words.count >= 2 else { return nil }
        // What stands before it without a blank, as in `endobj12 0 obj`, is not part of it.
        let digits = words[words.count - 2].reversed().prefix { (0x30...0x39).contains($0) }.reversed()
        // Ten digits are the most that a cross-reference table has room for.
        return digits.isEmpty || digits.count > 10 ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The data of the object whose dictionary begins at `start`, where that is plain JPEG data of the usual polarity.
    private static func jpeg(at start: Int, in file: [UInt8]) -> Range<Int>? {
        // A dictionary of an image takes a few hundred bytes.
        let head = Array(file[start..<min(file.count, start + 4096)])
        guard let keyword = head.place(of: "stream") else { return nil }
        let dictionary = String(decoding: head[..<keyword], as: UTF8.self)
        guard dictionary.contains("/DCTDecode"), !dictionary.contains("/FlateDecode"),
            !dictionary.contains("/Decode "), !dictionary.contains("/Decode["), !dictionary.contains("/Mask"),
            !dictionary.contains("endobj")
        else { return nil }
        let data = start + keyword + 6 + (head.holds([0x0D, 0x0A], at: keyword + 6) ? 2 : 1)
        guard file.holds([0xFF, 0xD8, 0xFF], at: data) else { return nil }
        return data..<(file.place(of: "endstream", from: data) ?? file.count)
    }
}
