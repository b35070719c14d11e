import LiveScanning

/// Decides which of the updates that come with every frame are news: a change at once, and a sign of life now and then.
package struct ProgressFilter {
    /// The page hears this often without any change that the scan goes on.
    package static let heartbeat = Duration.milliseconds(500)
    /// The outline follows the document, but not with every frame.
    package static let outlineInterval = Duration.milliseconds(100)

    private var last: (update: ScanUpdate, time: Duration)?

    package init() {}

    /// Whether an update is to be sent now.
    package mutating func admits(_ update: ScanUpdate, at time: Duration) -> Bool {
        guard let last else {
            self.last = (update, time)
            return true
        }
        let waited = time - last.time
        let isNews =
            update.progress != last.update.progress || update.hintCode != last.update.hintCode
            || waited >= Self.heartbeat || (update.outline != last.update.outline && waited >= Self.outlineInterval)
        if isNews { self.last = (update, time) }
        return isNews
    }
}
