import ImageDecoding
import Imaging
import Testing

@Suite struct PDFFileTests {
    /// The four quadrants, drawn: red, green, blue and white.
    private let drawing = "1 0 0 rg 0 8 16 8 re f 0 1 0 rg 16 8 16 8 re f 0 0 1 rg 0 0 16 8 re f"

    private func code(_ bytes: [UInt8], _ limits: DecodingLimits = DecodingLimits()) -> DecodingError.Code? {
        #expect(throws: DecodingError.self) { try EncodedImage(bytes: bytes, limits: limits).picture() }?.code
    }

    private func scan(_ name: String, isColor: Bool, rotation: Int = 0, extra: String = "") throws -> [UInt8] {
        var pdf = PDFBuilder()
        pdf.add(pageOf: pdf.add(jpeg: try Fixture.bytes(name), isColor: isColor), rotation: rotation, extra: extra)
        return pdf.file()
    }

    /// What is seen is what the JPEG file holds, pixel for pixel, but for how poppler rounds.
    @Test func aScannedPageIsItsPicture() throws {
        for (name, isColor) in [("gray.jpg", false), ("color.jpg", true)] {
            let image = try EncodedImage(bytes: scan(name, isColor: isColor))
            #expect(image.kind == .pdf && image.pageCount == 1)
            #expect(try image.size(ofPage: 0) == PixelSize(width: 32, height: 16))
            // Poppler works the luma out of colours, and these are sharper at their edges than the file's own.
            #expect(isNear(try image.picture().gray.quadrants, try Fixture.picture(name).gray.quadrants))
            let (drawn, scan) = (try image.picture(color: true).color, try Fixture.picture(name, color: true))
            #expect(isNear(drawn?.red.pixels ?? [], scan.color?.red.pixels ?? scan.gray.pixels, within: 2))
            #expect(try image.picture(longSide: 8).reduction == 4)
        }
    }

    @Test(arguments: [(0, [0, 1, 2, 3]), (90, [2, 0, 3, 1]), (180, [3, 2, 1, 0]), (270, [1, 3, 0, 2])])
    func pagesAreTurned(_ rotation: Int, _ order: [Int]) throws {
        let scanned = try EncodedImage(bytes: scan("gray.jpg", isColor: false, rotation: rotation))
        #expect(isNear(try scanned.picture().gray.quadrants, order.map { Fixture.gray[$0] }))
        var pdf = PDFBuilder()
        pdf.add(PDFBuilder.Page(rotation: rotation, content: drawing))
        let drawn = try EncodedImage(bytes: pdf.file())
        let size = try drawn.size(ofPage: 0)
        #expect(size == (rotation % 180 == 0 ? PixelSize(width: 133, height: 67) : PixelSize(width: 67, height: 133)))
        let picture = try drawn.picture()
        #expect(PixelSize(width: picture.gray.width, height: picture.gray.height) == size)
        #expect(isNear(picture.gray.quadrants, order.map { Fixture.luma[$0] }), "\(picture.gray.quadrants)")
    }

    @Test func drawnPagesHaveColorAndAreDrawnSmall() throws {
        var pdf = PDFBuilder()
        pdf.add(PDFBuilder.Page(content: drawing))
        let image = try EncodedImage(bytes: pdf.file())
        let picture = try image.picture(color: true)
        let color = try #require(picture.color)
        for (quadrant, expected) in Fixture.colors.enumerated() {
            #expect([color.red, color.green, color.blue].map { $0.quadrants[quadrant] } == expected)
        }
        let small = try image.picture(longSide: 32)
        #expect(small.reduction == 4 && small.gray.width == 34)
        #expect(isNear(small.gray.quadrants, Fixture.luma))
    }

