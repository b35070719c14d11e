/// Why something could not be done: a stable word for programs and a sentence for people. Neither holds anything that a
/// document says.
///
/// The list of words is open: new ones may be added, old ones keep their meaning. They are written in small letters
/// with underscores, as results have them; those of `BridgeError` are the contracts' own.
public protocol CodedError: Error, Sendable {
    /// A word, by its name in the code.
    associatedtype Code: RawRepresentable<String>, Sendable, Hashable

    var code: Code { get }
    /// One English sentence.
    var message: String { get }
}
