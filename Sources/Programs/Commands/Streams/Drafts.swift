import Glibc
import Processes
import Threads

/// Files that are being written beside the place where they are to be: a program that is told to stop takes them away.
enum Drafts {
    private static let paths = Monitor<Set<String>>([])

    /// Makes a file for writing, which is taken away with the program until it is dropped.
    static func made(_ path: String, permissions: mode_t) throws(SystemError) -> FileDescriptor {
        // One step: what is taken away ends the program, so that nothing is made after that.
        let file = paths.update { paths -> Result<FileDescriptor, SystemError> in
            let file = Result { () throws(SystemError) in
                try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
            }
            // One that is there is somebody else's.
            if case .success = file { paths.insert(path) }
            return file
        }
        return try file.get()
    }

    /// Takes one away, unless it has got its own name by now.
    static func drop(_ path: String) {
        paths.update { paths in
            unlink(path)
            paths.remove(path)
        }
    }

    /// Takes all away and ends the program; no other is made meanwhile.
    static func clear(_ end: () -> Never) -> Never {
        paths.update { paths -> Never in
            for path in paths { unlink(path) }
            end()
        }
    }
}