    @Test func everyPage() throws {
        var pdf = PDFBuilder()
        let gray = pdf.add(jpeg: try Fixture.bytes("gray.jpg"), isColor: false)
        pdf.add(PDFBuilder.Page(content: drawing))
        pdf.add(pageOf: gray)
        pdf.add(PDFBuilder.Page(box: "0 0 10 20"))
        let image = try EncodedImage(bytes: pdf.file())
        #expect(image.pageCount == 3)
        #expect(isNear(try image.picture(page: 0).gray.quadrants, Fixture.luma))
        #expect(
            isNear(try image.picture(page: 1).gray.pixels, try Fixture.picture("gray.jpg").gray.pixels, within: 2))
        #expect(try image.picture(page: 2).gray.quadrants == [255, 255, 255, 255])
        #expect(#expect(throws: DecodingError.self) { try image.picture(page: 3) }?.code == .noSuchPage)
    }

    /// Text over a picture, a picture beside others, inverted or small ones: such pages are drawn.
    @Test func whatIsMoreThanAScanIsDrawn() throws {
        let jpeg = try Fixture.bytes("gray.jpg")
        var written = PDFBuilder()
        let image = written.add(jpeg: jpeg, isColor: false)
        written.add(
            PDFBuilder.Page(
                content: "q 32 0 0 16 0 0 cm /I Do Q BT /F 4 Tf 1 1 Td (P<UTO) Tj ET", image: image, hasFont: true))
        #expect(try EncodedImage(bytes: written.file()).size(ofPage: 0).width == 133)
        var small = PDFBuilder()
        small.add(
            PDFBuilder.Page(
                box: "0 0 64 32", content: "q 32 0 0 16 0 0 cm /I Do Q",
                image: small.add(jpeg: jpeg, isColor: false)))
        #expect(try EncodedImage(bytes: small.file()).size(ofPage: 0).width == 267)
        var inverted = PDFBuilder()
        inverted.add(pageOf: inverted.add(jpeg: jpeg, isColor: false, extra: "/Decode[1 0]"))
        let negative = try EncodedImage(bytes: inverted.file()).picture().gray.quadrants
        #expect(isNear(negative, Fixture.gray.map { 255 - $0 }, within: 10), "\(negative)")
    }

    /// A name that is blacked out, whited out, clipped away or moved off the page is not read, though the scan has it.
    @Test(arguments: [
        "q 32 0 0 16 0 0 cm /I Do Q 1 g 0 0 32 16 re f", "q 0 0 1 1 re W n 32 0 0 16 0 0 cm /I Do Q",
        "q 32 0 0 16 40 0 cm /I Do Q",
    ]) func whatIsDrawnOverAScanIsSeen(_ content: String) throws {
        var pdf = PDFBuilder()
        pdf.add(
            PDFBuilder.Page(content: content, image: pdf.add(jpeg: try Fixture.bytes("gray.jpg"), isColor: false)))
        #expect(isNear(try EncodedImage(bytes: pdf.file()).picture().gray.quadrants, [255, 255, 255, 255]))
    }

    /// Poppler knows no such blend mode where it draws in grey: what it blends over a scan would not be there.
    @Test func whatIsBlendedAsViewersDoIsSeen() throws {
        var pdf = PDFBuilder()
        pdf.add(
            PDFBuilder.Page(
                content: "q 32 0 0 16 0 0 cm /I Do Q /G gs 1 g 0 0 32 16 re f",
                image: pdf.add(jpeg: try Fixture.bytes("color.jpg"), isColor: true),
                resources: "/ExtGState<</G<</BM/Luminosity>>>>"))
        let document = try EncodedImage(bytes: pdf.file())
        #expect(isNear(try document.picture().gray.quadrants, [255, 255, 255, 255]))
        #expect(isNear(try document.picture(color: true).gray.quadrants, [255, 255, 255, 255]))
    }

    /// Poppler leaves out or shows what other viewers do not: the page is read, and counts as damaged.
    @Test func whatViewersShowOtherwiseIsDoubtful() throws {
        func damage(
            _ content: String = "", resources: String = "", extra: String = "", with object: String
        ) throws -> PictureDamage {
            var pdf = PDFBuilder()
            let image = pdf.add(jpeg: try Fixture.bytes("color.jpg"), isColor: true)
            let number = pdf.add(object)
            #expect(number == 2)
            pdf.add(
                PDFBuilder.Page(
                    content: "q 32 0 0 16 0 0 cm /I Do Q " + content, image: image, resources: resources, extra: extra))
            let document = try EncodedImage(bytes: pdf.file())
            let damage = try document.picture().damage
            // What a worker is handed says so too.
            #expect(try EncodedImage(bytes: document.pictureFile(ofPage: 0)).picture().damage == damage)
            return damage
        }
        func text(_ font: String, mode: Int = 0) throws -> PictureDamage {
            try damage(
                "BT \(mode) Tr /F 4 Tf 1 1 Td (VOID) Tj ET", resources: "/Font<</F 2 0 R>>",
                with: "<</Type/Font/Subtype\(font)>>")
        }
        #expect(try text("/Type1") == .somewhere, "a font without a name")
        #expect(try text("/Type1", mode: 3) == .none, "text that nobody is to see")
        #expect(
            try text("/Type3/FontBBox[0 0 0 0]/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/Encoding<<>>") == .somewhere,
            "glyphs that may be larger than their box")
        func annotation(_ kind: String) throws -> PictureDamage {
            try damage(extra: "/Annots[2 0 R]", with: "<</Type/Annot/Subtype/\(kind)/Rect[0 0 32 16]>>")
        }
        #expect(try annotation("Movie") == .somewhere)
        #expect(try annotation("Sound") == .somewhere)
        #expect(try annotation("Stamp") == .none)
        func layer(_ state: String) throws -> PictureDamage {
            try damage(with: "<</Type/OCG/Name(L)/Usage<</View<</ViewState \(state)>>>>>>")
        }
        #expect(try layer("/OFF") == .somewhere)
        #expect(try layer("/ON") == .none)
        func cut(_ box: String) throws -> PictureDamage {
            try damage(extra: "/CropBox [ \(box) ]", with: "<<>>")
        }
        #expect(try cut("16 0 49 16") == .somewhere)
        #expect(try cut("16 0 48 16") == .none)
        #expect(try cut("-4 -4 36 20") == .none)
    }

    /// A file may hold anything under the number of a picture, and any number of pictures: what poppler does not name, and
    /// what would take more work than the largest picture, is not looked into, and counts as damaged.
    @Test func picturesAreLookedIntoWithinLimits() throws {
        let jpeg = try Fixture.bytes("gray.jpg")
        let size = try #require(jpeg.firstRange(of: [0xFF, 0xC0, 0x00, 0x0B, 0x08])).upperBound
        #expect(jpeg[size..<(size + 4)] == [0, 16, 0, 32])
        // As many blocks, and as sound.
        var other = jpeg
        other.replaceSubrange(size..<(size + 4), with: [0, 8, 0, 64])
        func damage(behind orphan: [UInt8]) throws -> PictureDamage {
            var pdf = PDFBuilder()
            pdf.add(pageOf: pdf.add(jpeg: jpeg, isColor: false))
            let head = Array("\n1 0 obj<</Subtype/Image/Filter/DCTDecode>>stream\n".utf8)
            _ = pdf.add("<<>>", stream: head + orphan)
            return try EncodedImage(bytes: pdf.file()).picture().damage
        }
        #expect(try damage(behind: jpeg) == .none)
        #expect(try damage(behind: other) == .somewhere)

        func damage(ofPictures count: Int) throws -> PictureDamage {
            var pdf = PDFBuilder()
            let names = (0..<count).map { "/I\($0) \(pdf.add(jpeg: jpeg, isColor: false)) 0 R" }
            let content = (0..<count).map { "q 4 0 0 2 0 0 cm /I\($0) Do Q" }
            pdf.add(
                PDFBuilder.Page(
                    box: "0 0 4 2", content: content.joined(separator: " "),
                    resources: "/XObject<<\(names.joined())>>"))
            // Each has 512 pixels.
            return try EncodedImage(bytes: pdf.file(), limits: DecodingLimits(maxPixels: 600)).picture().damage
        }
        #expect(try damage(ofPictures: 23) == .none)
        #expect(try damage(ofPictures: 24) == .somewhere)
    }

    /// For processes that may start no program.
    @Test(arguments: [0, 90, 180, 270]) func pagesAsPictureFiles(_ rotation: Int) throws {
        var pdf = PDFBuilder()
        pdf.add(pageOf: pdf.add(jpeg: try Fixture.bytes("color.jpg"), isColor: true), rotation: rotation)
        pdf.add(PDFBuilder.Page(rotation: rotation, content: drawing))
        let document = try EncodedImage(bytes: pdf.file())
        #expect(EncodedImage.isDocument(pdf.file()))
        for page in 0..<2 {
            let file = try document.pictureFile(ofPage: page)
            #expect(!EncodedImage.isDocument(file))
            let picture = try EncodedImage(bytes: file)
            #expect(picture.kind == .pnm)
            let (expected, found) = (try document.picture(page: page, color: true), try picture.picture(color: true))
            #expect(found.color?.green == expected.color?.green && found.color?.blue == expected.color?.blue)
            #expect(isNear(found.gray.pixels, expected.gray.pixels, within: 1))
        }
        let photo = try EncodedImage(bytes: Fixture.bytes("gray.jpg"))
        #expect(#expect(throws: DecodingError.self) { try photo.pictureFile(ofPage: 0) }?.code == .unsupported)
    }

    @Test func encryptedFiles() throws {
        #expect(code(try Fixture.bytes("locked.pdf")) == .encrypted)
        #expect(try EncodedImage(bytes: Fixture.bytes("owned.pdf")).picture().gray.width == 300)
    }

    @Test func limits() throws {
        var pdf = PDFBuilder()
        for _ in 0..<5 { pdf.add(PDFBuilder.Page(content: drawing)) }
        let file = pdf.file()
        #expect(try EncodedImage(bytes: file, limits: DecodingLimits(maxPages: 5)).pageCount == 5)
        #expect(code(file, DecodingLimits(maxPages: 4)) == .tooManyPages)
        #expect(code(file, DecodingLimits(maxPixels: 1000)) == .tooManyPixels)
        #expect(code(file, DecodingLimits(maxRenderingTime: .zero)) == .timedOut)
        #expect(code(pdf.file(claiming: 2_000_000_000)) == .damaged)
    }

    /// A page of 200 inches is drawn with fewer pixels, a larger one not at all.
    @Test func hugePages() throws {
        func size(_ box: String) throws -> PixelSize {
            var pdf = PDFBuilder()
            pdf.add(PDFBuilder.Page(box: box))
            return try EncodedImage(bytes: pdf.file()).size(ofPage: 0)
        }
        #expect(try size("0 0 14400 7200") == PixelSize(width: 5000, height: 2500))
        let error = #expect(throws: DecodingError.self) { try size("0 0 14400000 14400000") }
        #expect(error?.code == .damaged && error?.message.contains("200 inches") == true)
    }

    @Test func brokenFilesAreErrors() throws {
        let file = try scan("gray.jpg", isColor: false)
        #expect(code(Array("%PDF-1.7 and so on".utf8)) == .truncated)
        #expect(code(Array("%PDF-1.7 and so on\n%%EOF\n".utf8)) == .damaged)
        #expect(code(Array(file.prefix(80))) == .truncated)
        #expect(code(PDFBuilder().file()) == .damaged)
    }

    /// Poppler mends much; whatever it makes of damage, it is a picture or an error.
    @Test(arguments: [200, 300, 400, 500, 600, 700, 800, 900])
    func damageAnywhere(_ at: Int) throws {
        var file = try scan("gray.jpg", isColor: false)
        for index in at..<min(at + 40, file.count) { file[index] = UInt8(ascii: "(") }
        do throws(DecodingError) {
            let picture = try EncodedImage(bytes: file).picture()
            #expect(picture.gray.width > 0)
        } catch {
            #expect([.truncated, .damaged].contains(error.code), "\(error.code)")
        }
    }
}
