import Foundation

/// Two hundred files that somebody means ill with, or that went wrong, and a few good ones among them.
enum HostileFolder {
    /// What `fill` has made.
    struct Content {
        /// Names of passports that have to be read, with the lines of all of them.
        var good: [String] = []
        /// Names of files that cannot be read at all, with the code that says why.
        var refused: [String: String] = [:]
        /// How many files there are, and so how many inputs.
        var count = 0
    }

    private static let fixtures = BuiltProgram.repository.appending(path: "Tests/ImageDecodingTests/Fixtures")

    static let passport = "td3/096-scan-rgb.jpg"

    static func fill(_ folder: URL) throws -> Content {
        var content = Content()
        func add(_ name: String, _ bytes: Data, refused code: String? = nil) throws {
            try bytes.write(to: folder.appending(path: name))
            content.count += 1
            content.refused[name] = code
        }
        func link(_ name: String, to target: String, refused code: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: name).path, withDestinationPath: target)
            content.count += 1
            content.refused[name] = code
        }
        let whole = try Data(contentsOf: URL(filePath: BuiltProgram.sample(passport)))
        // Small ones, so that those that can still be decoded take no time.
        let names = [
            "color.jpg", "rgb16.png", "lzw.tif", "lossy.webp", "gray8.bmp", "color.gif", "pages.tif", "color.jp2",
        ]
        let samples = try names.map { try Data(contentsOf: fixtures.appending(path: $0)) }
        let endings = names.map { String($0.drop { $0 != "." }.dropFirst()) }
        // Good ones, with names that are not easy.
        let long = String(repeating: "long", count: 60)
        for name in ["a\nb", "tab\tand \u{1B}[31mred", "\"quoted\", 'too'", "-rf", "ä 日本 😀", long] {
            // What follows the end of a JPEG file is not looked at, and makes it another file.
            try add(name + ".jpg", whole + Data(name.utf8))
            content.good.append(name + ".jpg")
        }
        // Broken off, from a few bytes to almost all.
        for (number, sample) in samples.enumerated() {
            for part in 1...8 {
                try add("cut-\(number)-\(part).\(endings[number])", sample.prefix(sample.count * part * part / 65))
            }
        }
        // Turned bits, here and there.
        var chance = Chance(state: 7)
        for (number, sample) in samples.enumerated() {
            for turn in 0..<10 {
                var bytes = [UInt8](sample)
                for _ in 0..<(1 << (turn % 5)) { bytes[chance.next(bytes.count)] ^= 1 << UInt8(chance.next(8)) }
                try add("flip-\(number)-\(turn).\(endings[number])", Data(bytes))
            }
        }
        // More pixels than anybody has.
        let sizes = ["99999 99999", "1 999999999", "4294967296 4294967296", "20000 20000", "999999999999999999999 1"]
        for (number, size) in sizes.enumerated() {
            for kind in [2, 5, 6] { try add("bomb-\(number)-\(kind).pnm", Data("P\(kind)\n\(size)\n255\n".utf8)) }
        }
        for number in 0..<3 {
            var png = [UInt8](samples[1])
            png.replaceSubrange(16..<24, with: [0, 1, UInt8(number), 0, 0, 1, 0, 0])
            try add("bomb-\(number).png", Data(png), refused: "too_many_pixels")
        }
        // No pictures.
        let others = [
            "", "hello", "<html>", "\u{7F}ELF\u{2}\u{1}", "#!/bin/sh\nrm -rf /", "{\"a\":1}", "\0\0\0\0", "BM", "II*\0",
        ]
        for (number, text) in others.enumerated() {
            for ending in ["jpg", "png"] { try add("other-\(number).\(ending)", Data(text.utf8)) }
        }
        for number in 0..<12 {
            let noise = (0..<5000).map { _ in UInt8(truncatingIfNeeded: chance.next(256)) }
            try add("noise-\(number).jpg", Data([0xFF, 0xD8, 0xFF] + noise))
        }
        for number in 0..<3 {
            let pipe = folder.appending(path: "pipe-\(number).jpg").path
            guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EIO) }
            content.count += 1
            content.refused["pipe-\(number).jpg"] = "not_a_file"
        }
        try link("loop-1.jpg", to: "loop-2.jpg", refused: "io")
        try link("loop-2.jpg", to: "loop-1.jpg", refused: "io")
        try link("nowhere.jpg", to: "no/such/file", refused: "not_found")
        try link("zero.jpg", to: "/dev/zero", refused: "not_a_file")
        try link("memory.jpg", to: "/proc/self/mem", refused: "io")
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "up").path, withDestinationPath: "..")
        try add("huge.jpg", Data([0xFF, 0xD8, 0xFF]), refused: "too_many_bytes")
        // A hole of a terabyte.
        guard truncate(folder.appending(path: "huge.jpg").path, 1 << 40) == 0 else { throw POSIXError(.EIO) }
        if getuid() != 0 {
            try add("secret.jpg", whole, refused: "permission_denied")
            chmod(folder.appending(path: "secret.jpg").path, 0)
        }
        return content
    }

    /// The same numbers every time.
    private struct Chance {
        var state: UInt64

        mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
    }
}
