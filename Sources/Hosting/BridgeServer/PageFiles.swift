import CBridgePage
import JSON

/// The files of `Page/`, by the paths that ask for them. Nothing is opened, so no path can lead anywhere else.
package enum PageFiles {
    package struct File: Sendable {
        package let contentType: String
        package let bytes: [UInt8]
    }

    /// `/`, `/index.html`, `/style.css`…
    package static let byPath: [String: File] = {
        var files: [String: File] = [:]
        for file in UnsafeBufferPointer(start: cbridgepage_files(), count: cbridgepage_count()) {
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
            // For pages that `launch` opens; it needs what stands before it there.
            if name == "host.js" { continue }
            files["/" + name] = File(contentType: contentType(of: name), bytes: bytes)
        }
        files["/"] = files["/index.html"]
        return files
    }()

    /// The files of a server: the page, and what it has to know of its host.
    ///
    /// - Parameters:
    ///   - isDesk: whether it is the page of a desk, and not that of a scan.
    ///   - takesVisitors: whether visitors' own cameras are read.
    static func all(
        _ configuration: ServerConfiguration, isDesk: Bool = false, takesVisitors: Bool = false
    ) -> [String: File] {
        let settings: JSONValue = [
            "clearAfter": .integer(configuration.clearAfter), "scanLimit": .number(configuration.scanLimit, places: 3),
            "maxUpload": .integer(configuration.limits.uploadBytes), "visitors": .bool(takesVisitors),
            "telephones": .bool(takesVisitors && configuration.reachesTelephones),
        ]
        var files = byPath
        files["/settings.json"] = File(
            contentType: contentType(of: "settings.json"), bytes: Array((settings.text + "\n").utf8))
        let pages = ["/index.html", "/desk.html"]
        files["/"] = files[pages[isDesk ? 1 : 0]]
        files[pages[isDesk ? 0 : 1]] = nil
        return files
    }

    /// The text of one of them; empty when there is none.
    static func text(of name: String) -> String {
        for file in UnsafeBufferPointer(start: cbridgepage_files(), count: cbridgepage_count())
        where String(cString: file.name) == name {
            return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
        }
        return ""
    }

    /// The content type by the end of a name; browsers do not guess it: they are told not to.
    static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "html", "htm": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json", "map": "application/json"
        case "webmanifest": "application/manifest+json"
        case "wasm": "application/wasm"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "avif": "image/avif"
        case "ico": "image/x-icon"
        case "woff": "font/woff"
        case "woff2": "font/woff2"
        case "ttf": "font/ttf"
        case "otf": "font/otf"
        case "mp4": "video/mp4"
        case "webm": "video/webm"
        case "mp3": "audio/mpeg"
        case "txt": "text/plain; charset=utf-8"
        case "xml": "application/xml"
        default: "application/octet-stream"
        }
    }
}
