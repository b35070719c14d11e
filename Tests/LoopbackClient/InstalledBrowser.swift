import Foundation

/// The browsers that pages are tested in, where Debian and others have them; nil when one is not installed.
public enum InstalledBrowser {
    public static let chromium = path(of: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
    public static let firefox = path(of: ["firefox-esr", "firefox"])

    /// Whether the environment says `TEST_BROWSERS=required`: tests with a browser, and with what belongs to one, are
    /// to run then and fail rather than be left out.
    public static let areRequired = ProcessInfo.processInfo.environment["TEST_BROWSERS"] == "required"

    private static func path(of names: [String]) -> String? {
        names.lazy.flatMap { name in ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map { $0 + name } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
