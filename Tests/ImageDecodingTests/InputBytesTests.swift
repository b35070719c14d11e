import Foundation
import ImageDecoding
import Testing

@Suite struct InputBytesTests {
    private func code(_ path: String, _ limits: DecodingLimits = DecodingLimits()) -> String {
        do throws(DecodingError) {
            _ = try InputBytes.read(path, limits: limits)
            return ""
        } catch {
            return error.code.rawValue
        }
    }

    @Test func files() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "bytes-\(UUID().uuidString)").path
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        defer { unlink(path) }
        let file = try InputBytes.read(path)
        #expect(file.bytes == [1, 2, 3] && file.status.size == 3 && file.status.modified > 1_600_000_000_000_000_000)
        #expect(InputBytes.status(of: path) == file.status)
        #expect(code(path, DecodingLimits(maxBytes: 2)) == "too_many_bytes")
        try Data().write(to: URL(filePath: path))
        #expect(code(path) == "is_empty")
    }

    /// Nanoseconds since 1970 are more than an integer holds from 2262 on.
    @Test func filesOfLaterCenturies() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID().uuidString)").path
        try Data([1]).write(to: URL(filePath: path))
        defer { unlink(path) }
        func status(_ seconds: Int, _ nanoseconds: Int) throws -> InputBytes.Status? {
            let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
            try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            #expect(try InputBytes.read(path).status == InputBytes.status(of: path))
            return InputBytes.status(of: path)
        }
        // 1 January 2300.
        let late = try #require(try status(10_413_792_000, 0))
        #expect(try late != status(10_413_792_000, 5) && late != status(10_413_792_001, 0))
        #expect(try late == status(10_413_792_000, 0))
    }

    /// Neither waits for a pipe's writer nor reads a device that never ends.
    @Test func whatIsNoFile() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)").path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        #expect(code(pipe) == "not_a_file" && code("/dev/zero") == "not_a_file")
        #expect(code("/") == "is_a_directory" && code("/no/such/file") == "not_found")
        #expect(InputBytes.status(of: pipe) == nil && InputBytes.status(of: "/no/such/file") == nil)
    }
}
