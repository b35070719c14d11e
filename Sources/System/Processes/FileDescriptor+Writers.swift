import CProcess

extension FileDescriptor {
    /// Whether a file is open for writing anywhere; nil where the system does not say, as of another user's.
    package var isBeingWritten: Bool? {
        switch cprocess_is_being_written(number) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
