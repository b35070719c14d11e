import BridgeServer
import LoopbackClient
import Testing
import Threads

/// `POST /scan`.
@Suite(.serialized) struct UploadTests {
    private func post(
        _ here: ServedHere, _ fields: [String: String] = [:], _ body: [UInt8]
    ) throws -> HTTPReply {
        try LoopbackSocket(port: here.port).request("POST", "/scan", port: here.port, fields: fields, body: body)
    }

    @Test func rawBodiesAndForms() throws {
        let here = try ServedHere()
        let raw = try post(here, ["Content-Type": "image/jpeg"], Array(repeating: 1, count: 1000))
        #expect(raw.status == 200 && raw.text == "{\"source\":\"upload\",\"bytes\":1000}\n")
        #expect(raw.fields["content-type"] == "application/jsonl; charset=utf-8")
        let form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"id.png\"\r\n\r\n12345\r\n--b--\r\n"
        let reply = try post(here, ["Content-Type": "multipart/form-data; boundary=b"], Array(form.utf8))
        #expect(reply.status == 200 && reply.text == "{\"source\":\"id.png\",\"bytes\":5}\n")
    }

    @Test func chunkedBodiesOfUnknownLength() throws {
        let here = try ServedHere { $0.limits.uploadBytes = 10 }
        let fine = try LoopbackSocket(port: here.port)
        try fine.send(
            "POST /scan HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n")
        #expect(try fine.reply().text == "{\"source\":\"upload\",\"bytes\":5}\n")
        let long = try LoopbackSocket(port: here.port)
        try long.send(
            "POST /scan HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nb\r\nabcdefghijk\r\n0\r\n\r\n")
        #expect(try long.reply().status == 413)
    }

    /// A client that has sent everything and hangs up on its side, as `nc -N` does, is answered.
    @Test func halfClosed() throws {
        let here = try ServedHere()
        let socket = try LoopbackSocket(port: here.port)
        try socket.send("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde")
        socket.endSending()
        #expect(try socket.reply().text == "{\"source\":\"upload\",\"bytes\":5}\n")
        #expect(try socket.receiveToEnd().isEmpty)
        // Who hangs up in the middle of it is told so, and takes no place.
        let half = try LoopbackSocket(port: here.port)
        try half.send("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabc")
        half.endSending()
        #expect(try half.receiveToEnd().starts(with: "HTTP/1.1 400 ".utf8))
        here.wait(for: .uploads, 0)
    }

    /// It comes whole to who has hung up on its side, though it is more than the kernel keeps.
    @Test(arguments: [true, false]) func aLongAnswerToHalfClosed(isKept: Bool) throws {
        let lines = String(repeating: "x", count: 20_000_000)
        let here = try ServedHere(reader: { _ in UploadAnswer(outcome: .verified, lines: lines) })
        let socket = try LoopbackSocket(port: here.port, isSlow: true)
        try socket.send(
            "POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"
                + "Connection: \(isKept ? "keep-alive" : "close")\r\n\r\na")
        // The answer has been made and is on its way.
        let head = try socket.receive(through: "\r\n\r\n")
        #expect(head.contains("Content-Length: \(lines.utf8.count)"))
        socket.endSending()
        #expect(try socket.receiveToEnd().count == lines.utf8.count)
    }

    /// Who is answered while the server stops is not waited for until it hangs up.
    @Test func anAnswerWhileStoppingIsTheLast() throws {
        let (begun, goesOn, isStopped) = (Monitor(false), Monitor(false), Monitor(false))
        let here = try ServedHere {
            $0.limits.headSeconds = 3600
        } reader: { upload in
            begun.update { $0 = true }
            _ = goesOn.wait(atMost: .seconds(600)) { $0 ? true : nil }
            return UploadAnswer(outcome: .verified, lines: "\(upload.bytes.count)\n")
        }
        let (idle, socket) = (try LoopbackSocket(port: here.port), try LoopbackSocket(port: here.port))
        try socket.send("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde")
        #expect(begun.wait(atMost: .seconds(600)) { $0 ? true : nil } == true)
        let server = here.server
        let isStarted = startedThread {
            server.stop(timeout: .seconds(3600))
            isStopped.update { $0 = true }
        }
        #expect(isStarted)
        // The stop has begun.
        #expect(try idle.receiveToEnd().isEmpty)
        goesOn.update { $0 = true }
        #expect(try socket.reply().text == "5\n")
        #expect(isStopped.wait(atMost: .seconds(600)) { $0 ? true : nil } == true)
    }

    @Test func tooLarge() throws {
        let here = try ServedHere { $0.limits.uploadBytes = 1000 }
        #expect(try post(here, [:], Array(repeating: 1, count: 1000)).status == 200)
        let reply = try post(here, [:], Array(repeating: 1, count: 1001))
        #expect(reply.status == 413 && reply.text.contains("\"code\":\"too_many_bytes\""))
        here.wait(for: .uploads, 0)
    }

