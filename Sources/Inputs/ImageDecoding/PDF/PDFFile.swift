/// A PDF document. ISO 32000-1.
enum PDFFile {
    /// The pages of a document, none of them drawn.
    ///
    /// - Throws: `unsupported` where poppler-utils is not installed, `encrypted`, `too_many_pages`, `timed_out`,
    ///   `truncated`, `damaged`.
    static func pages(of file: [UInt8], _ limits: DecodingLimits) throws(DecodingError) -> [PageHeader] {
        func text(_ name: String, _ arguments: [String]) throws(DecodingError) -> String {
            let output = try Poppler.run(name, arguments, on: file, outputLimit: 16 << 20, limits: limits).output
            return String(decoding: output, as: UTF8.self)
        }
        let info: String
        do throws(DecodingError) {
            info = try text("pdfinfo", ["-box", "-l", String(limits.maxPages)])
        } catch  where error.code == .damaged && !endsAsPDF(file) {
            throw DecodingError(.truncated, "The PDF file breaks off.")
        }
        guard let count = PDFListing.pageCount(info), count > 0 else {
            throw DecodingError(.damaged, "The PDF file has no pages.")
        }
        guard count <= limits.maxPages else {
            throw DecodingError(.tooManyPages, "The file has \(count) pages, more than \(limits.maxPages).")
        }
        guard let pages = PDFListing.pages(info, count: count) else {
            throw DecodingError(.damaged, "The PDF file does not have the \(count) pages that it says it has.")
        }
        let images = PDFListing.images(try text("pdfimages", ["-list"]))
        let fonts = try text("pdffonts", [])
        var headers = headers(
            pages, Dictionary(grouping: images, by: \.page), hasFonts: PDFListing.hasFonts(fonts), in: file)
        // None of it is told by page.
        let isDoubtful =
            PDFListing.hasDoubtfulFonts(fonts) || PDFObjects.hideLayersOnScreens(in: file)
            || PDFObjects.cutPagesOddly(in: file, PDFListing.mediaBoxes(info))
        for index in headers.indices { headers[index].isDoubtful = isDoubtful }
        return headers
    }

    private static func headers(
        _ pages: [PDFListing.Page], _ images: [Int: [PDFListing.Image]], hasFonts: Bool, in file: [UInt8]
    ) -> [PageHeader] {
        /// The one picture that covers a page on which nothing is written.
        func scan(_ number: Int) -> PDFListing.Image? {
            guard !hasFonts, let only = images[number], only.count == 1, PDFPage.covers(only[0], pages[number - 1])
            else { return nil }
            return only[0]
        }
        let embedded = images.values.joined().filter { $0.encoding == "jpeg" && [1, 3].contains($0.components) }
        let jpegs = PDFObjects.jpegs(Set(embedded.compactMap(\.object)), in: file)
        return pages.enumerated().map { index, page in
            let pictures = images[index + 1] ?? []
            let objects = Dictionary(pictures.compactMap { each in each.object.map { ($0, each) } }) { first, _ in first
            }
            let detail = PDFPage(
                number: index + 1, width: page.width, height: page.height, isTurned: page.rotation % 180 != 0,
                pictures: objects.keys.sorted().compactMap { number in
                    guard let listed = objects[number], let data = jpegs[number] else { return nil }
                    return PDFPage.Picture(width: listed.width, height: listed.height, data: data)
                })
            let size = PDFPage.drawnSize(of: page, images: pictures, scan: scan(index + 1))
            // A page of no size is refused when it is asked for.
            return PageHeader(width: size?.width ?? 0, height: size?.height ?? 0, detail: .pdf(detail))
        }
    }

    private static func endsAsPDF(_ file: [UInt8]) -> Bool {
        String(decoding: file.suffix(1024), as: UTF8.self).contains("%%EOF")
    }

    /// A page, drawn upright to `width` by `height`, as a PPM file. It has a `DamageNote` where poppler complained of
    /// the page, or a JPEG picture on it is damaged.
    ///
    /// It is drawn in colour also where luma alone is wanted, as viewers draw it: in grey poppler leaves out blend
    /// modes such as Luminosity, and with them what is drawn over print.
    ///
    /// - Throws: `timed_out`, `damaged`.
    static func portableMap(
        of page: PDFPage, in file: [UInt8], width: Int, height: Int, limits: DecodingLimits
    ) throws(DecodingError) -> [UInt8] {
        let number = String(page.number)
        // Poppler is told of the page before it is turned. A fifth of a pixel less than a whole number gives that
        // number, and a picture that fills the page its own pixels: it would have one more each way, one of them twice.
        let (across, down) = page.isTurned ? (height, width) : (width, height)
        func density(_ pixels: Int, _ points: Double) -> String { String((Double(pixels) - 0.2) / points * 72) }
        let answer = try Poppler.run(
            "pdftoppm",
            ["-cropbox", "-f", number, "-l", number]
                + ["-rx", density(across, page.width), "-ry", density(down, page.height)],
            on: file, outputLimit: width * height * 3 + 64, limits: limits)
        let output = answer.output
        let header = "P6\n\(width) \(height)\n255\n"
        guard output.starts(with: header.utf8), output.count == header.utf8.count + width * height * 3 else {
            throw DecodingError(.damaged, "The PDF page is damaged: poppler cannot draw it.")
        }
        return answer.isDamaged || hasDamagedPicture(page, in: file, limits) ? DamageNote.added(to: output) : output
    }

    /// Whether one of the JPEG pictures that stand in the file as they are is damaged. Poppler tells a part of that.
    /// One that is not what poppler says it is, or would take more work than the largest picture may, is as good as
    /// damaged: a file may name anything, and nobody but poppler is stopped when its time is up.
    private static func hasDamagedPicture(_ page: PDFPage, in file: [UInt8], _ limits: DecodingLimits) -> Bool {
        var passed = 0
        return page.pictures.contains { picture in
            let bytes = Array(file[picture.data])
            guard let pixels = pixelsToPass(of: picture, bytes, limits) else { return true }
            let (sum, overflow) = passed.addingReportingOverflow(pixels)
            guard !overflow, sum / JPEGHeader.maxPasses <= limits.maxPixels else { return true }
            passed = sum
            return bytes.withUnsafeBytes { JPEGWalk($0, forgivesRest: false) != .sound }
        }
    }

    /// The pixels of a picture, as often as its scans pass over it; nil where it is refused.
    private static func pixelsToPass(of picture: PDFPage.Picture, _ bytes: [UInt8], _ limits: DecodingLimits) -> Int? {
        do throws(DecodingError) {
            let header = try JPEGHeader.page(of: bytes)
            guard header.width == picture.width, header.height == picture.height else { return nil }
            try header.check(limits)
            return header.width * header.height * bytes.withUnsafeBytes { JPEGHeader.scans(in: $0) }
        } catch {
            return nil
        }
    }

    /// The colours of a page, drawn upright to `width` by `height`, and whether it is damaged.
    ///
    /// - Throws: `timed_out`, `damaged`, `out_of_memory`.
    static func rows(
        of page: PDFPage, in file: [UInt8], width: Int, height: Int, limits: DecodingLimits, isDamaged: inout Bool
    ) throws(DecodingError) -> ByteRows {
        let map = try portableMap(of: page, in: file, width: width, height: height, limits: limits)
        isDamaged = DamageNote.stands(in: map)
        guard let rows = try ByteRows.of(portableMap: map) else {
            throw DecodingError(.damaged, "The PDF page is damaged: poppler cannot draw it.")
        }
        return rows
    }
}
