import Foundation
import Glibc
import QRCodes
import Testing

/// Codes as libqrencode draws them. Debian's zbar-tools, where it is installed, reads them back.
@Suite(
    .enabled(
        if: dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL) != nil,
        "libqrencode is not installed: apt-get install libqrencode4"))
struct QRCodeTests {
    private static let zbar = "/usr/bin/zbarimg"
    private static let address = "https://192.0.2.2:8443/phone#ticket=0123456789abcdef0123456789abcdef"

    /// Seven by seven modules in three corners, which all readers look for. ISO/IEC 18004, 6.3.3.
    @Test func finders() throws {
        let code = try #require(QRCode(Self.address))
        #expect((code.side - 17) % 4 == 0)
        for (left, top) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(code.isDark(left + x, top + y) == (ring != 2))
                }
            }
        }
        #expect(!code.isDark(-1, 0) && !code.isDark(0, code.side))
    }

    @Test func textsThatAreTooLong() {
        #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
    }

    /// Every module of the picture and of the terminal is that of the code, with four light ones around.
    @Test func asPictureAndAsText() throws {
        let code = try #require(QRCode(Self.address))
        #expect(code.svg.contains("viewBox=\"0 0 \(code.side + 8) \(code.side + 8)\""))
        let lines = code.terminalText.split(separator: "\n")
        #expect(lines.count == (code.side + 9) / 2)
        for (row, line) in lines.enumerated() {
            let cells = Array(line.drop { $0 != "m" }.dropFirst().prefix { $0 != "\u{1B}" })
            #expect(cells.count == code.side + 8)
            for (x, cell) in cells.enumerated() {
                let upper = code.isDark(x - 4, 2 * row - 4)
                let lower = code.isDark(x - 4, 2 * row - 3)
                #expect(cell == (upper ? (lower ? "█" : "▀") : lower ? "▄" : " "))
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: zbar), "zbar-tools is not installed"))
    func readBack() throws {
        let code = try #require(QRCode(Self.address))
        let (module, quiet) = (6, 4)
        let side = (code.side + 2 * quiet) * module
        var bytes = Data("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side { bytes.append(code.isDark(x / module - quiet, y / module - quiet) ? 0 : 255) }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString).pgm")
        try bytes.write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        let process = Process()
        process.executableURL = URL(filePath: Self.zbar)
        process.arguments = ["--raw", "-q", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said == Self.address + "\n")
    }
}
