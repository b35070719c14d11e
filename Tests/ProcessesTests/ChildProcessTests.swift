import Glibc
import Processes
import Testing

@Suite struct ChildProcessTests {
    /// What a shell command prints, and how it ends.
    private func run(
        _ line: String, _ options: ChildProcess.Options = [], handed: FileDescriptor? = nil, memory: Int? = nil
    ) throws -> (output: String, end: ChildProcess.End) {
        let socket = try FileDescriptor.socketPair()
        defer { socket.ours.close() }
        let child = try ChildProcess(
            "/bin/sh", ["sh", "-c", line], .init(output: socket.theirs, handed: handed), options, memory: memory)
        socket.theirs.close()
        let bytes = try socket.ours.readAll(maxBytes: 1 << 20)
        return (String(decoding: bytes, as: UTF8.self), child.wait().end)
    }

    @Test func itsEnd() throws {
        #expect(try run("exit 7").end == .exited(7))
        #expect(try run("kill -9 $$").end == .signal(SIGKILL))
    }

    /// Nobody takes an end for a good one that somebody else has seen.
    @Test func anEndThatSomebodyElseHasSeen() throws {
        let child = try ChildProcess("/bin/sh", ["sh", "-c", "exit 7"], .init(), [])
        var status: Int32 = 0
        #expect(waitpid(child.id, &status, 0) == child.id)
        #expect(child.wait().end == .unknown && child.ended()?.end == .unknown)
    }

    @Test func waitingForAnEndHasALimit() throws {
        let child = try ChildProcess("/bin/sh", ["sh", "-c", "exec sleep 600"], .init(), [])
        #expect(child.wait(until: .now) == nil)
        child.signal(SIGKILL)
        #expect(child.wait(until: .now + .seconds(600))?.end == .signal(SIGKILL))
    }

    /// Standard input is empty, and nothing but the streams is open.
    @Test func nothingElseIsOpen() throws {
        // No pipe: the shell has its end of one open for a while. Not at the end: a shell may become its last command.
        #expect(try run("cat; ls /proc/$$/fd; true").output == "0\n1\n2\n")
        let handed = try FileDescriptor.open("/dev/null", O_RDONLY)
        defer { handed.close() }
        #expect(
            try run("ls /proc/$$/fd; readlink /proc/$$/fd/3; true", handed: handed).output
                == "0\n1\n2\n3\n/dev/null\n")
    }

    @Test func whatItHas() throws {
        #expect(try run("test \"$(ps -o pgid= $$ | tr -d ' ')\" = $$", .ownGroup).end == .exited(0))
        #expect(try run("echo $HOME $LC_ALL", .bareEnvironment).output == "/dev/null C.UTF-8\n")
        #expect(try run("ulimit -c", .limited).output == "0\n")
    }

    @Test func whatIsNotThere() throws {
        #expect(throws: SystemError(ENOENT)) { try ChildProcess("/no/such/program", ["x"], .init(), []) }
        #expect(throws: SystemError(ENOENT)) { try ChildProcess("no-such-program", ["x"], .init(), .alongPath) }
    }

    @Test func aGroupEndsTogether() throws {
        let socket = try FileDescriptor.socketPair()
        defer { socket.ours.close() }
        let child = try ChildProcess(
            "/bin/sh", ["sh", "-c", "sleep 600 & echo; wait"], .init(output: socket.theirs), .ownGroup)
        socket.theirs.close()
        var byte = [UInt8](repeating: 0, count: 1)
        #expect(try socket.ours.read(into: &byte) == 1)
        #expect(child.ended() == nil)
        child.signal(SIGKILL, group: true)
        child.waitKeepingIt()
        #expect(child.wait().end == .signal(SIGKILL))
        // The end of what both wrote to: neither is there any more.
        #expect(try socket.ours.read(into: &byte) == 0)
    }
}

@Suite struct FileDescriptorTests {
    @Test func aCallIsRepeatedAfterASignal() throws {
        var calls = 0
        let value = try valueOrErrno { () -> Int in
            calls += 1
            errno = calls < 3 ? EINTR : EIO
            return calls < 3 ? -1 : 5
        }
        #expect(value == 5 && calls == 3)
        #expect(throws: SystemError(EIO)) {
            try valueOrErrno { () -> Int32 in
                errno = EIO
                return -1
            }
        }
        #expect(SystemError(ENOENT).reason == "No such file or directory")
    }

    @Test(arguments: [0, 1, 65_536, 300_000], [nil, 0, 300_000]) func allOfAFile(_ count: Int, expected: Int?) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let file = try unnamedFile(bytes)
        defer { file.close() }
        func read(_ maxBytes: Int, _ isRoom: (Int) -> Bool = { _ in true }) throws -> [UInt8] {
            lseek(file.number, 0, SEEK_SET)
            return try file.readAll(maxBytes: maxBytes, expecting: expected, isRoom: isRoom)
        }
        #expect(try read(count) == bytes)
        #expect(throws: FileDescriptor.ReadError.system(SystemError(ENOMEM))) { try read(count) { _ in false } }
        if count > 0 { #expect(throws: FileDescriptor.ReadError.tooMuch) { try read(count - 1) } }
    }

    /// However little comes at a time, the buffer is made twice as large whenever it is full, and not more often.
    @Test func aBufferGrowsByItsSize() throws {
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try unnamedFile(bytes)
        defer { file.close() }
        var sizes: [Int] = []
        let all = try file.readAll(maxBytes: bytes.count) { size in
            sizes.append(size)
            return true
        }
        #expect(all == bytes && sizes.count < 10, "\(sizes)")
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $1 >= 2 * $0 }, "\(sizes)")
    }

    /// Not every file system says it.
    @Test func whetherAFileIsBeingWritten() throws {
        let file = try unnamedFile([1])
        let path = "/proc/self/fd/\(file.number)"
        let read = try FileDescriptor.open(path, O_RDONLY)
        defer { read.close() }
        #expect(read.isBeingWritten != false)
        file.close()
        #expect(read.isBeingWritten != true)
        let again = try FileDescriptor.open("/proc/self/fd/\(read.number)", O_WRONLY)
        #expect(read.isBeingWritten != false)
        again.close()
        let device = try FileDescriptor.open("/dev/null", O_RDONLY)
        defer { device.close() }
        #expect(device.isBeingWritten == nil)
    }

    @Test func waitingEnds() throws {
        let socket = try FileDescriptor.socketPair()
        defer { socket.ours.close() }
        #expect(!socket.ours.isReadable(until: .now))
        try socket.theirs.write([1])
        #expect(socket.ours.isReadable(until: .now))
        socket.theirs.close()
        #expect(socket.ours.isReadable(until: .now + .seconds(600)))
    }
}
