import Glibc

/// The one path of a file that has no link in it; `path` itself where it leads nowhere. See realpath(3).
package func resolvedPath(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
}
