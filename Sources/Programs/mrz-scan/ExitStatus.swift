import BridgeServer
import BridgeStorage
import Chip
import Frames
import Glibc
import ImageDecoding
import Playback
import Recognition
import Reporting
import ResultStore
import Threads

/// How the program ends. The numbers are part of its interface: see `docs/results.md`.
enum ExitStatus: Int32, CaseIterable {
    /// Every input verified.
    case verified = 0
    /// Something was not found or not verified.
    case notVerified = 1
    /// Wrong usage; ArgumentParser ends the program with the same number.
    case usage = 64
    /// A text without any MRZ.
    case noMRZ = 65
    /// An input could not be read.
    case unreadable = 66
    /// The camera or the reader is not there, can't be used, or was lost; no document was laid on the reader, or it left.
    case cameraUnavailable = 69
    /// The results could not be written, the recogniser failed, or the system gives too little memory, stack or threads.
    case internalFailure = 70
    /// `serve` and `launch`: the address can't be listened on.
    case addressUnavailable = 71
    /// `launch`: the browser can't be started.
    case browserUnavailable = 72
    /// `chip`: the chip does not take the key, or breaks the rules of its protocols.
    case chipRefused = 76
    /// The store for what pages keep can't be opened, or its key is missing, exposed or wrong.
    case storeUnavailable = 77
    /// The recognition model is missing or no model.
    case modelMissing = 78
    /// Ctrl-C.
    case interrupted = 130

    /// What one result asks for.
    init(_ status: ScanReport.Status, errorCode: String?) {
        switch status {
        case .verified: self = .verified
        case .unverified, .notFound: self = .notVerified
        case .error:
            self = errorCode == RecognitionError.Code.engineFailed.rawValue ? .internalFailure : .unreadable
        }
    }

    /// What an error asks for that ended the work.
    init(_ error: any Error) {
        switch error {
        case OutputError.readerLeft: self = .verified
        case OutputError.file(_, errno: EEXIST): self = .usage
        case let error as RecognitionError where error.code != .engineFailed: self = .modelMissing
        case let error as CaptureError: self = error.code == .unreadablePicture ? .unreadable : .cameraUnavailable
        case is ServerError: self = .addressUnavailable
        case is StorageError: self = .storeUnavailable
        case is DecodingError, is BenchFileError, is PageBundleError, is RequestError: self = .unreadable
        case is BrowserError: self = .browserUnavailable
        case let error as StoreError: self.init(error.code)
        case let error as ChipError: self.init(error.code)
        case is PrintedLinesError: self = .noMRZ
        default: self = .internalFailure
        }
    }

    private init(_ code: StoreError.Code) {
        switch code {
        case .exists, .otherOptions: self = .usage
        case .missing, .notAStore, .newer: self = .unreadable
        case .inUse, .full, .failed: self = .internalFailure
        }
    }

    private init(_ code: ChipError.Code) {
        switch code {
        case .noService, .noReader, .noChip, .removed, .busy, .timedOut, .transportFailed: self = .cameraUnavailable
        case .cancelled: self = .interrupted
        case .wrongKey, .accessUnsupported, .accessFailed, .secureMessagingFailed, .sessionEnded, .refused,
            .missingFile, .limitExceeded:
            self = .chipRefused
        case .malformed: self = .unreadable
        case .cryptographyFailed: self = .internalFailure
        }
    }

    /// Of two results' the graver, which has the higher number.
    func combined(with other: ExitStatus) -> ExitStatus { rawValue >= other.rawValue ? self : other }

    /// Runs a command and says on standard error what ended it, if anything did.
    static func running(_ command: any Program, on output: StandardOutput) -> ExitStatus {
        do {
            try requireThreads(command.threads)
            return try command.run(on: output)
        } catch OutputError.readerLeft {
            return ExitStatus(OutputError.readerLeft)
        } catch {
            let message = (error as? CaptureError)?.message ?? (error as? DecodingError)?.message ?? "\(error)"
            note("error: \(message)")
            return ExitStatus(error)
        }
    }
}

/// Says what is waited for when somebody at a terminal is to type what a program usually sends.
func noteTerminalInput(_ what: String) {
    if isatty(STDIN_FILENO) == 1 { note("\(what) is read from this terminal; Ctrl-D ends it.") }
}

/// Says something to the person at the terminal. It must hold no personal data.
func note(_ message: String) {
    let line = "mrz-scan: \(message)\n"
    // Nobody can be told that standard error is closed.
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