    /// Clients that ask first are told at once, before they send what is refused anyway.
    @Test func expectation() throws {
        let here = try ServedHere { $0.limits.uploadBytes = 1000 }
        let socket = try LoopbackSocket(port: here.port)
        let head = "POST /scan HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
        try socket.send(head + "5\r\n\r\n")
        #expect(try socket.reply().status == 100)
        try socket.send("abcde")
        #expect(try socket.reply().status == 200)
        try socket.send(head + "5000000\r\n\r\n")
        #expect(try socket.reply().status == 413)
    }

    @Test func nothingToRead() throws {
        let here = try ServedHere()
        #expect(try post(here, [:], []).status == 400)
        #expect(try post(here, ["Content-Type": "multipart/form-data; boundary=b"], Array("junk".utf8)).status == 400)
        #expect(try post(here, ["Content-Type": "multipart/form-data"], Array("--b".utf8)).status == 400)
        // `curl -F a=hello`, and two files of which one would be lost.
        let text = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n"
        let file = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\r\n\r\nabc\r\n"
        for (parts, message) in [(text, "no form with a file"), (file + file, "one file a request")] {
            let reply = try post(
                here, ["Content-Type": "multipart/form-data; boundary=b"], Array((parts + "--b--\r\n").utf8))
            #expect(reply.status == 400 && reply.text.contains("\"code\":\"malformed\""))
            #expect(reply.text.contains(message))
        }
    }

    @Test(arguments: [(UploadAnswer.Outcome.notFound, 200), (.unverified, 200), (.error, 422), (.failed, 500)])
    func statusOfResults(_ outcome: UploadAnswer.Outcome, _ status: Int) throws {
        let here = try ServedHere(reader: { _ in UploadAnswer(outcome: outcome, lines: "{}\n") })
        let reply = try post(here, [:], [1])
        #expect(reply.status == status && reply.text == "{}\n")
    }

    /// One is being read and one waits: the third is told when to come again, and everything else goes on.
    @Test func busy() throws {
        let gate = Monitor(false)
        let here = try ServedHere(
            { $0.limits.uploadsWaiting = 1 },
            reader: { _ in
                _ = gate.wait { $0 ? true : nil }
                return UploadAnswer(outcome: .verified, lines: "{}\n")
            })
        let waiting = try (0..<2).map { _ in
            let socket = try LoopbackSocket(port: here.port)
            try socket.send("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1")
            return socket
        }
        here.wait(for: .uploads, 2)
        let reply = try post(here, [:], [1])
        #expect(reply.status == 503 && reply.fields["retry-after"] == "1")
        #expect(try LoopbackSocket(port: here.port).request("GET", "/healthz", port: here.port).status == 200)
        gate.update { $0 = true }
        for socket in waiting { #expect(try socket.reply().status == 200) }
        here.wait(for: .uploads, 0)
        #expect(try post(here, [:], [1]).status == 200)
    }

    /// Uploads that were begun and go on no further keep nobody from a reader; only so much of them is held.
    @Test func halfSent() throws {
        let here = try ServedHere {
            $0.limits.uploadsWaiting = 1
            $0.limits.uploadBytes = 1000
        }
        let head = "POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        let half = try (0..<10).map { _ in
            let socket = try LoopbackSocket(port: here.port)
            try socket.send(head + "abc")
            return socket
        }
        #expect(try post(here, [:], Array(repeating: 1, count: 1000)).status == 200)
        // Two of them may have all that two readers would take.
        for socket in half.prefix(2) { try socket.send(Array(repeating: 1, count: 900)) }
        here.wait(for: .uploadBytes, 10 * 3 + 2 * 900)
        let third = try LoopbackSocket(port: here.port)
        try third.send(head + String(repeating: "a", count: 2000 - 1830))
        here.wait(for: .uploadBytes, 2000)
        try third.send("a")
        #expect(try third.reply().status == 503)
        #expect(here.server.metrics.count(of: .refused(.busy)) == 1)
        withExtendedLifetime(half) {}
    }

    /// Who has gone before the answer takes no place from others.
    @Test func goneBeforeTheAnswer() throws {
        let gate = Monitor(false)
        let here = try ServedHere(
            { $0.limits.uploadsWaiting = 0 },
            reader: { _ in
                _ = gate.wait { $0 ? true : nil }
                return UploadAnswer(outcome: .verified, lines: "{}\n")
            })
        do {
            let socket = try LoopbackSocket(port: here.port)
            try socket.send("POST /scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1")
            here.wait(for: .uploads, 1)
        }
        gate.update { $0 = true }
        here.wait(for: .uploads, 0)
        #expect(try post(here, [:], [1]).status == 200)
    }
}
