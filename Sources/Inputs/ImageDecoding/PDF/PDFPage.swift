/// How one page of a document becomes pixels.
package struct PDFPage: Sendable, Equatable {
    /// The number of the page, from 1, as poppler counts.
    package let number: Int
    /// The page's sides in points of 1/72 inch, before it is turned.
    package let width, height: Double
    /// Whether it is seen turned by 90 or 270 degrees.
    package let isTurned: Bool
    /// The JPEG pictures of the page that stand in the file as they are: poppler does not tell all damage to them.
    package let pictures: [Picture]

    /// A picture of so many pixels, as poppler says, and where in the file it stands.
    package struct Picture: Sendable, Equatable {
        let width, height: Int
        let data: Range<Int>
    }

    /// The most pixels that the longer side of a drawn page has: A3 at 600 dpi.
    static let longestSide = 10_000.0

    /// Dots an inch that a page is drawn with. An MRZ of 2.54 mm a character has 30 pixels for each at 300, and still
    /// 15 on a copy of half the size.
    static let density = 300.0

    /// The size in pixels that a page is drawn at, as it is seen upright; nil for a page of no or of absurd size.
    ///
    /// A page that is one picture is drawn with the picture's own pixels. Any other has 300 dots an inch, or as many as
    /// its finest picture has, up to 600. A page larger than A3, such as one whose points are pixels, has fewer.
    ///
    /// - Parameters:
    ///   - images: on the page.
    ///   - scan: the one of them that covers a page on which nothing is written; nil where there is none.
    package static func drawnSize(
        of page: PDFListing.Page, images: [PDFListing.Image], scan: PDFListing.Image?
    ) -> (width: Int, height: Int)? {
        let longer = max(page.width, page.height) / 72
        // 14,400 is the largest box that the standard knows. ISO 32000-1, annex C.
        guard page.width > 0, page.height > 0, longer <= 200, page.width.isFinite, page.height.isFinite else {
            return nil
        }
        let finest = images.map { max($0.horizontalDensity, $0.verticalDensity) }.max() ?? 0
        let usual = min(density, 5000 / longer)
        let wanted = scan != nil && finest > 0 ? finest : max(usual, min(finest, 600))
        let scale = min(wanted, longestSide / longer) / 72
        func pixels(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }
        var size = (width: pixels(page.width), height: pixels(page.height))
        // Pixel for pixel, though densities are whole numbers.
        if let scan, fills(scan, page), Double(max(scan.width, scan.height)) <= longestSide {
            size = (scan.width, scan.height)
        }
        return page.rotation % 180 == 0 ? size : (size.height, size.width)
    }

    /// Whether an image, in the direction of the page, covers nearly all of it.
    package static func covers(_ image: PDFListing.Image, _ page: PDFListing.Page) -> Bool {
        shares(image, page).allSatisfy((0.95...1.05).contains)
    }

    /// Whether it covers the page as exactly as can be told: densities are whole numbers, and at 72 off by up to 0.7 %.
    private static func fills(_ image: PDFListing.Image, _ page: PDFListing.Page) -> Bool {
        zip(shares(image, page), [image.horizontalDensity, image.verticalDensity]).allSatisfy { share, density in
            abs(share - 1) <= 0.6 / density
        }
    }

    /// What share of the page's width and of its height an image has.
    private static func shares(_ image: PDFListing.Image, _ page: PDFListing.Page) -> [Double] {
        func share(_ pixels: Int, _ density: Double, _ points: Double) -> Double {
            density > 0 && points > 0 ? Double(pixels) / density * 72 / points : 0
        }
        return [
            share(image.width, image.horizontalDensity, page.width),
            share(image.height, image.verticalDensity, page.height),
        ]
    }
}
