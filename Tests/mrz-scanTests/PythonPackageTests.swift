import Foundation
import Testing

/// The tests of the package for Python, with the library as it was built beside these. Where the environment says
/// `TEST_ARRAYS=required`, those that need NumPy and Pillow fail without them rather than be left out.
@Suite struct PythonPackageTests {
    @Test func thePackageReadsThroughTheLibrary() throws {
        try BuiltProgram.withFolder { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "libmrzscan.so.0"),
                withDestinationURL: BuiltProgram.executable.deletingLastPathComponent()
                    .appending(path: "libmrzscan.so"))
            let process = Process()
            // The one for which Debian has NumPy and Pillow.
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [
                "-W", "error", "-m", "unittest", "discover", "-s",
                BuiltProgram.repository.appending(path: "python/tests").path,
            ]
            process.environment = ProcessInfo.processInfo.environment.merging([
                "LD_LIBRARY_PATH": folder.path, "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": BuiltProgram.repository.appending(path: "python/src").path,
                "SAMPLES": BuiltProgram.sample(""),
            ]) { $1 }
            try process.run()
            process.waitUntilExit()
            // It has written on standard error what failed.
            #expect(process.terminationStatus == 0)
        }
    }
}
