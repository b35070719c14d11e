/// How long the answers of a chip may be. ISO/IEC 7816-4, 5.1.
public enum AnswerLengths: Sendable {
    /// 256 bytes: what every chip and every reader can.
    case short
    /// The chip says that it can more and the reader says nothing: they are asked for only where nothing else will do.
    case untold
    /// Chip and reader can more.
    case extended
}
