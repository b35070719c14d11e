import Commands
import Glibc
import Processes

/// A browser that shows one page, as long as that is wanted.
struct Browser: Sendable {
    private static let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

    /// Chromium under the names that it has, where it is installed; nil when it is not.
    static var installed: String? {
        for folder in ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"] {
            for name in names where access(folder + name, X_OK) == 0 { return folder + name }
        }
        return nil
    }

    private let process: ChildProcess
    /// What it keeps; gone with it.
    private let profile: String?

    /// Starts one in a group of processes of its own, so that what it starts ends with it.
    ///
    /// - Parameters:
    ///   - command: the program and its options, divided by blanks.
    ///   - address: what it opens.
    ///   - script: what the page runs at document start, for a page that is served by another, and that page's origin.
    /// - Throws: `BrowserError`.
    static func start(
        _ command: String, address: String, script: (text: String, origin: String)? = nil
    ) throws(BrowserError) -> Browser {
        var words = command.split(separator: " ").map(String.init)
        guard let program = words.first else { throw BrowserError("The command of the browser is empty.") }
        let name = program.split(separator: "/").last ?? ""
        // chromium, chrome, google-chrome, google-chrome-stable and so on, also behind a packager's word.
        guard name.hasPrefix("chrom") || name.contains("google-chrome") else {
            guard script == nil else {
                throw BrowserError("A page at an address gets its objects from Chromium, and this is another browser.")
            }
            return try start(words + [address], profile: nil)
        }
        let folder = try temporaryFolder()
        do throws(BrowserError) {
            words += ["--user-data-dir=\(folder)/profile", "--no-first-run", "--no-default-browser-check"]
            // As the web views of the guides: the page has camera and microphone, and plays what it shows of itself.
            // Contract 004, permissions and media.
            words += ["--auto-accept-camera-and-microphone-capture", "--autoplay-policy=no-user-gesture-required"]
            if !words.contains(where: { $0.hasPrefix("--headless") }) { words.append("--kiosk") }
            if let script {
                try writeExtension(script.text, for: script.origin, in: folder + "/host")
                words += [
                    "--load-extension=\(folder)/host", "--disable-features=DisableLoadExtensionCommandLineSwitch",
                ]
            }
            return try start(words + [address], profile: folder)
        } catch {
            // The script knows the address of the bridge, and what opens it.
            clear(folder)
            throw error
        }
    }

    private static func start(_ words: [String], profile: String?) throws(BrowserError) -> Browser {
        do throws(SystemError) {
            // What it has to say is of no interest, and must not get among results. Signals that this program waits for
            // or ignores are the browser's again.
            let process = try ChildProcess(
                words[0], words, .init(), [.alongPath, .ownGroup, .unblockedSignals, .usualSignals])
            return Browser(process: process, profile: profile)
        } catch {
            throw BrowserError("The browser can't be started: \(error.reason).")
        }
    }

    /// Waits until it has ended by itself.
    func wait() {
        process.waitKeepingIt()
    }

    /// Ends it, with all that it has started and kept.
    func end() {
        process.signal(SIGTERM, group: true)
        var hasEnded = false
        for _ in 0..<200 where !hasEnded {
            hasEnded = process.ended() != nil
            if !hasEnded { usleep(10_000) }
        }
        process.signal(SIGKILL, group: true)
        if !hasEnded { process.wait() }
        if let profile { Self.clear(profile) }
    }

    /// Ends it as `end` does, without asking it: the program ends too.
    func endAtOnce() {
        process.signal(SIGKILL, group: true)
        if let profile { Self.clear(profile) }
    }

    private static func temporaryFolder() throws(BrowserError) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/mrz-scan-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BrowserError("No folder for the browser can be made: \(String(cString: strerror(errno))).")
        }
        return String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    /// An extension with one script, which runs in pages of that origin before anything of theirs.
    private static func writeExtension(_ script: String, for origin: String, in folder: String) throws(BrowserError) {
        let manifest = """
            {"manifest_version":3,"name":"mrz-scan","version":"1.0","content_scripts":[{"matches":["\(origin)/*"],\
            "js":["host.js"],"run_at":"document_start","world":"MAIN","all_frames":true,\
            "match_about_blank":true,"match_origin_as_fallback":true}]}
            """
        guard mkdir(folder, 0o700) == 0 else {
            throw BrowserError("No folder for the browser can be made: \(String(cString: strerror(errno))).")
        }
        do throws(OutputError) {
            try OutputFile.writePrivately(Array(manifest.utf8), to: folder + "/manifest.json")
            try OutputFile.writePrivately(Array(script.utf8), to: folder + "/host.js")
        } catch {
            throw BrowserError("\(error)")
        }
    }

    /// Removes what the browser kept; says so where something of it stays. What the browser has started may write there
    /// until the signal has ended it, too.
    private static func clear(_ profile: String) {
        var failure: SystemError?
        for _ in 0..<100 {
            do throws(SystemError) {
                return try remove(profile)
            } catch {
                failure = error
            }
            guard access(profile, F_OK) == 0 else { return }
            usleep(10_000)
        }
        if let failure { note("The folder of the browser, \(profile), can't be removed: \(failure.reason).") }
    }

    /// Removes a folder of our own with all that is in it; links are not followed.
    ///
    /// - Throws: the first reason why something stays; everything else is gone then.
    private static func remove(_ path: String) throws(SystemError) {
        var failure: SystemError?
        for name in try names(in: path) {
            do throws(SystemError) {
                try removeEntry("\(path)/\(name)")
            } catch {
                failure = failure ?? error
            }
        }
        guard rmdir(path) == 0 else { throw failure ?? SystemError(errno) }
    }

    private static func removeEntry(_ path: String) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemError(errno) }
        if status.st_mode & S_IFMT == S_IFDIR { return try remove(path) }
        guard unlink(path) == 0 else { throw SystemError(errno) }
    }

    private static func names(in path: String) throws(SystemError) -> [String] {
        let listing = try FolderListing(path)
        var names: [String] = []
        while let entry = try listing.next() {
            if let name = entry.name { names.append(name) }
        }
        return names
    }
}

/// Why no browser could be started.
struct BrowserError: Error, Equatable, CustomStringConvertible {
    /// One English sentence.
    let description: String

    init(_ description: String) { self.description = description }
}

extension BrowserError: ProgramError {
    var exitStatus: ExitStatus { .browserUnavailable }
}
