import ImageDecoding
import Imaging
import Testing

/// No colour profile is applied, so a picture whose profile shows something else counts as damaged.
@Suite struct ColorProfileTests {
    private func number(_ value: Int, _ size: Int = 4, little: Bool = false) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return little ? bytes : bytes.reversed()
    }

    private func fixed(_ values: [Double]) -> [UInt8] { values.flatMap { number(Int(($0 * 65536).rounded())) } }

    private func table(_ count: Int = 256, _ value: (Int) -> Int) -> [UInt8] {
        let entries = (0..<count).flatMap { number(value($0), 2) }
        return Array("curv\0\0\0\0".utf8) + number(count) + entries
    }

    private func gamma(_ value: Double) -> [UInt8] { table(1) { _ in Int(value * 256) } }

    private func parametric(_ kind: Int, _ values: [Double]) -> [UInt8] {
        Array("para\0\0\0\0".utf8) + number(kind, 2) + [0, 0] + fixed(values)
    }

    /// - Parameters:
    ///   - light: how light red, green and blue are.
    ///   - extra: names of tags besides those that the curves need.
    private func profile(
        _ curve: [UInt8], isGray: Bool = false, light: [Double] = [0.2225, 0.7169, 0.0606], extra: [String] = []
    ) -> [UInt8] {
        let curves = isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
        var tags = (curves + extra).map { ($0, curve) }
        if !isGray {
            for (name, share) in zip(["rXYZ", "gXYZ", "bXYZ"], light) {
                tags.append((name, Array("XYZ \0\0\0\0".utf8) + fixed([0.3, share, 0.2])))
            }
        }
        var directory = number(tags.count)
        var data: [UInt8] = []
        for (name, content) in tags {
            directory += Array(name.utf8) + number(132 + 12 * tags.count + data.count) + number(content.count)
            data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: number(128 + directory.count + data.count))
        header.replaceSubrange(12..<24, with: Array("mntr\(isGray ? "GRAY" : "RGB ")XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return header + directory + data
    }

    /// A hundredth of the levels shows all of the contrast, or none does.
    private var odd: [UInt8] { profile(table { (217...227).contains($0) ? 1500 : 54000 }) }
    private var usual: [UInt8] { profile(gamma(2.2)) }

    @Test func usualCurves() {
        let sRGB = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        for curve in [
            gamma(1), gamma(1.8), gamma(2.2), gamma(2.6), table(0) { $0 }, table { $0 * $0 },
            table(1024) { $0 * $0 / 16 }, parametric(0, [2.2]), parametric(1, [2.2, 1, 0]),
            parametric(2, [2.2, 1, 0, 0]), parametric(3, sRGB), parametric(4, sRGB + [0, 0]),
        ] {
            #expect(ColorProfile.isUsual(profile(curve)), "\(curve.prefix(16))")
            #expect(ColorProfile.isUsual(profile(curve, isGray: true)), "\(curve.prefix(16))")
        }
        #expect(ColorProfile.isUsual(profile(gamma(2.2), light: [0.3111, 0.6257, 0.0632])), "Adobe RGB")
        #expect(ColorProfile.isUsual(profile(gamma(1.8), light: [0.288, 0.7119, 0.0001])), "ProPhoto RGB")
    }

    @Test func curvesThatShowSomethingElse() {
        for (what, curve) in [
            ("all is white", table { _ in 60000 }), ("all is black", table { _ in 0 }), ("nearly flat", gamma(0.02)),
            ("nearly black", gamma(12)), ("a negative", table { 65535 - $0 * 257 }),
            ("a step", table { $0 < 217 ? 0 : 65535 }),
            ("a step in the light", table { $0 < 218 ? $0 * $0 * $0 / 254 : $0 * 257 }),
            ("a dent", table { $0 == 225 ? 1000 : $0 * 257 }), ("a slope", parametric(3, [1, 0.02, 0.9, 0.02, 0])),
            ("no curve", Array("text\0\0\0\0abcd".utf8)), ("cut off", Array(table(4000) { $0 * 16 }.prefix(2000))),
            ("too long", table(5000) { $0 * 13 }), ("of no kind", parametric(9, [2.2])),
        ] as [(String, [UInt8])] {
            #expect(!ColorProfile.isUsual(profile(curve, isGray: true)), "\(what)")
            #expect(!ColorProfile.isUsual(profile(curve)), "\(what)")
        }
    }

    @Test func profilesOfWhichNobodyKnows() {
        #expect(!ColorProfile.isUsual([]))
        #expect(!ColorProfile.isUsual(Array(usual.prefix(140))))
        #expect(!ColorProfile.isUsual(profile(gamma(2.2), light: [0.7169, 0.2225, 0.0606])), "swapped colours")
        #expect(!ColorProfile.isUsual(profile(gamma(2.2), extra: ["A2B0"])), "a table of several dimensions")
        #expect(!ColorProfile.isUsual(profile(gamma(2.2), extra: ["rTRC"])), "a curve twice")
        var inks = usual
        inks.replaceSubrange(16..<20, with: Array("CMYK".utf8))
        #expect(!ColorProfile.isUsual(inks))
    }

    /// The tables of profiles that are cut off anywhere are no reason to crash.
    @Test func profilesThatBreakOff() {
        for count in 0..<usual.count { _ = ColorProfile.isUsual(Array(usual.prefix(count))) }
    }

    @Test(arguments: ["jpg", "png", "webp", "tif"]) func picturesWithAProfile(_ ending: String) throws {
        for (profile, expected) in [(usual, PictureDamage.none), (odd, .somewhere)] {
            let bytes =
                switch ending {
                case "jpg": try jpeg(profile)
                case "png": try png(profile)
                case "webp": try webp(profile)
                default: tiff(profile)
                }
            let picture = try EncodedImage(bytes: bytes).picture(color: true)
            #expect(picture.damage == expected && picture.gray.width == 32)
            #expect(isNear(picture.gray.quadrants, ending == "tif" ? Fixture.gray : Fixture.luma))
        }
    }

    /// In two segments, the second one first.
    private func jpeg(_ profile: [UInt8]) throws -> [UInt8] {
        let bytes = try Fixture.bytes("color.jpg")
        func segment(_ index: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
            let head = [0xFF, 0xE2] + number(part.count + 16, 2) + Array("ICC_PROFILE\0".utf8)
            return head + [index, 2] + part
        }
        let segments = segment(2, profile[200...]) + segment(1, profile[..<200])
        return bytes[..<2] + segments + bytes[2...]
    }

    private func png(_ profile: [UInt8]) throws -> [UInt8] {
        let bytes = try Fixture.bytes("rgb8.png")
        // A block that is stored as it is, and the checksum of RFC 1950.
        let length = number(profile.count, 2, little: true)
        var sums = (1, 0)
        for byte in profile {
            sums.0 = (sums.0 + Int(byte)) % 65521
            sums.1 = (sums.1 + sums.0) % 65521
        }
        var body = Array("iCCPname\0\0".utf8) + [0x78, 1, 1] + length
        for byte in length { body.append(~byte) }
        body += profile
        body += number(sums.1 << 16 | sums.0)
        var check: UInt32 = 0xFFFF_FFFF
        for byte in body {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        let chunk = number(body.count - 4) + body + number(Int(~check))
        return bytes[..<33] + chunk + bytes[33...]
    }

    private func webp(_ profile: [UInt8]) throws -> [UInt8] {
        let bytes = try Fixture.bytes("lossless.webp")
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let padding: [UInt8] = data.count % 2 == 0 ? [] : [0]
            return Array(name.utf8) + number(data.count, little: true) + data + padding
        }
        let sides = number(31, 3, little: true) + number(15, 3, little: true)
        let chunks = chunk("VP8X", [0x20, 0, 0, 0] + sides) + chunk("ICCP", profile)
        return chunk("RIFF", Array("WEBP".utf8) + chunks + bytes[12...])
    }

    private func tiff(_ profile: [UInt8]) -> [UInt8] {
        var builder = TIFFBuilder()
        builder.data = TIFFBuilder.quadrants(Fixture.gray)
        builder.extraTags = [(34675, 1)]
        var bytes = builder.file(pages: 1)
        let entry = bytes.firstRange(of: [0x73, 0x87, 3, 0])?.lowerBound ?? 0
        let place = number(7, 2, little: true) + number(profile.count, little: true) + number(bytes.count, little: true)
        bytes.replaceSubrange((entry + 2)..<(entry + 12), with: place)
        return bytes + profile
    }
}
