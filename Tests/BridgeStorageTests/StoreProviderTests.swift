import Bridge
import BridgeStorage
import Crypto
import Foundation
import JSON
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

    /// Those that were saved longest ago make room, and nothing else does.
    @Test func oldJourneysMakeRoom() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder, key: StoreKey(text: String(repeating: "0f", count: 32)))
            try store.set([0], for: "document", in: .documents)
            for number in 0..<6 { try store.set([UInt8(number)], for: "j\(number)", in: .journeys) }
            try store.set([9], for: "j0", in: .journeys)
            try store.removeOldest(from: .journeys, leaving: 6)
            #expect(try store.names(in: .journeys).count == 6)
            try store.removeOldest(from: .journeys, leaving: 3)
            #expect(try store.names(in: .journeys) == ["j0", "j4", "j5"])
            #expect(try store.names(in: .documents) == ["document"])
        }
    }

    /// A store that an earlier version has filled up takes journeys again, and loses nothing else.
    @Test func aStoreFullOfJourneysTakesMore() async throws {
        try await withProvider { provider, folder in
            let before = try FileManager.default.contentsOfDirectory(atPath: folder).count
            let journeys = 1000 + 1
            for number in before..<10_000 {
                let kind = number < before + journeys ? "journeys" : "documents"
                #expect(FileManager.default.createFile(atPath: "\(folder)/\(kind).\(number)", contents: nil))
            }
            await #expect(throws: BridgeError.self) { try await provider.set("value", for: "key") }
            try await provider.save(journey: ["step": "passport"], as: "j")
            #expect(try await provider.journey("j") == ["step": "passport"])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count { $0.hasPrefix("journeys.") } == 1000)
            #expect(names.count { $0.hasPrefix("documents.") } == 10_000 - before - journeys)
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
            let point = try #require(try await provider.publicKey("k"))
            #expect(point.count == 65 && point[0] == 4)
            let publicKey = try P256.Signing.PublicKey(x963Representation: point)
            let signature = try P256.Signing.ECDSASignature(derRepresentation: try await provider.sign(data, with: "k"))
            #expect(publicKey.isValidSignature(signature, for: data))
            #expect(!publicKey.isValidSignature(signature, for: data + [0]))
            await #expect(throws: BridgeError(.keyAlreadyExists, "There is a key of that name already.")) {
                try await provider.generateKey("k")
            }
            try await provider.deleteKey("k")
            try await provider.deleteKey("k")
            let missing = BridgeError(.keyNotFound, "There is no key of that name.")
            #expect(try await provider.publicKey("k") == nil)
            await #expect(throws: missing) { try await provider.sign([], with: "k") }
            try await provider.generateKey("k")
            #expect(try await provider.publicKey("k") != point)
        }
    }

    /// As a page has them, from the first to the last row of contract 000: bare values, and any primitive as its text.
    @Test func overTheBridge() async throws {
        try await withProvider { provider, _ in
            var registry = ProviderRegistry()
            registry.secureStorage = provider
            registry.documents = provider
            registry.crypto = provider
            let sent = AsyncStream.makeStream(of: String.self)
            let session = BridgeSession(registry: registry) {
                sent.continuation.yield(String(decoding: $0, as: UTF8.self))
            }
            var answers = sent.stream.makeAsyncIterator()
            func data(_ domain: String, _ method: String, _ parameters: String) async throws -> String {
                session.receive(
                    Array(#"{"id":"a","domain":"\#(domain)","method":"\#(method)","params":\#(parameters)}"#.utf8))
                let text = try #require(await answers.next())
                return String(try #require(text.firstMatch(of: /"data":(.*),"error":null,"timestamp"/)?.1))
            }
            for (value, text) in [(#""value""#, "value"), ("5", "5"), ("1.5", "1.5"), ("true", "true"), (#""""#, "")] {
                #expect(try await data("secureStorage", "set", #"{"key":"k","value":\#(value)}"#) == "null")
                #expect(try await data("secureStorage", "get", #"{"key":"k"}"#) == #""\#(text)""#)
            }
            #expect(try await data("secureStorage", "remove", #"{"key":"k"}"#) == "null")
            #expect(try await data("secureStorage", "get", #"{"key":"k"}"#) == "null")
            #expect(try await data("documents", "set", #"{"key":"d1","value":"text"}"#) == "null")
            #expect(try await data("documents", "get", #"{"key":"d1"}"#) == #""text""#)
            #expect(try await data("documents", "loadById", #"{"id":"d1"}"#) == #""text""#)
            #expect(try await data("documents", "list", "{}") == #"["d1"]"#)
            #expect(try await data("documents", "remove", #"{"key":"d1"}"#) == "null")
            #expect(try await data("documents", "get", #"{"key":"d1"}"#) == "null")
            _ = try await data("crypto", "generateKey", #"{"keyRef":"r"}"#)
            func bytes(_ text: String) throws -> Data {
                try #require(Data(base64Encoded: text.trimmingCharacters(in: ["\""])))
            }
            let point = try bytes(try await data("crypto", "getPublicKey", #"{"keyRef":"r"}"#))
            let key = try P256.Signing.PublicKey(x963Representation: point)
            func isSigned(_ parameters: String, _ message: [UInt8]) async throws -> Bool {
                let signature = try bytes(try await data("crypto", "sign", #"{"keyRef":"r",\#(parameters)}"#))
                return key.isValidSignature(try .init(derRepresentation: signature), for: message)
            }
            #expect(try await isSigned(#""data":"plain text! ü""#, Array("plain text! ü".utf8)))
            // What could be base64 is a text all the same, unless it is said not to be.
            #expect(try await isSigned(#""data":"AAEC""#, Array("AAEC".utf8)))
            #expect(try await isSigned(#""data":"AAEC","encoding":"base64""#, [0, 1, 2]))
            #expect(try await data("crypto", "deleteKey", #"{"keyRef":"r"}"#) == "null")
            #expect(try await data("crypto", "getPublicKey", #"{"keyRef":"r"}"#) == "null")
        }
    }

    /// What is there already can be changed, also where nothing new has room.
    @Test func aStoreThatIsFull() async throws {
        try await withProvider { provider, folder in
            try await provider.set("v", for: "k")
            let count = try FileManager.default.contentsOfDirectory(atPath: folder).count { !$0.hasPrefix(".") }
            for number in count..<10_000 { close(creat("\(folder)/\(number)", 0o600)) }
            let error = await #expect(throws: BridgeError.self) { try await provider.set("v", for: "another") }
            #expect(error?.details == ["reason": "full"])
            try await provider.set("w", for: "k")
            #expect(try await provider.value(for: "k") == "w")
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
            // Answers come in any order; each is the value that was written before it was asked for.
            var values: [String: String] = [:]
            for await text in sent.stream where text.contains(#""data":""#) {
                func value(_ key: String) -> String {
                    text.components(separatedBy: "\"\(key)\":\"").dropFirst().first.map {
                        String($0.prefix { $0 != "\"" })
                    } ?? ""
                }
                values[value("requestId")] = value("data")
            }
            #expect(values == Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", "\($0)") }))
        }
    }
}
