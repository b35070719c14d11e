import Crypto
import Hexadecimal
import Processes

/// The page that `launch` opens: a folder that is served, or an address that somebody else serves.
enum LaunchedPage: Equatable {
    case folder(String)
    /// The whole address, and its origin.
    case address(String, origin: String)

    /// Nil for an address that is none.
    init?(_ text: String) {
        guard text.contains("://") else {
            self = .folder(text)
            return
        }
        guard let origin = text.firstMatch(of: /^https?:\/\/(?:[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/)?.0,
            text.dropFirst(origin.count).first.map({ "/?#".contains($0) }) ?? true
        else { return nil }
        self = .address(text, origin: String(origin))
    }

    /// A name for what the page keeps: no other page has it.
    var storeName: String {
        let identity =
            switch self {
            case .folder(let path): "folder \(resolvedPath(path))"
            case .address(_, let origin): "origin \(origin.lowercased())"
            }
        return "page-" + SHA256.hash(data: Array(identity.utf8)).prefix(16).hexadecimal()
    }
}
