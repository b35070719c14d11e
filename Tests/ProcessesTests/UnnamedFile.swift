import Glibc
import Processes

/// A file without a name that holds `bytes`, at its beginning.
func unnamedFile(_ bytes: [UInt8]) throws -> FileDescriptor {
    var template = Array("/tmp/mrz-scan-XXXXXX".utf8CString)
    let file = try FileDescriptor(valueOrErrno { mkstemp(&template) })
    unlink(template)
    try file.write(bytes)
    lseek(file.number, 0, SEEK_SET)
    return file
}
