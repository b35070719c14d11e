import BridgeStorage
import Foundation
import Testing

@Suite struct StoreKeyTests {
    private let hexadecimal = String(repeating: "0f", count: 32)

    @Test func spellings() throws {
        _ = try StoreKey(text: hexadecimal)
        _ = try StoreKey(text: hexadecimal.uppercased() + "\n")
        _ = try StoreKey(text: Data(repeating: 15, count: 32).base64EncodedString())
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
