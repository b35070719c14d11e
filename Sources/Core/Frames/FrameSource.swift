/// Where frames come from: a camera, a folder of pictures. The source decides what may be lost, by the feed it makes.
///
/// To add one, write a type whose only duty is this, and name it where the program chooses its source.
public protocol FrameSource: Sendable {
    /// Opens the source and lets frames flow into a feed of its own. The feed's `stop` ends the source.
    ///
    /// - Throws: `CaptureError` when it can't be opened. What fails later comes out of the feed.
    func start() throws(CaptureError) -> FrameFeed
}
