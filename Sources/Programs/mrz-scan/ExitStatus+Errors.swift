import BridgeServer
import BridgeStorage
import Chip
import Commands
import ResultStore

extension ServerError: ProgramError {
    var exitStatus: ExitStatus { .addressUnavailable }
}

extension StorageError: ProgramError {
    var exitStatus: ExitStatus { .storeUnavailable }
}

extension PageFolderError: ProgramError {
    var exitStatus: ExitStatus { .unreadable }
}

extension ServerIdentityError: ProgramError {
    var exitStatus: ExitStatus { .unreadable }
}

extension ResultStoreError: ProgramError {
    var exitStatus: ExitStatus {
        switch code {
        case .exists, .otherOptions: .usage
        case .missing, .notAStore, .newer: .unreadable
        default: .internalFailure
        }
    }
}

extension ChipError: ProgramError {
    var exitStatus: ExitStatus {
        switch code {
        case .noService, .noReader, .noChip, .removed, .busy, .timedOut, .transportFailed: .deviceUnavailable
        case .cancelled: .interrupted
        case .wrongKey, .accessUnsupported, .accessFailed, .secureMessagingFailed, .sessionEnded, .refused,
            .limitExceeded:
            .chipRefused
        case .malformed: .unreadable
        default: .internalFailure
        }
    }
}
