import ImageDecoding
import Imaging
import Testing

/// Every layout of pixels that the formats know comes out as the same picture.
@Suite struct PixelLayoutTests {
    @Test(arguments: ["gray.jpg", "gray8.png", "gray16.png", "gray.gif", "gray.j2k", "gray8.bmp", "pages.tif"])
    func grayIsKept(_ name: String) throws {
        let picture = try Fixture.picture(name, color: true)
        #expect(isNear(picture.gray.quadrants, Fixture.gray), "\(picture.gray.quadrants)")
        #expect(picture.color == nil, "there is no colour to hand over")
    }

    @Test(arguments: ["gray2.png", "gray4.png"])
    func shallowGrayIsSpreadOverTheWholeScale(_ name: String) throws {
        #expect(try Fixture.picture(name).gray.quadrants == [0, 85, 170, 255])
    }

    @Test(arguments: ["gray1.png", "bits1.bmp", "group4.tif"])
    func inkAndPaperAreBlackAndWhite(_ name: String) throws {
        let quadrants = try Fixture.picture(name).gray.quadrants
        #expect(quadrants == [0, 0, name == "gray1.png" ? 0 : 255, 255], "\(quadrants)")
    }

    @Test(
        arguments: [
            "color.jpg", "progressive.jpg", "rgb8.png", "rgb16.png", "interlaced.png", "palette2.png", "palette4.png",
            "palette8.png", "lossy.webp", "lossless.webp", "animated.webp", "color.gif", "animated.gif", "color.jp2",
            "rgb24.bmp", "rgb32.bmp", "palette.bmp", "lzw.tif", "deflate.tif", "jpeg.tif",
        ])
    func colorIsKeptAndItsLumaIsThatOfJPEG(_ name: String) throws {
        let picture = try Fixture.picture(name, color: true)
        #expect(isNear(picture.gray.quadrants, Fixture.luma), "\(picture.gray.quadrants)")
        let color = try #require(picture.color)
        for (quadrant, expected) in Fixture.colors.enumerated() {
            let found = [color.red, color.green, color.blue].map { $0.quadrants[quadrant] }
            #expect(isNear(found, expected), "\(found) in quadrant \(quadrant)")
        }
        #expect(isNear(try Fixture.picture(name).gray.quadrants, Fixture.luma), "without colour")
    }

    /// Leptonica mixes the four inks by rule of thumb: the luma is not exact, but light stays light.
    @Test(arguments: ["cmyk.jpg", "ycck.jpg"]) func inksBecomeLight(_ name: String) throws {
        #expect(isNear(try Fixture.picture(name).gray.quadrants, Fixture.luma, within: 12))
        #expect(try Fixture.picture(name, color: true).color != nil)
    }

    /// Without the mark of Adobe's programs 0 is no ink, of black as well; red, green, black and white. Browsers show
    /// the opposite, so nothing on it may be verified.
    @Test func inksWithoutAMark() throws {
        let picture = try Fixture.picture("inks.jpg", color: true)
        #expect(isNear(picture.gray.quadrants, [76, 150, 0, 255], within: 12), "\(picture.gray.quadrants)")
        #expect(picture.damage == .somewhere)
    }

    /// The blue quadrant is transparent.
    @Test(
        arguments: [
            "rgba.png", "palette2-transparent.png", "palette4-transparent.png", "palette8-transparent.png",
            "alpha.webp", "animated-alpha.webp",
        ])
    func whatIsTransparentIsWhite(_ name: String) throws {
        let picture = try Fixture.picture(name, color: true)
        #expect(isNear(picture.gray.quadrants, [76, 150, 255, 255]), "\(picture.gray.quadrants)")
    }

    /// A colour that is not drawn, of the table of all pictures or of the picture's own.
    @Test func transparentColorsOfGIFAreWhite() throws {
        let gif = try Fixture.bytes("gray.gif")
        let expected = try EncodedImage(bytes: gif).picture().gray.quadrants
        let table = 3 << (Int(gif[10] & 7) + 1)
        try #require(gif[10] & 0x80 != 0 && gif.starts(with: "GIF8".utf8))
        let descriptor = try #require(gif[(13 + table)...].firstIndex(of: 0x2C))
        for color in 0..<(table / 3) {
            let shade = gif[13 + 3 * color]
            let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, UInt8(color), 0]
            let whole = gif[..<descriptor] + control + gif[descriptor...]
            // The same with the table behind the descriptor.
            var own = gif[..<10] + [0] + gif[11..<13] + control + gif[descriptor..<(descriptor + 9)]
            own += [gif[descriptor + 9] | gif[10] & 0x87] + gif[13..<(13 + table)] + gif[(descriptor + 10)...]
            for file in [Array(whole), Array(own)] {
                let found = try EncodedImage(bytes: file).picture().gray.quadrants
                #expect(found == expected.map { $0 == shade ? 255 : $0 }, "\(color)")
            }
        }
    }

    @Test func transparentGrayIsWhite() throws {
        #expect(try Fixture.picture("gray2-transparent.png").gray.quadrants == [255, 85, 170, 255])
        #expect(try Fixture.picture("gray8-transparent.png").gray.quadrants == [0, 255, 170, 255])
        #expect(try Fixture.picture("gray-alpha.png").gray.quadrants == [0, 255, 170, 255])
    }

    @Test func paletteOfOneBit() throws {
        #expect(try Fixture.picture("palette1.png").gray.quadrants == [76, 76, 29, 29])
        #expect(try Fixture.picture("palette1-transparent.png").gray.quadrants == [76, 76, 255, 255])
    }
}
