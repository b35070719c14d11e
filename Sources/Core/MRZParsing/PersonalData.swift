/// A value that may hold personal data and therefore prints without it.
///
/// `description`, `debugDescription` and the mirror that `dump` walks all show `redacted`; `expandedDescription` is the
/// one explicit way to see the content. Never log what `expandedDescription` returns.
public protocol PersonalData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What may be printed: shape and kind, no character of the content.
    var redacted: String { get }

    /// The content itself, for the person it belongs to.
    var expandedDescription: String { get }
}

extension PersonalData {
    public var description: String { redacted }
    public var debugDescription: String { redacted }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
