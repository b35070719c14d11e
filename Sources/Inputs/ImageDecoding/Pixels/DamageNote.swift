/// How one process tells another that a picture was decoded with damage: a comment in the PGM or PPM file that it hands
/// over, behind the first line.
enum DamageNote {
    private static let text = Array("# damaged\n".utf8)
    /// Behind `P5` or `P6` and the end of the line.
    private static let place = 3

    static func stands(in map: [UInt8]) -> Bool { map.holds(text, at: place) }

    static func added(to map: [UInt8]) -> [UInt8] { map[..<place] + text + map[place...] }
}
