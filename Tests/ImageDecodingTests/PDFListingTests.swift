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
