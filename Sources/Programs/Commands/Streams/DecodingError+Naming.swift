package import ImageDecoding
import Reporting

extension DecodingError {
    /// The same, with the path that it is about: it holds none, since whoever asked knows it.
    package func naming(_ path: String) -> DecodingError {
        DecodingError(code, "\(path.printable()): \(message)", errno: errno)
    }
}
