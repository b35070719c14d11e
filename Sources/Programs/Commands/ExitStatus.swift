package import Frames
import Glibc
package import ImageDecoding
import Playback
package import Recognition
package import Reporting
import Threads

/// How a program ends. The numbers are part of its interface: see `docs/results.md`.
package enum ExitStatus: Int32, CaseIterable {
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
    /// The camera or the reader is not there, can't be used, or was lost; no document was laid on the reader, or it
    /// left.
    case deviceUnavailable = 69
    /// The results could not be written, the recogniser failed, or the system gives too little memory, stack or
    /// threads.
    case internalFailure = 70
    /// `serve`, `launch` and `review`: the address can't be listened on.
    case addressUnavailable = 71
    /// `launch`: the browser can't be started.
    case browserUnavailable = 72
    /// `chip`: the chip does not take the key, or breaks the rules of its protocols.
    case chipRefused = 76
    /// The store for what pages keep can't be opened, or its key is missing, exposed or wrong.
    case storeUnavailable = 77
    /// The recognition model is missing or no model.
    case modelMissing = 78
    /// Ctrl-C or SIGTERM.
    case interrupted = 130

    /// What one result asks for.
    package init(_ status: ScanReport.Status, errorCode: String?) {
        switch status {
        case .verified: self = .verified
        case .unverified, .notFound: self = .notVerified
        case .error:
            self = errorCode == RecognitionError.Code.engineFailed.rawValue ? .internalFailure : .unreadable
        }
    }

    /// What an error asks for that ended the work.
    package init(_ error: any Error) {
        self = (error as? any ProgramError)?.exitStatus ?? .internalFailure
    }

    /// The graver of two statuses, which has the higher number.
    package func combined(with other: ExitStatus) -> ExitStatus { rawValue >= other.rawValue ? self : other }

    /// Runs a command and says on standard error what ended it, if anything did.
    package static func running(_ command: any Program, on output: StandardOutput) -> ExitStatus {
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

/// An error that says how a program ends which it has ended. All others are internal failures.
package protocol ProgramError: Error {
    var exitStatus: ExitStatus { get }
}

extension OutputError: ProgramError {
    package var exitStatus: ExitStatus {
        switch self {
        case .readerLeft: .verified
        case .file(_, errno: EEXIST): .usage
        case .failed, .file: .internalFailure
        }
    }
}

extension RecognitionError: ProgramError {
    package var exitStatus: ExitStatus { code == .engineFailed ? .internalFailure : .modelMissing }
}

extension CaptureError: ProgramError {
    package var exitStatus: ExitStatus { code == .unreadablePicture ? .unreadable : .deviceUnavailable }
}

extension DecodingError: ProgramError {
    package var exitStatus: ExitStatus { .unreadable }
}
