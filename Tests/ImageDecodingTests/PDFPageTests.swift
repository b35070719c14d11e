import ImageDecoding
import Testing

@Suite struct PDFPageTests {
    private func image(
        _ width: Int, _ height: Int, at density: Double, encoding: String = "jpeg"
    ) -> PDFListing.Image {
        PDFListing.images(
            """
            header
            ------
            1 0 image \(width) \(height) gray 1 8 \(encoding) no 7 0 \(Int(density)) \(Int(density)) 1K 1%
            """)[0]
    }

    private func width(_ page: PDFListing.Page, _ images: [PDFListing.Image] = [], scan: Bool = false) -> Int? {
        PDFPage.drawnSize(of: page, images: images, scan: scan ? images.first : nil)?.width
    }

    @Test func resolution() {
        let a4 = PDFListing.Page(width: 595, height: 842)
        #expect(width(a4) == 2479, "300 dots an inch")
        #expect(width(a4, [image(100, 100, at: 72)]) == 2479, "no fewer for a coarse picture")
        #expect(width(a4, [image(100, 100, at: 400)]) == 3306, "as many as the finest picture has")
        #expect(width(a4, [image(100, 100, at: 2400)]) == 4958, "up to 600")
        #expect(width(a4, [image(1240, 1754, at: 150)], scan: true) == 1240, "a scan has its own pixels")
        #expect(width(a4, [image(1238, 1754, at: 150)], scan: true) == 1238, "though 150 is a rounded number")
        #expect(width(PDFListing.Page(width: 4032, height: 3024), [image(4032, 3024, at: 72)], scan: true) == 4032)
        #expect(width(PDFListing.Page(width: 14400, height: 14400)) == 5000)
    }

    @Test func absurdPagesHaveNoSize() {
        for (width, height) in [(0, 0), (-5, 5), (14401, 1), (.infinity, 1), (.nan, 1), (1, 1e300)]
            as [(Double, Double)]
        {
            #expect(self.width(PDFListing.Page(width: width, height: height)) == nil)
        }
    }

    @Test func covering() {
        let page = PDFListing.Page(width: 595, height: 842)
        #expect(PDFPage.covers(image(2480, 3508, at: 300), page))
        #expect(!PDFPage.covers(image(2480, 1754, at: 300), page), "half of it")
        #expect(!PDFPage.covers(image(3508, 2480, at: 300), page), "turned")
        #expect(!PDFPage.covers(image(2480, 3508, at: 0), page))
    }
}
