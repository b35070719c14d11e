/// Where the bridge's documents come from: a camera, or pictures in its place.
public protocol CameraProvider: Sendable {
    /// Whether it can be used now. Asked often, so it is to answer at once.
    var access: CameraAccess { get }

    /// Shows the document to the scanner until one is verified that is expected.
    ///
    /// A document that `ScanExpectation` rejects is not the answer: say so by the update and go on. When the task is
    /// cancelled the source is closed and the call ends soon, with any error.
    ///
    /// - Parameters:
    ///   - expectation: which document is wanted.
    ///   - progress: called for every frame, or as often as there is news, and not after the call has ended.
    /// - Throws: `BridgeError` when the source can't be opened, fails, or ends without such a document.
    func scan(
        _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> ScanCapture
}

/// Whether there is a camera, and whether this user may use it.
public enum CameraAccess: Sendable, CaseIterable {
    case granted
    /// It is there, but the system does not let this user use it.
    case denied
    case missing
}
