public import ArgumentParser
public import Bridge
import BridgeStorage
import Commands
import JSON
import Processes

extension Dialect: ExpressibleByArgument {}
extension ResultShape: ExpressibleByArgument {}

/// What pages are offered besides the camera, and how they are spoken to.
struct BridgeOptions: ParsableArguments {
    /// Where the key of the store may stand instead of a file.
    static let keyVariable = "MRZ_SCAN_STORE_KEY"

    @Option(help: "What scanMRZ answers with: union (all that is known) or strict (number, birth and expiry only).")
    var results: ResultShape = .union

    @OptionGroup private var keys: AccessKeysOptions

    var accessKeys: Bool { keys.accessKeys }

    @Option(help: ArgumentHelp("End a scan after so long.", valueName: "seconds"))
    var scanLimit: Double = 120

    @Option(
        help: ArgumentHelp(
            """
            Let pages keep texts, documents and keys in this folder, encrypted. Without it they are told that there is \
            nothing for them.
            """, valueName: "dir"), completion: .directory)
    var store: String?

    @Option(
        help: ArgumentHelp(
            """
            The file with the key of the store, 32 bytes in hexadecimal or base64, readable for this user only. \
            MRZ_SCAN_STORE_KEY may hold the key instead.
            """, valueName: "file"), completion: .file())
    var storeKey: String?

    @OptionGroup(title: "Chip options")
    var chips: ChipHostOptions

    func validate() throws {
        if !(scanLimit > 0 && scanLimit <= 86_400) {
            throw ValidationError("--scan-limit must be above 0 and at most 86400.")
        }
        if storeKey != nil, store == nil { throw ValidationError("--store-key is for a store: give --store as well.") }
        if store != nil, storeKey == nil, Self.keyInEnvironment == nil {
            throw ValidationError("A store needs a key: give --store-key or set \(Self.keyVariable).")
        }
    }

    /// What the host offers.
    ///
    /// - Parameter storeName: of the part of the store for one page, which no other page reads; nil for that of all
    ///   pages of `bridge` and `serve`.
    /// - Throws: `StorageError` when the store can't be opened.
    func registry(
        camera: LiveCamera?, images: PictureReader, storeName: String? = nil
    ) throws(StorageError) -> ProviderRegistry {
        var registry = ProviderRegistry(camera: camera.map { CameraCoordinator($0, limit: .seconds(scanLimit)) })
        registry.images = images
        guard let store else { return registry }
        let key =
            if let storeKey { try StoreKey(file: storeKey) } else { try StoreKey(text: Self.keyInEnvironment ?? "") }
        var folder = store
        if let storeName {
            // Made with the right key first, so that a wrong one is found out whatever page it is.
            _ = try SealedStore(folder: store, key: key)
            folder += "/" + storeName
        }
        let provider = StoreProvider(try SealedStore(folder: folder, key: key))
        registry.secureStorage = provider
        registry.documents = provider
        registry.crypto = provider
        registry.journeys = provider
        return registry
    }

    /// The key in the environment, which is taken out of it when this is first asked for: what the program starts, such
    /// as workers and browsers, is not to have it.
    static let keyInEnvironment = OwnEnvironment.take(keyVariable)
}
