/// What a host has to offer. A domain whose provider is nil answers `NOT_CONFIGURED`.
public struct ProviderRegistry: Sendable {
    public var camera: CameraCoordinator?
    /// Reads pictures that a page hands over, for dialects that do so.
    public var images: (any ImageProvider)?
    public var lifecycle: (any LifecycleProvider)?
    public var haptic: (any HapticProvider)?
    public var analytics: (any AnalyticsProvider)?
    public var secureStorage: (any SecureStorageProvider)?
    public var documents: (any DocumentsProvider)?
    public var crypto: (any CryptoProvider)?
    public var biometrics: (any BiometricsProvider)?
    public var nfc: (any NFCProvider)?
    /// Shows the page, for `SelfHost`; other hosts have a transport of their own.
    public var webView: (any WebViewProvider)?
    /// Keeps what is done in steps; as long as the program runs unless something else is put here.
    public var journeys: any JourneyStore = JourneysInMemory()

    /// Who goes through which of the journeys.
    let openJourneys = OpenJourneys()

    /// What pages of the GBG dialect may ask for besides the camera: see `registerCustomCapability`.
    public internal(set) var capabilities: [CustomCapability] = []
    /// The steps of journeys of the IDWise dialect, by definition.
    public var journeyDefinitions = JourneyDefinitions()
    /// What the host says of itself, and what it wants of the page.
    public var host = HostDescription()

    /// What any host can offer: a life cycle without consequences, no haptics, nobody who counts, no chips.
    public init(camera: CameraCoordinator? = nil) {
        self.camera = camera
        lifecycle = PlainLifecycle()
        haptic = NoHaptics()
        analytics = NoAnalytics()
        biometrics = NoBiometrics()
        nfc = NoNFC()
    }

    /// Ends what a page has begun with the camera and the reader of chips.
    func stop(for session: SessionIdentity) async {
        await camera?.stop(for: session)
        await (nfc as? any ChipProvider)?.cancel(for: session)
    }

    /// Nothing at all.
    public static var empty: ProviderRegistry {
        var registry = ProviderRegistry()
        registry.lifecycle = nil
        registry.haptic = nil
        registry.analytics = nil
        registry.biometrics = nil
        registry.nfc = nil
        return registry
    }
}
