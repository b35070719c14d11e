import Bridge
import BridgeStorage
import Crypto
import Foundation
import Reporting
import Testing

@Suite struct StoreProviderTests {
    private func withProvider(_ body: (StoreProvider, String) async throws -> Void) async throws {
        try await withFolder { folder in
            let key = try StoreKey(text: String(repeating: "0f", count: 32))
            try await body(StoreProvider(try SealedStore(folder: folder, key: key)), folder)
        }
    }

    @Test func texts() async throws {
        try await withProvider { provider, _ in
            #expect(try await provider.value(for: "k") == nil)
            try await provider.set("ü\u{0}\"", for: "k")
            try await provider.set("", for: "empty")
            #expect(try await provider.value(for: "k") == "ü\u{0}\"")
            #expect(try await provider.value(for: "empty") == "")
            try await provider.remove("k")
            #expect(try await provider.value(for: "k") == nil)
            try await provider.save(["a": .integer(1)], as: "document")
            try await provider.clear()
            #expect(try await provider.value(for: "empty") == nil)
            #expect(try await provider.list() == ["document"])
        }
    }

    @Test func documents() async throws {
        try await withProvider { provider, _ in
            let document: JSONValue = ["a": [.number(0.1, places: 1), .exact(1e-12), .null], "b": ["c": .bool(true)]]
            #expect(try await provider.catalog() == nil)
            #expect(try await provider.document("x") == nil)
            try await provider.save(document, as: "x")
            try await provider.save(catalog: ["documents": ["x"]])
            #expect(try await provider.document("x") == document)
            #expect(try await provider.catalog() == ["documents": ["x"]])
            // The catalog is none of the documents, whatever they are called.
            #expect(try await provider.list() == ["x"])
            #expect(try await provider.document("catalog") == nil)
            try await provider.delete("x")
            #expect(try await provider.list() == [])
        }
    }

    /// Journeys outlive the program that began them, and are none of the documents.
    @Test func journeys() async throws {
        try await withProvider { provider, folder in
            #expect(try await provider.journey("j") == nil)
            try await provider.save(journey: ["step": "passport"], as: "j")
            let key = try StoreKey(text: String(repeating: "0f", count: 32))
            let again = StoreProvider(try SealedStore(folder: folder, key: key))
            #expect(try await again.journey("j") == ["step": "passport"])
            #expect(try await again.list() == [])
        }
    }

    @Test func keys() async throws {
        try await withProvider { provider, _ in
            try await provider.generateKey("k")
            let data = Array("to be signed".utf8)
            let publicKey = try P256.Signing.PublicKey(derRepresentation: try await provider.publicKey("k"))
            let signature = try P256.Signing.ECDSASignature(derRepresentation: try await provider.sign(data, with: "k"))
            #expect(publicKey.isValidSignature(signature, for: data))
            #expect(!publicKey.isValidSignature(signature, for: data + [0]))
            await #expect(throws: BridgeError(.keyAlreadyExists, "There is a key of that name already.")) {
                try await provider.generateKey("k")
            }
            try await provider.deleteKey("k")
            try await provider.deleteKey("k")
            let missing = BridgeError(.keyNotFound, "There is no key of that name.")
            await #expect(throws: missing) { try await provider.publicKey("k") }
            await #expect(throws: missing) { try await provider.sign([], with: "k") }
            try await provider.generateKey("k")
            #expect(try await provider.publicKey("k") != Array(publicKey.derRepresentation))
        }
    }

    @Test func aStoreThatIsGone() async throws {
        try await withProvider { provider, folder in
            try FileManager.default.removeItem(atPath: folder)
            let error = await #expect(throws: BridgeError.self) { try await provider.set("v", for: "k") }
            #expect(error?.code == .providerError && error?.details == ["reason": "io"])
        }
    }

    /// What a page writes before it asks is there when it asks.
    @Test func oneAfterTheOther() async throws {
        try await withProvider { provider, _ in
            var registry = ProviderRegistry()
            registry.secureStorage = provider
            let sent = AsyncStream.makeStream(of: String.self)
            let session = BridgeSession(registry: registry) {
                sent.continuation.yield(String(decoding: $0, as: UTF8.self))
            }
            for number in 0..<20 {
                for (method, value) in [("set", #","value":"\#(number)""#), ("get", "")] {
                    let parameters = #"{"key":"k"\#(value)}"#
                    let text =
                        #"{"id":"\#(number)","domain":"secureStorage","method":"\#(method)","params":\#(parameters)}"#
                    session.receive(Array(text.utf8))
                }
            }
            await session.finished()
            sent.continuation.finish()
            var values: [String] = []
            for await text in sent.stream where text.contains(#""value":"#) {
                values.append(String(text.split(separator: #""value":""#)[1].prefix { $0 != "\"" }))
            }
            #expect(values == (0..<20).map(String.init))
        }
    }
}
