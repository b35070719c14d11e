import Foundation

/// A folder that is gone afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mrz-scan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // The system clears the folder of temporary files where this cannot.
        do { try FileManager.default.removeItem(at: folder) } catch {}
    }
    return try await body(folder.path)
}

/// The bytes of every file below a folder.
func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        contents[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
    return contents
}
