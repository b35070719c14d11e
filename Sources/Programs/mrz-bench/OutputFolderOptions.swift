import ArgumentParser
import Commands
import Glibc

/// The folder that a command writes files to.
struct OutputFolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder to write to; it is made if it is not there.", valueName: "dir"),
        completion: .directory)
    var out: String

    /// Makes the folder.
    ///
    /// - Throws: `OutputError` when it can't be made.
    func make() throws {
        guard mkdir(out, 0o777) == 0 || errno == EEXIST else { throw OutputError.file(out, errno: errno) }
    }
}
