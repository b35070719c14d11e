import CCertificate
import Crypto
import Glibc
import Hexadecimal
import NIOSSL
import Processes

/// Who the server says it is: a chain of certificates and the key of the first.
public struct ServerIdentity: Sendable {
    let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey
    /// SHA-256 of the first certificate as DER: pairs of hexadecimal digits with colons, as browsers show it.
    public let fingerprint: String

    /// Days for which a certificate is good that is made here. Browsers refuse what is good for longer than 398.
    private static let days: Int32 = 365

    /// Reads both from PEM files.
    ///
    /// - Parameters:
    ///   - certificates: a file with the server's certificate, and then those that lead from it to a root.
    ///   - key: a file with the private key of the first, not encrypted.
    /// - Throws: when one of them can't be read, or they do not belong together.
    public init(certificates: String, key: String) throws(ServerIdentityError) {
        for path in [certificates, key] {
            do throws(SystemError) {
                try FileDescriptor.open(path, O_RDONLY).close()
            } catch {
                throw ServerIdentityError("\(path) cannot be read: \(error.reason).")
            }
        }
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificates)
        } catch {
            throw ServerIdentityError("There is no certificate in PEM to be read in \(certificates).")
        }
        do {
            self.key = try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw ServerIdentityError("There is no private key in PEM to be read in \(key).")
        }
        fingerprint = try Self.fingerprint(of: chain)
        _ = try context()
    }

    /// Makes a key and a certificate that this key signs. Neither is kept anywhere.
    ///
    /// - Parameter names: the names and addresses by which the server is addressed, at least one.
    /// - Throws: when no certificate can be made for those names.
    public static func selfSigned(for names: [String]) throws(ServerIdentityError) -> ServerIdentity {
        var (certificate, key): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        let listed = names.map { ($0.isAddress ? "IP:" : "DNS:") + $0 }.joined(separator: ",")
        // A comma would begin another entry.
        let isSound = names.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") } }
        guard isSound, ccertificate_make(listed, days, &certificate, &key), let certificate, let key else {
            throw ServerIdentityError("No certificate could be made for \(names.joined(separator: ", ")).")
        }
        defer {
            ccertificate_free(certificate)
            ccertificate_free(key)
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(String(cString: certificate).utf8))
            return ServerIdentity(
                chain: chain, key: try NIOSSLPrivateKey(bytes: Array(String(cString: key).utf8), format: .pem),
                fingerprint: try fingerprint(of: chain))
        } catch {
            throw ServerIdentityError("The certificate that was made can't be used.")
        }
    }

    private init(chain: [NIOSSLCertificate], key: NIOSSLPrivateKey, fingerprint: String) {
        self.chain = chain
        self.key = key
        self.fingerprint = fingerprint
    }

    /// TLS 1.2 and later, with what BoringSSL takes for good; no certificate is asked of clients.
    func context() throws(ServerIdentityError) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw ServerIdentityError("The private key is not that of the certificate.")
        }
    }

    private static func fingerprint(of chain: [NIOSSLCertificate]) throws(ServerIdentityError) -> String {
        guard let first = chain.first else { throw ServerIdentityError("There is no certificate.") }
        do {
            return SHA256.hash(data: try first.toDERBytes()).hexadecimal(uppercase: true, separator: ":")
        } catch {
            throw ServerIdentityError("The certificate can't be read.")
        }
    }
}

/// Why a server has no certificate to show.
public struct ServerIdentityError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One English sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension ServerIdentity: CustomStringConvertible, CustomReflectable {
    /// The certificate, not the key.
    public var description: String { "ServerIdentity(\(fingerprint))" }
    public var customMirror: Mirror { Mirror(self, children: ["fingerprint": fingerprint]) }
}

extension String {
    /// Whether it is an IP address and no name.
    fileprivate var isAddress: Bool {
        var (four, six) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, self, &four) == 1 || inet_pton(AF_INET6, self, &six) == 1
    }
}
