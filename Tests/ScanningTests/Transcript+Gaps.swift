import Scanning

extension Transcript {
    /// Cells of the format in which nothing was read.
    var gaps: Int { cells.joined().count(where: \.isEmpty) }
}
