import Glibc
import Isolation
import Testing

@Suite struct IsolatedProcessTests {
    private func shell(_ line: String) throws -> IsolatedProcess {
        signal(SIGPIPE, SIG_IGN)
        return try IsolatedProcess("/bin/sh", ["sh", "-c", line])
    }

    /// Its standard input is the channel.
    @Test func messages() throws {
        let process = try shell(#"head -c 11 >&0; exit 0"#)
        #expect(process.channel.send([1, 2, 3]))
        #expect(process.channel.receive(maxBytes: 10, until: .now + .seconds(60)) == .bytes([1, 2, 3]))
        #expect(process.end(timeout: .seconds(60)) == .exited(0))
    }

    /// What it is handed it has, and nothing else of what is open here.
    @Test func handedDescriptors() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try #require(write(ends[1], [7, 8, 9] as [UInt8], 3) == 3)
        let line = #"printf '\003\0\0\0\0\0\0\0' >&0; head -c 3 >&0 <&3; ls /proc/self/fd | wc -l | grep -q '^5$'"#
        let process = try IsolatedProcess("/bin/sh", ["sh", "-c", line], handing: ends[0])
        #expect(process.channel.receive(maxBytes: 10, until: .now + .seconds(60)) == .bytes([7, 8, 9]))
        // 0 to 3, and the folder that is listed.
        #expect(process.end(timeout: .seconds(60)) == .exited(0))
    }

    @Test(
        arguments: [
            ("exit 3", .exited(3)), ("exit 71", .memory), ("kill -SEGV $$", .signal(SIGSEGV)),
            ("kill -KILL $$", .memory), ("kill -XCPU $$", .processorTime),
        ] as [(String, IsolatedProcess.End)])
    func ends(_ line: String, _ end: IsolatedProcess.End) throws {
        #expect(try shell("ulimit -c 0; " + line).end(timeout: .seconds(60)) == end)
    }

    @Test func whatDoesNotEndIsKilled() throws {
        #expect(try shell("read line").end(timeout: .zero) == .signal(SIGKILL))
    }

    @Test func processorTime() throws {
        let process = try shell("ulimit -c 0; while :; do :; done")
        process.limitProcessorTime(.milliseconds(1))
        #expect(process.channel.receive(maxBytes: 10, until: .now + .seconds(120)) == .ended)
        #expect(process.end(timeout: .seconds(60)) == .processorTime)
    }

    /// One that was stopped is not waited for until the deadline; one that works is.
    @Test func whatDoesNothingIsGivenUp() throws {
        let stopped = try shell("kill -STOP $$")
        let never = ContinuousClock.now + .seconds(86_400)
        #expect(stopped.receive(maxBytes: 10, until: never, stillness: .milliseconds(200)) == .timedOut)
        // In the middle of a message too.
        let broken = try shell(#"printf '\054\001\0\0\0\0\0\0x' >&0; kill -STOP $$"#)
        #expect(broken.receive(maxBytes: 1000, until: never, stillness: .milliseconds(200)) == .timedOut)
        let busy = try shell(#"i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; printf '\001\0\0\0\0\0\0\0x' >&0"#)
        #expect(busy.receive(maxBytes: 10, until: never, stillness: .seconds(30)) == .bytes([120]))
    }

    @Test func whatCannotBeStarted() {
        #expect(throws: SandboxError.self) { try IsolatedProcess("/no/such/program", ["program"]) }
    }
}
