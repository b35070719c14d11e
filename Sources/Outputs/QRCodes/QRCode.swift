import CQRCode

/// A text as a QR code, drawn by libqrencode. ISO/IEC 18004, error correction M.
public struct QRCode: Sendable {
    /// Modules of a side, without the quiet zone.
    public let side: Int
    private let modules: [UInt8]

    /// The light border that readers need, in modules. ISO/IEC 18004, 9.1.
    private static let quietZone = 4

    /// - Parameter text: of at most some 2000 bytes.
    /// - Returns: nil where libqrencode is not installed, or the text is too long.
    public init?(_ text: String) {
        var modules = [UInt8](repeating: 0, count: Int(CQRCODE_MAX_SIDE * CQRCODE_MAX_SIDE))
        let side = Int(cqrcode_draw(text, &modules))
        guard side > 0 else { return nil }
        self.side = side
        self.modules = Array(modules[..<(side * side)])
    }

    /// Whether the module of that column and row is dark; outside of the code none is.
    public func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x] == 1
    }

    /// A picture with a side of one unit a module, dark on light whatever the page's colours are.
    public var svg: String {
        let whole = side + 2 * Self.quietZone
        var path = ""
        for y in 0..<side {
            var x = 0
            while x < side {
                let start = x
                while isDark(x, y) { x += 1 }
                if x > start {
                    path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1H\(start + Self.quietZone)z"
                }
                x += 1
            }
        }
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(whole) \(whole)\" "
            + "shape-rendering=\"crispEdges\">"
            + "<path fill=\"#fff\" d=\"M0 0h\(whole)v\(whole)H0z\"/><path fill=\"#000\" d=\"\(path)\"/></svg>"
    }

    /// Lines for a terminal, two rows of modules in each, black on white by escape sequences whatever its colours are.
    public var terminalText: String {
        var text = ""
        let range = -Self.quietZone..<(side + Self.quietZone)
        for y in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            text += "\u{1B}[38;5;16;48;5;231m"
            for x in range {
                let marks = isDark(x, y) ? ["▀", "█"] : [" ", "▄"]
                text += marks[isDark(x, y + 1) ? 1 : 0]
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}

extension QRCode: CustomStringConvertible, CustomReflectable {
    /// The code's size: what it says may be a secret.
    public var description: String { "QRCode(\(side))" }
    public var customMirror: Mirror { Mirror(self, children: ["side": side]) }
}
