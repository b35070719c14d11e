import BridgeStorage
import Foundation
import Testing

@Suite struct SealedStoreTests {
    private func key(_ byte: String = "0f") throws -> StoreKey {
        try StoreKey(text: String(repeating: byte, count: 32))
    }

    @Test func whatIsPutInComesOutAgain() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder + "/store", key: key())
            #expect(try store.value(of: "a", in: .documents) == nil)
            try store.set([1, 2, 3], for: "a", in: .documents)
            try store.set([], for: "", in: .documents)
            try store.set([4], for: "a", in: .keys)
            let again = try SealedStore(folder: folder + "/store", key: key())
            #expect(try again.value(of: "a", in: .documents) == [1, 2, 3])
            #expect(try again.value(of: "", in: .documents) == [] && again.value(of: "a", in: .keys) == [4])
            #expect(try again.names(in: .documents) == ["", "a"])
            try again.set([5], for: "a", in: .documents)
            #expect(try store.value(of: "a", in: .documents) == [5])
            try store.remove("a", from: .documents)
            try store.remove("a", from: .documents)
            #expect(try store.names(in: .documents) == [""] && store.names(in: .keys) == ["a"])
            try store.removeAll(from: .keys)
            #expect(try store.names(in: .keys) == [])
        }
    }

    /// What a process that was ended left of an entry is taken away, and what another one is just writing is not.
    @Test func draftsOfTheDead() async throws {
        try await withFolder { folder in
            let store = folder + "/store"
            _ = try SealedStore(folder: store, key: key())
            for (name, age) in [(".1.new", 3600), (".2.new", 0), (".other", 3600)] {
                let draft = store + "/" + name
                try #require(FileManager.default.createFile(atPath: draft, contents: Data([1])))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -Double(age))], ofItemAtPath: draft)
            }
            _ = try SealedStore(folder: store, key: key())
            let left = try FileManager.default.contentsOfDirectory(atPath: store).filter { $0.hasPrefix(".") }
            #expect(left.sorted() == [".2.new", ".other"])
        }
    }

    /// A pipe in the place of an entry is not waited for.
    @Test func aPipeInsteadOfAnEntry() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder + "/store", key: key())
            try store.set([1], for: "a", in: .documents)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/store")
            let entry = folder + "/store/" + (try #require(names.first { $0.hasPrefix("documents.") }))
            try #require(unlink(entry) == 0 && mkfifo(entry, 0o600) == 0)
            let error = #expect(throws: StorageError.self) { try store.value(of: "a", in: .documents) }
            #expect(error?.code == .damaged)
        }
    }

    /// The files are this user's only, and show neither names nor values.
    @Test func whatOthersSee() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder + "/store", key: key())
            try store.set(Array("L898902C3".utf8), for: "ERIKSSON", in: .documents)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/store")
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            let files = try contents(of: folder + "/store")
            #expect(files.count == 2)
            for (name, data) in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/store/\(name)")
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                #expect(!name.contains("ERIKSSON"))
                for secret in ["ERIKSSON", "L898902C3"] { #expect(data.range(of: Data(secret.utf8)) == nil) }
            }
        }
    }

    @Test func anotherKey() async throws {
        try await withFolder { folder in
            _ = try SealedStore(folder: folder, key: key())
            let error = #expect(throws: StorageError.self) { try SealedStore(folder: folder, key: key("1e")) }
            #expect(error?.code == .wrongKey)
        }
    }

    @Test func whatWasChangedDoesNotOpen() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder, key: key())
            try store.set([1], for: "a", in: .keys)
            try store.set([2], for: "b", in: .keys)
            let files = try contents(of: folder).filter { $0.key != "store" }.sorted { $0.key < $1.key }
            let urls = files.map { URL(filePath: "\(folder)/\($0.key)") }
            // One in the place of the other.
            try files[1].value.write(to: urls[0])
            #expect(#expect(throws: StorageError.self) { try store.names(in: .keys) }?.code == .damaged)
            var flipped = files[0].value
            flipped[flipped.count - 1] ^= 1
            for data in [flipped, Data(), files[0].value.dropLast()] {
                try data.write(to: urls[0])
                #expect(#expect(throws: StorageError.self) { try store.names(in: .keys) }?.code == .damaged)
            }
            try files[0].value.write(to: urls[0])
            #expect(try store.names(in: .keys) == ["a", "b"])
        }
    }

    /// A program that dies while it writes leaves a draft behind, which is no entry.
    @Test func draftsDoNotCount() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder, key: key())
            try Data([1]).write(to: URL(filePath: folder + "/.abc.new"))
            for namespace in SealedStore.Namespace.allCases { #expect(try store.names(in: namespace) == []) }
        }
    }

    @Test func limits() async throws {
        try await withFolder { folder in
            let store = try SealedStore(folder: folder, key: key())
            let name = String(repeating: "n", count: 4096)
            try store.set([1], for: name, in: .keys)
            #expect(try store.names(in: .keys) == [name])
            let entries: [([UInt8], String)] = [([1], name + "n"), (Array(repeating: 0, count: 17 << 20), "a")]
            for (value, name) in entries {
                let error = #expect(throws: StorageError.self) { try store.set(value, for: name, in: .keys) }
                #expect(error?.code == .tooLarge)
            }
        }
    }

    @Test func aPlaceThatIsNoFolder() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/file"))
            for path in ["/file", "/no/such"] {
                let error = #expect(throws: StorageError.self) { try SealedStore(folder: folder + path, key: key()) }
                #expect(error?.code == .io)
            }
        }
    }
}
