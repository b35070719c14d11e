/// Writes PDF files for tests. ISO 32000-1, 7.5.
struct PDFBuilder {
    struct Page {
        var box = "0 0 32 16"
        var rotation = 0
        /// What is drawn, in the operators of the standard.
        var content = ""
        /// The number of an object that is a picture, as `/I`.
        var image: Int?
        /// Whether the page has a font, as `/F`.
        var hasFont = false
        /// What else is in its resources, and in its own dictionary.
        var resources = ""
        var extra = ""
    }

    private(set) var objects: [[UInt8]] = []
    private var pages: [Page] = []

    /// Adds a picture in a JPEG file and gives the number of its object.
    mutating func add(
        jpeg: [UInt8], width: Int = 32, height: Int = 16, isColor: Bool, filter: String = "/DCTDecode",
        extra: String = ""
    ) -> Int {
        add(
            "<</Type/XObject/Subtype/Image/Width \(width)/Height \(height)/BitsPerComponent 8"
                + "/ColorSpace\(isColor ? "/DeviceRGB" : "/DeviceGray")/Filter\(filter)\(extra)/Length \(jpeg.count)>>",
            stream: jpeg)
    }

    mutating func add(_ page: Page) { pages.append(page) }

    /// A page that is one picture.
    mutating func add(pageOf image: Int, box: String = "0 0 32 16", rotation: Int = 0, extra: String = "") {
        let sides = box.split(separator: " ")
        add(
            Page(
                box: box, rotation: rotation,
                content: "q \(sides[2]) 0 0 \(sides[3]) 0 0 cm /I Do Q \(extra)", image: image))
    }

    /// The file.
    ///
    /// - Parameter claiming: the number of pages that the file says it has; by default those that it has.
    func file(claiming count: Int? = nil) -> [UInt8] {
        var builder = self
        let font = builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier>>")
        let parent = builder.objects.count + 2 * pages.count + 1
        var kids: [String] = []
        for page in pages {
            let content = builder.add("<</Length \(page.content.utf8.count)>>", stream: Array(page.content.utf8))
            let image = page.image.map { "/XObject<</I \($0) 0 R>>" } ?? ""
            let resources = image + (page.hasFont ? "/Font<</F \(font) 0 R>>" : "") + page.resources
            let dictionary =
                "<</Type/Page/Parent \(parent) 0 R/MediaBox[\(page.box)]/Rotate \(page.rotation)"
                + "/Contents \(content) 0 R/Resources<<\(resources)>>\(page.extra)>>"
            kids.append("\(builder.add(dictionary)) 0 R")
        }
        _ = builder.add("<</Type/Pages/Count \(count ?? pages.count)/Kids[\(kids.joined(separator: " "))]>>")
        let root = builder.add("<</Type/Catalog/Pages \(parent) 0 R>>")
        var file = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for object in builder.objects {
            offsets.append(file.count)
            file += object
        }
        let table = file.count
        file += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8
        for offset in offsets {
            let digits = String(offset)
            file += "\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8
        }
        file += "trailer<</Size \(offsets.count + 1)/Root \(root) 0 R>>\nstartxref\n\(table)\n%%EOF\n".utf8
        return file
    }

    /// Adds any object and gives its number.
    mutating func add(_ dictionary: String, stream: [UInt8]? = nil) -> Int {
        var object = Array("\(objects.count + 1) 0 obj\n\(dictionary)\n".utf8)
        if let stream { object += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
        objects.append(object + Array("endobj\n".utf8))
        return objects.count
    }
}
