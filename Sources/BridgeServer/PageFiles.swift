import CBridgePage

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
            files["/" + name] = File(contentType: contentType(of: name), bytes: bytes)
        }
        files["/"] = files["/index.html"]
        return files
    }()

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
