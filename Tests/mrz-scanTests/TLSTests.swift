import Foundation
import LoopbackClient
import Testing

/// `mrz-scan serve` over TLS, asked by Python's ssl.
@Suite(.serialized) struct TLSTests {
    /// Prints the protocol, the certificate's SHA-256, its names, and the answer to a request.
    private static let client = """
        import hashlib, socket, ssl, sys
        port, minimum, maximum = int(sys.argv[1]), sys.argv[2], sys.argv[3]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion[minimum]
        context.maximum_version = ssl.TLSVersion[maximum]
        if len(sys.argv) > 4:
            context.load_verify_locations(sys.argv[4])
        else:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with context.wrap_socket(socket.create_connection(("127.0.0.1", port), 20), server_hostname="localhost") as line:
            print(line.version(), hashlib.sha256(line.getpeercert(True)).hexdigest())
            if len(sys.argv) > 4:
                print(sorted(line.getpeercert()["subjectAltName"]))
            line.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
            answer = b""
            while more := line.recv(65536):
                answer += more
            print(answer.decode())
        """

    private func ask(
        _ served: ServedProgram, from minimum: String = "TLSv1_2", to maximum: String = "TLSv1_3", _ more: [String] = []
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.client, "\(served.port)", minimum, maximum] + more
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private func hex(_ fingerprint: Substring) -> String { fingerprint.replacing(":", with: "").lowercased() }

    @Test func aCertificateMadeOnTheSpot() throws {
        let served = try ServedProgram(["--tls-self-signed", "--allow-host", "desk.example"])
        #expect(served.address == "https://127.0.0.1:\(served.port)/")
        let said = served.errors(through: "\n")
        let fingerprint = try #require(
            said.firstMatch(of: /SHA-256 fingerprint: ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})\n/)?.1)
        for version in ["TLSv1_2", "TLSv1_3"] {
            let answer = try ask(served, from: version, to: version)
            #expect(answer.status == 0 && answer.output.contains("{\"status\":\"ok\"}"))
            #expect(answer.output.hasPrefix("\(version.replacing("_", with: ".")) \(hex(fingerprint))"))
        }
        #expect(try ask(served, from: "TLSv1", to: "TLSv1_1").status != 0)
        // Who speaks no TLS is hung up on, and nobody else.
        let plain = try LoopbackSocket(port: served.port)
        try plain.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(!String(decoding: try plain.receiveToEnd(), as: UTF8.self).contains("ok"))
        #expect(try ask(served).status == 0)
    }

    /// Another one with every start.
    @Test func itIsNotKept() throws {
        let said = try (0..<2).map { _ in try ServedProgram(["--tls-self-signed"]).errors(through: "\n") }
        #expect(said[0] != said[1])
    }

    /// Files that OpenSSL made: the chain is shown as it is, and clients that trust its root take it by its name.
    @Test func aCertificateFromFiles() throws {
        try BuiltProgram.withFolder { folder in
            let (certificate, key) = (folder.path + "/cert.pem", folder.path + "/key.pem")
            let made = Process()
            made.executableURL = URL(filePath: "/usr/bin/env")
            made.arguments = [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost,DNS:desk.example", "-keyout", key, "-out", certificate,
            ]
            made.standardError = FileHandle.nullDevice
            try made.run()
            made.waitUntilExit()
            try #require(made.terminationStatus == 0)
            let served = try ServedProgram(["--tls-cert", certificate, "--tls-key", key])
            let answer = try ask(served, [certificate])
            #expect(answer.status == 0 && answer.output.contains("[('DNS', 'desk.example'), ('DNS', 'localhost')]"))
            // Not a word where nothing has to be compared.
            #expect(served.end().errors.isEmpty)

            for arguments in [
                ["--tls-cert", key, "--tls-key", key], ["--tls-cert", certificate, "--tls-key", certificate],
                ["--tls-cert", certificate, "--tls-key", "/no/such/file"],
            ] {
                let run = try BuiltProgram.run(["serve", "--port", "0"] + arguments)
                #expect(run.status == 66 && run.output.isEmpty && !run.errors.contains("PRIVATE"), "\(arguments)")
            }
            try BuiltProgram.expectRefusal(
                ["serve", "--tls-cert", certificate], "Give --tls-cert and --tls-key together.")
            try BuiltProgram.expectRefusal(
                ["serve", "--tls-self-signed", "--tls-cert", certificate, "--tls-key", key],
                "Give --tls-cert or --tls-self-signed, not both.")
            #expect(try BuiltProgram.run(["serve", "--tls-self-signed", "--allow-host", "a,DNS:b"]).status == 66)
        }
    }

    /// Others' addresses are said too, and are in the certificate.
    @Test func addressesForOthers() throws {
        let served = try ServedProgram(["--host", "0.0.0.0", "--tls-self-signed", "--quiet"])
        #expect(served.address.wholeMatch(of: /https:\/\/localhost:[0-9]+\/\?token=[0-9a-f]{32}/) != nil)
        #expect(try ask(served).status == 0)
        #expect(served.end().errors.isEmpty)
    }
}
