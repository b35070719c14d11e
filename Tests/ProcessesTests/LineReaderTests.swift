import Glibc
import Processes
import Testing

@Suite struct LineReaderTests {
    /// What is read of a stream that holds `text`.
    private func lines(
        of text: String, maxBytes: Int = 100, end: UInt8 = 10, dropsReturn: Bool = false
    ) throws -> [LineReader.Line] {
        let socket = try FileDescriptor.socketPair()
        defer { socket.ours.close() }
        try socket.theirs.write(Array(text.utf8))
        socket.theirs.close()
        var reader = LineReader(socket.ours, maxBytes: maxBytes, end: end, dropsReturn: dropsReturn)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(try reader.next() == nil)
        return lines
    }

    private func line(_ text: String) -> LineReader.Line { .bytes(Array(text.utf8)) }

    @Test func theLastLineNeedsNoEnd() throws {
        #expect(try lines(of: "a\nbc\n") == [line("a"), line("bc")])
        #expect(try lines(of: "a\nbc") == [line("a"), line("bc")])
        #expect(try lines(of: "\n\na") == [line(""), line(""), line("a")])
        #expect(try lines(of: "").isEmpty)
    }

    @Test func aReturnIsDroppedWhereItIsAskedFor() throws {
        #expect(try lines(of: "a\r\nb\r", dropsReturn: true) == [line("a"), line("b")])
        #expect(try lines(of: "a\r\nb\r") == [line("a\r"), line("b\r")])
    }

    @Test func anotherEnd() throws {
        #expect(try lines(of: "a\nb\0c", end: 0) == [line("a\nb"), line("c")])
    }

    /// Also one that comes in many pieces, of which nothing is kept, and one at the end.
    @Test(arguments: [11, 70_000, 200_000]) func aLineThatIsTooLong(_ length: Int) throws {
        let long = String(repeating: "x", count: length)
        let socket = try FileDescriptor.socketPair()
        defer { socket.ours.close() }
        let text = Array("ok\n\(long)\nok\n\(long)".utf8)
        // More than a socket holds is written while it is read.
        let child = try ChildProcess(
            "cat", ["cat"], .init(input: try unnamedFile(text), output: socket.theirs), [.alongPath])
        socket.theirs.close()
        var reader = LineReader(socket.ours, maxBytes: 10)
        var found: [LineReader.Line] = []
        while let next = try reader.next() { found.append(next) }
        #expect(found == [line("ok"), .tooLong, line("ok"), .tooLong])
        #expect(child.wait().end == .exited(0))
    }

    /// The rest of a line that was passed over is no line, also where reading failed in the middle of it.
    @Test func aFailureInALineThatIsTooLong() throws {
        let socket = try FileDescriptor.socketPair()
        defer { for end in [socket.ours, socket.theirs] { end.close() } }
        try socket.theirs.write([UInt8](repeating: UInt8(ascii: "x"), count: 20))
        // What would have to be waited for is a failure.
        #expect(fcntl(socket.ours.number, F_SETFL, O_NONBLOCK) == 0)
        var reader = LineReader(socket.ours, maxBytes: 10)
        #expect(throws: SystemError(EAGAIN)) { try reader.next() }
        #expect(try reader.next() == .tooLong)
        #expect(try reader.next() == nil)
    }

    @Test func whatCameBeforeAFailureIsALine() throws {
        let socket = try FileDescriptor.socketPair()
        try socket.theirs.write(Array("a\nb".utf8))
        var reader = LineReader(socket.ours, maxBytes: 10)
        #expect(try reader.next() == line("a"))
        // Reading a descriptor that is closed fails.
        socket.ours.close()
        #expect(throws: SystemError(EBADF)) { try reader.next() }
        #expect(try reader.next() == line("b"))
        #expect(try reader.next() == nil)
        socket.theirs.close()
    }
}
