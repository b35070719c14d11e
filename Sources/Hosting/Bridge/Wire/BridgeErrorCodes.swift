extension BridgeError.Code {
    // Pages.

    /// A page says that it failed, and not why. Contract 000, `setResult`.
    public static let unknown = Self(rawValue: "UNKNOWN")

    /// The host lacks what the page requires, so it was not opened. Contract 002, pre-launch validation.
    public static let capabilityMissing = Self(rawValue: "CAPABILITY_MISSING")

    /// The browser that was to open the page can't be started.
    public static let browserUnavailable = Self(rawValue: "BROWSER_UNAVAILABLE")

    // The router.

    /// A domain that no handler serves.
    public static let domainNotFound = Self(rawValue: "DOMAIN_NOT_FOUND")
    /// A handler failed in a way that it has no code for.
    public static let internalError = Self(rawValue: "INTERNAL_ERROR")
    /// A request with an `id` but without domain, method or params that could be any.
    public static let invalidRequest = Self(rawValue: "INVALID_REQUEST")
    /// A request of another version of the protocol.
    public static let unsupportedVersion = Self(rawValue: "UNSUPPORTED_VERSION")

    // Every domain.

    /// The domain has no such method.
    public static let methodNotFound = Self(rawValue: "METHOD_NOT_FOUND")
    /// This host has nothing behind the domain.
    public static let notConfigured = Self(rawValue: "NOT_CONFIGURED")

    // camera

    /// The scan ended without a verified document.
    public static let scanFailed = Self(rawValue: "MRZ_SCAN_FAILED")
    /// The scan was stopped: by `stopCamera`, `dismiss` or the end of the session.
    public static let scanCancelled = Self(rawValue: "MRZ_SCAN_CANCELLED")
    /// A scan is running; there is one at a time.
    public static let scanInProgress = Self(rawValue: "MRZ_SCAN_IN_PROGRESS")
    /// The document lacks one of the three fields that a strict result must have.
    public static let scanInvalidResult = Self(rawValue: "MRZ_SCAN_INVALID_RESULT")
    /// The system does not let this user use the camera.
    public static let cameraPermissionDenied = Self(rawValue: "CAMERA_PERMISSION_DENIED")
    /// The camera could not be opened.
    public static let cameraInitFailed = Self(rawValue: "CAMERA_INIT_FAILED")
    /// The camera failed while it was in use.
    public static let cameraError = Self(rawValue: "CAMERA_ERROR")

    // nfc, biometrics

    /// There is no reader for chips.
    public static let nfcNotSupported = Self(rawValue: "NFC_NOT_SUPPORTED")
    /// The chip could not be read; why stands under `details.code`. Contract 000, chunk 3E.
    public static let nfcScanFailed = Self(rawValue: "NFC_SCAN_FAILED")
    /// What opens the chip is missing. Contract 000, chunk 3E.
    public static let missingParameter = Self(rawValue: "MISSING_PARAM")
    /// Nobody can be recognised here.
    public static let biometricError = Self(rawValue: "BIOMETRIC_ERROR")

    // secureStorage, documents, crypto

    public static let missingKey = Self(rawValue: "MISSING_KEY")
    public static let missingValue = Self(rawValue: "MISSING_VALUE")
    public static let missingID = Self(rawValue: "MISSING_ID")
    public static let missingData = Self(rawValue: "MISSING_DATA")
    public static let missingDocument = Self(rawValue: "MISSING_DOCUMENT")
    public static let missingKeyReference = Self(rawValue: "MISSING_KEY_REF")
    /// What is said to be base64 is none.
    public static let invalidData = Self(rawValue: "INVALID_DATA")
    public static let keyNotFound = Self(rawValue: "KEY_NOT_FOUND")
    public static let keyAlreadyExists = Self(rawValue: "KEY_ALREADY_EXISTS")
    /// The store could not be read or written.
    public static let providerError = Self(rawValue: "PROVIDER_ERROR")
}
