import BridgeStorage
import Foundation
import Testing

@Suite struct StoreKeyTests {
    private let hexadecimal = String(repeating: "0f", count: 32)

    /// The same key, however it is written.
    @Test func spellings() async throws {
        let bytes = Data((0..<32).map { UInt8($0 * 7) })
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await withFolder { folder in
            let store = folder + "/store"
            try SealedStore(folder: store, key: try StoreKey(text: digits)).set([1, 2], for: "a", in: .documents)
            for text in [digits.uppercased() + "\n", bytes.base64EncodedString()] {
                let again = try SealedStore(folder: store, key: try StoreKey(text: text))
                #expect(try again.value(of: "a", in: .documents) == [1, 2])
            }
        }
    }

    @Test(arguments: [
        "", "0f", String(repeating: "0f", count: 31), String(repeating: "0g", count: 32), "correct horse",
    ])
    func noKeys(_ text: String) {
        let error = #expect(throws: StorageError.self) { try StoreKey(text: text) }
        #expect(error?.code == .keyMalformed && error?.message.contains("horse") == false)
    }

    @Test(
        arguments: [
            (0o600, nil), (0o400, nil), (0o640, .keyExposed), (0o604, .keyExposed), (0o666, .keyExposed),
        ] as [(Int, StorageError.Code?)])
    func whoMayReadTheFile(_ mode: Int, _ code: StorageError.Code?) async throws {
        try await withFolder { folder in
            let path = folder + "/key"
            try Data(hexadecimal.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            guard let code else {
                _ = try StoreKey(file: path)
                return
            }
            #expect(#expect(throws: StorageError.self) { try StoreKey(file: path) }?.code == code)
        }
    }

    @Test func noFile() async throws {
        try await withFolder { folder in
            for path in [folder, folder + "/nothing"] {
                #expect(#expect(throws: StorageError.self) { try StoreKey(file: path) }?.code == .keyUnreadable)
            }
        }
    }
}
