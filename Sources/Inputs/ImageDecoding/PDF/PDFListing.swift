/// What poppler's programs say of the pages of a document, in lines of text.
package struct PDFListing: Equatable {
    package struct Page: Equatable {
        /// The page's sides in points of 1/72 inch, before it is turned.
        package var width, height: Double
        /// How far it is turned clockwise: 0, 90, 180 or 270 degrees.
        package var rotation: Int

        package init(width: Double, height: Double, rotation: Int = 0) {
            self.width = width
            self.height = height
            self.rotation = rotation
        }
    }

    /// A rectangle of a page, in points, before the page is turned.
    package struct Box: Equatable {
        let left, bottom, right, top: Double

        /// - Parameter text: numbers of two corners that lie opposite; nil of anything else.
        package init?(_ text: some StringProtocol) {
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
            (left, right) = (min(numbers[0], numbers[2]), max(numbers[0], numbers[2]))
            (bottom, top) = (min(numbers[1], numbers[3]), max(numbers[1], numbers[3]))
        }

        /// Whether a page is cut to this by all viewers alike. Poppler leaves it uncut along a side that is shorter
        /// than this box, and others show what both have of it.
        package func cutsAlike(_ page: Box) -> Bool {
            func alike(_ from: Double, _ to: Double, _ first: Double, _ last: Double) -> Bool {
                to - from <= last - first + 0.01 || from <= first + 1 && to >= last - 1
            }
            return alike(left, right, page.left, page.right) && alike(bottom, top, page.bottom, page.top)
        }
    }

    package struct Image: Equatable {
        /// The number of the page, from 1.
        package let page: Int
        package let width, height: Int
        package let components: Int
        /// `jpeg`, `ccitt`, `jbig2`, `image`…
        package let encoding: String
        /// The number of its object; nil for one inside the page's text.
        package let object: Int?
        /// Pixels an inch along its own sides.
        package let horizontalDensity, verticalDensity: Double
    }

    /// What `pdfinfo` says to be the number of pages.
    package static func pageCount(_ info: String) -> Int? {
        value("Pages:", in: info).flatMap { Int($0) }
    }

    /// The pages that `pdfinfo -l` lists; nil where one of them is missing.
    package static func pages(_ info: String, count: Int) -> [Page]? {
        var found: [Int: Page] = [:]
        for line in info.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard words.count >= 4, words[0] == "Page", let number = Int(words[1]) else { continue }
            if words[2] == "size:", words.count >= 6, let width = Double(words[3]), let height = Double(words[5]) {
                found[number] = Page(width: width, height: height)
            } else if words[2] == "rot:", let rotation = Int(words[3]) {
                found[number]?.rotation = ((rotation % 360) + 360) % 360
            }
        }
        let pages = (1...max(1, count)).compactMap { found[$0] }
        return pages.count == count ? pages : nil
    }

    /// The paper of each page that `pdfinfo -box -l` lists.
    package static func mediaBoxes(_ info: String) -> [Box] {
        info.split(whereSeparator: \.isNewline).compactMap { line in
            guard line.hasPrefix("Page "), let name = line.firstRange(of: " MediaBox:") else { return nil }
            return Box(line[name.upperBound...])
        }
    }

    /// The images that `pdfimages -list` lists.
    package static func images(_ list: String) -> [Image] {
        // page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio
        list.split(whereSeparator: \.isNewline).dropFirst(2).compactMap { line in
            let words = line.split(separator: " ")
            // "[inline]" takes the place of two.
            guard words.count >= 15, let page = Int(words[0]), let width = Int(words[3]), let height = Int(words[4]),
                let components = Int(words[6]), let horizontal = Double(words[words.count - 4]),
                let vertical = Double(words[words.count - 3])
            else { return nil }
            return Image(
                page: page, width: width, height: height, components: components, encoding: String(words[8]),
                object: words.count >= 16 ? Int(words[10]) : nil, horizontalDensity: horizontal,
                verticalDensity: vertical)
        }
    }

    /// Whether `pdffonts` lists any.
    package static func hasFonts(_ list: String) -> Bool {
        list.split(whereSeparator: \.isNewline).count > 2
    }

    /// Whether `pdffonts` lists any that viewers may draw otherwise: glyphs of Type 3, which poppler cuts off at the
    /// box that they say they have, and fonts of no known type, whose text it leaves out.
    package static func hasDoubtfulFonts(_ list: String) -> Bool {
        list.split(whereSeparator: \.isNewline).dropFirst(2).contains { line in
            line.contains(" Type 3 ") || line.contains(" unknown ")
        }
    }

    private static func value(_ name: String, in info: String) -> String? {
        // The last one: what the document says of itself comes before it.
        info.split(whereSeparator: \.isNewline).last { $0.hasPrefix(name) }
            .map { String($0.dropFirst(name.count).drop { $0 == " " }) }
    }
}
