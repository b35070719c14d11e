/// How much the server takes from its clients, and how long it waits for them. Seconds unless said otherwise.
public struct ServerLimits: Sendable, Equatable {
    /// Open connections of all kinds; more are closed at once.
    public var connections = 512
    /// Connections of those that are WebSockets.
    public var webSockets = 384
    /// Clients of those that watch the viewfinder.
    public var viewers = 16
    /// Bytes of an uploaded document, a telephone's picture among them; for a form, those of the whole body.
    public var uploadBytes = 16 << 20
    /// Threads that read uploads.
    public var uploadWorkers = 1
    /// Uploads that wait while those threads are busy; more are answered 503, as are those that would bring what is
    /// still arriving to more bytes than all of them may have.
    public var uploadsWaiting = 4
    /// Bytes of one WebSocket message, whole or in fragments: what the largest of the bridge's dialects takes.
    public var messageBytes = 16 << 20
    /// Bytes of a frame of a visitor's camera.
    public var frameBytes = 2 << 20
    /// Frames that a visitor may send in a second.
    public var framesPerSecond = 60
    /// Tickets for one scan that are out at the same time.
    public var tickets = 256
    /// Seconds for which a ticket is good.
    public var ticketSeconds = 120
    /// WebSocket messages that a client may send in a second, and at once after a pause twice as many.
    public var messagesPerSecond = 500
    /// Messages of one client that are being worked on; who sends more does not wait for answers.
    public var pendingMessages = 256
    /// Bytes that a WebSocket client has not fetched yet before it is let go: the largest answer, and then some.
    public var unsentBytes = 12 << 20
    /// Seconds from the connection to the end of the first request's head, and between requests.
    public var headSeconds = 10
    /// Seconds for the body of a request, from its head to its end.
    public var bodySeconds = 30
    /// Seconds without progress in what a client fetches.
    public var stalledSeconds = 10
    /// Seconds between two pings to a WebSocket client; one that has said nothing for two of them is gone.
    public var pingSeconds = 30
    /// Seconds that a client has to hang up after it was told that all is said: who is slow still reads what was said
    /// last.
    public var farewellSeconds = 15
    /// Seconds that a viewer waits for the first frame.
    public var firstFrameSeconds = 15

    public init() {}
}
