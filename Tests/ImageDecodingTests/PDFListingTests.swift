import ImageDecoding
import Testing

/// What poppler 22.12 prints.
@Suite struct PDFListingTests {
    @Test func pages() {
        let info = """
            Title:           Pages: 77
            Pages:           2
            Encrypted:       no
            Page    1 size:  595.276 x 841.89 pts (A4)
            Page    1 rot:   0
            Page    2 size:  841.89 x 595.276 pts (A4)
            Page    2 rot:   270
            File size:       0 bytes
            """
        #expect(PDFListing.pageCount(info) == 2)
        #expect(
            PDFListing.pages(info, count: 2) == [
                PDFListing.Page(width: 595.276, height: 841.89),
                PDFListing.Page(width: 841.89, height: 595.276, rotation: 270),
            ])
        #expect(PDFListing.pages(info, count: 3) == nil)
        #expect(PDFListing.pageCount("Pages: many") == nil)
    }

    @Test func images() throws {
        let list = """
            page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
            --------------------------------------------------------------------------------------------
               1     0 image     733   524  rgb     3   8  jpeg   no        10  0    89    90 35.9K 3.2%
               2     1 stencil     1     1  -       1   1  image  no   [inline]       0.28     0.04   -    -
               3     2 smask     50    50  gray    1   8  image  no        12  0   300   300 1.2K  48%
            """
        let images = PDFListing.images(list)
        #expect(images.map(\.page) == [1, 2, 3])
        #expect(images.map(\.object) == [10, nil, 12])
        #expect(images.map(\.encoding) == ["jpeg", "image", "image"])
        #expect(images[0].width == 733 && images[0].height == 524 && images[0].components == 3)
        #expect(images[0].horizontalDensity == 89 && images[0].verticalDensity == 90)
        #expect(PDFListing.images("").isEmpty)
    }

    @Test func fonts() {
        let head = "name  type\n----- ----\n"
        #expect(!PDFListing.hasFonts(head))
        #expect(PDFListing.hasFonts(head + "Courier Type 1\n"))
    }

    /// Along a side that is shorter than the box poppler shows all of the page.
    @Test func boxes() throws {
        let info = """
            Title:           Page 1 MediaBox: none
            Page    1 MediaBox:      0.00     0.00   300.00   200.00
            Page    1 CropBox:       0.00     0.00   300.00   200.00
            """
        let page = try #require(PDFListing.mediaBoxes(info).first)
        #expect(PDFListing.mediaBoxes(info).count == 1)
        #expect(page == PDFListing.Box("300 200 0 0"))
        for (text, isAlike) in [
            ("0 0 300 200", true), ("150 0 300 200", true), ("150 0 450 200", true), ("-10 -10 310 210", true),
            ("150 0 451 200", false), ("0 100 300 301", false), ("-151 0 150 200", false),
        ] {
            let box = try #require(PDFListing.Box(text))
            #expect(box.cutsAlike(page) == isAlike, "\(text)")
        }
        for text in ["", "0 0 300", "1 0 R", "a b c d", "0 0 nan 1", "0 0 1 2 3"] {
            #expect(PDFListing.Box(text) == nil, "\(text)")
        }
    }

    /// Those that poppler cuts off or leaves out.
    @Test func doubtfulFonts() {
        let list = """
            name                                 type              encoding         emb sub uni object ID
            ------------------------------------ ----------------- ---------------- --- --- --- ---------
            BAAAAA+OCRBRegular                   Type 1            Builtin          yes yes yes     13  0
            [none]                               TrueType          WinAnsi          yes no  no      11  0

            """
        #expect(!PDFListing.hasDoubtfulFonts(list))
        for type in ["Type 3 ", "unknown"] {
            let line = "[none]                               \(type)           Custom           yes no  no       6  0\n"
            #expect(PDFListing.hasDoubtfulFonts(list + line))
        }
    }
}
