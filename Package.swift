// swift-tools-version: 6.2
import PackageDescription

/// What CI asks for and nobody else: a newer compiler may warn of what this one does not.
let isStrict = Context.environment["MRZ_SCAN_WARNINGS"] == "error"

/// Every target is built alike: Swift 6, imports that must be declared and do not leak.
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
/// What `make wheel` asks for: Tesseract and libarchive linked, not opened when needed.
let isLinked = Context.environment["MRZ_SCAN_LINKED"] != nil
/// What `make packages` asks for: the library for C with the Swift runtime in it, and nothing to be seen of either but
/// `mrzscan_*`.
let packaged: [LinkerSetting] =
    Context.environment["MRZ_SCAN_PACKAGED"] == nil
    ? []
    : [
        .unsafeFlags([
            "-static-stdlib", "-use-ld=lld", "-Xlinker", "--version-script=packaging/libmrzscan.map", "-Xlinker",
            "-soname=libmrzscan.so.0",
        ])
    ]
let cSettings: [CSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

/// Targets in dependency order: none imports one that stands below it. `make check-imports` holds them to it.
let package = Package(
    name: "mrz-scan",
    products: [
        .executable(name: "mrz-scan", targets: ["mrz-scan"]),
        // What measures it: for developers, and in no package.
        .executable(name: "mrz-bench", targets: ["mrz-bench"]),
        // The reader for C and for every language that calls C: libmrzscan.so, of which mrzscan.h is the header.
        .library(name: "mrzscan", type: .dynamic, targets: ["CInterface"]),
        // A host for the pages of identity SDKs, for programs that have a camera and a web view of their own.
        .library(
            name: "MRZBridge", targets: ["Bridge", "BridgeStorage", "BridgeServer", "JSON", "Reporting", "MRZParsing"]),
        // The parser alone: pure Swift, no C.
        .library(name: "MRZParsing", targets: ["MRZParsing"]),
        // The reader: what `import MRZScan` gives, the chip's keys, and the engines for whoever puts together a panel.
        .library(
            name: "MRZScan",
            targets: [
                "MRZScan", "MRZDetection", "NetworkRecognition", "TesseractRecognition", "AccessKeys", "Chip",
                "ChipReporting", "PCSC",
            ]),
    ],
    dependencies: [
        // Exact versions of what is named here; what that brings along is the newest that fits it. `make sbom` lists both.
        // The command line: one declaration makes the parser, the help, the completions and the man page.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // SHA-1 for a chip's keys, AES-GCM, HKDF and ECDSA for the store of pages: BoringSSL, not arithmetic of ours.
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        // HTTP and WebSocket: the only one here whose limits on frames hold before anything is buffered.
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        // TLS for `serve`, by BoringSSL, where its connections are served.
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        // SQLite for the store of results: migrations, and a connection that no two threads use at once.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .target(name: "Errors", path: "Sources/Core/Errors", swiftSettings: settings),
        .target(name: "Hexadecimal", path: "Sources/Core/Hexadecimal", swiftSettings: settings),
        .target(name: "MRZParsing", path: "Sources/Core/MRZParsing", swiftSettings: settings),
        .target(name: "Imaging", dependencies: ["CSampling"], path: "Sources/Core/Imaging", swiftSettings: settings),
        .target(
            name: "MRZDetection", dependencies: ["Imaging", "CSampling"], path: "Sources/Core/MRZDetection",
            swiftSettings: settings),
        .target(
            name: "Recognition", dependencies: ["Errors", "Imaging"], path: "Sources/Core/Recognition",
            swiftSettings: settings),
        .target(
            name: "Scanning", dependencies: ["MRZParsing", "Imaging", "MRZDetection", "Recognition"],
            path: "Sources/Core/Scanning", swiftSettings: settings),

        .target(name: "Threads", path: "Sources/System/Threads", swiftSettings: settings),
        // System calls that are repeated, descriptors, lines, programs that are started: the one place for each.
        .target(
            name: "Processes", dependencies: ["CProcess"], path: "Sources/System/Processes", swiftSettings: settings),
        .target(
            name: "Frames", dependencies: ["Errors", "Imaging", "Threads"], path: "Sources/Core/Frames",
            swiftSettings: settings),
        .target(
            name: "LiveScanning",
            dependencies: [
                "MRZParsing", "Imaging", "MRZDetection", "Recognition", "Scanning", "Threads", "Frames",
            ],
            path: "Sources/Core/LiveScanning", swiftSettings: settings),

        // C, and only here.
        .systemLibrary(name: "CLeptonica", path: "Sources/C/CLeptonica", providers: [.apt(["libleptonica-dev"])]),
        // Opened when needed; the wheel has it inside.
        .target(
            name: "CTesseract", path: "Sources/C/CTesseract",
            cSettings: cSettings + (isLinked ? [.define("CTESSERACT_LINKED")] : []),
            linkerSettings: isLinked ? [.linkedLibrary("tesseract")] : []),
        .systemLibrary(name: "CPNG", path: "Sources/C/CPNG", providers: [.apt(["libpng-dev"])]),
        .target(name: "COCRModel", path: "Sources/C/COCRModel", cSettings: cSettings),
        .target(name: "CSandbox", path: "Sources/C/CSandbox", cSettings: cSettings),
        .target(name: "CNetwork", path: "Sources/C/CNetwork", cSettings: cSettings),
        .target(name: "CSampling", path: "Sources/C/CSampling", cSettings: cSettings),
        .target(
            name: "CArchive", path: "Sources/C/CArchive",
            cSettings: cSettings + (isLinked ? [.define("CARCHIVE_LINKED")] : []),
            linkerSettings: isLinked ? [.linkedLibrary("archive")] : []),
        .target(name: "CHEIF", path: "Sources/C/CHEIF", cSettings: cSettings),
        .target(name: "CProcess", path: "Sources/C/CProcess", cSettings: cSettings),
        .target(name: "CJPEG", path: "Sources/C/CJPEG", cSettings: cSettings, linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CTIFF", path: "Sources/C/CTIFF", cSettings: cSettings),
        .target(name: "CV4L2", path: "Sources/C/CV4L2", cSettings: cSettings, linkerSettings: [.linkedLibrary("v4l2")]),
        .target(
            name: "CChip", path: "Sources/C/CChip", cSettings: cSettings, linkerSettings: [.linkedLibrary("crypto")]),
        .target(
            name: "CCertificate", path: "Sources/C/CCertificate", cSettings: cSettings,
            linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CPCSC", path: "Sources/C/CPCSC", cSettings: cSettings),
        .target(name: "CQRCode", path: "Sources/C/CQRCode", cSettings: cSettings),

        // Doors.
        .target(
            name: "ImageDecoding",
            dependencies: [
                "Errors", "Imaging", "Processes", "CSampling", "CLeptonica", "CJPEG", "CPNG", "CHEIF", "CTIFF",
                "CArchive",
            ],
            path: "Sources/Inputs/ImageDecoding", swiftSettings: settings),
        .target(
            name: "V4L2Capture", dependencies: ["Imaging", "Frames", "Threads", "Processes", "CV4L2"],
            path: "Sources/Inputs/V4L2Capture", swiftSettings: settings),
        .target(
            name: "Playback",
            dependencies: ["Imaging", "Threads", "Frames", "ImageDecoding"],
            path: "Sources/Inputs/Playback", swiftSettings: settings),
        .target(
            name: "OCRModels", dependencies: ["Recognition", "Processes", "COCRModel"], path: "Sources/Core/OCRModels",
            swiftSettings: settings),
        .target(
            name: "NetworkRecognition", dependencies: ["Imaging", "Recognition", "OCRModels", "CNetwork"],
            path: "Sources/Core/NetworkRecognition", swiftSettings: settings),
        .target(
            name: "TesseractRecognition",
            dependencies: ["Imaging", "Recognition", "OCRModels", "CLeptonica", "CTesseract"],
            path: "Sources/Core/TesseractRecognition", swiftSettings: settings),
        .target(
            name: "AccessKeys", dependencies: ["MRZParsing", .product(name: "Crypto", package: "swift-crypto")],
            path: "Sources/Chips/AccessKeys", swiftSettings: settings),
        // The chip of a document: pure but for the arithmetic of libcrypto; a transport is a protocol of two methods.
        .target(
            name: "Chip", dependencies: ["Errors", "Hexadecimal", "MRZParsing", "AccessKeys", "CChip"],
            path: "Sources/Chips/Chip", swiftSettings: settings),
        .target(
            name: "PCSC", dependencies: ["Threads", "Chip", "CPCSC"], path: "Sources/Chips/PCSC",
            swiftSettings: settings),
        .target(name: "JSON", path: "Sources/Outputs/JSON", swiftSettings: settings),
        .target(
            name: "Reporting",
            dependencies: ["Hexadecimal", "MRZParsing", "Imaging", "Scanning", "AccessKeys", "JSON"],
            path: "Sources/Outputs/Reporting", swiftSettings: settings),
        // The reader as one door: pictures and frames to reports.
        .target(
            name: "MRZScan",
            dependencies: [
                "Errors",
                "MRZParsing", "Imaging", "Recognition", "Scanning", "Threads", "Frames", "LiveScanning",
                "ImageDecoding",
                "Playback", "V4L2Capture", "OCRModels", "NetworkRecognition", "TesseractRecognition", "AccessKeys",
                "JSON", "Reporting",
            ], swiftSettings: settings),
        // The header of the library for C; what it declares is in CInterface.
        .systemLibrary(name: "CMRZScan", path: "Sources/C/CMRZScan"),
        .target(
            name: "CInterface",
            dependencies: [
                "Errors",
                "CMRZScan", "MRZParsing", "Imaging", "Recognition", "Threads", "Frames", "LiveScanning",
                "ImageDecoding", "V4L2Capture", "OCRModels", "JSON", "Reporting", "MRZScan",
            ], path: "Sources/Bindings/CInterface", swiftSettings: settings, linkerSettings: packaged),
        .target(
            name: "ChipReporting", dependencies: ["MRZParsing", "Chip", "JSON", "Reporting"],
            path: "Sources/Outputs/ChipReporting", swiftSettings: settings),
        .target(
            name: "Isolation", dependencies: ["Processes", "CSandbox"], path: "Sources/System/Isolation",
            swiftSettings: settings),
        .target(
            name: "ResultStore",
            dependencies: [
                "Errors", "Processes",
                "JSON", "Reporting", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ], path: "Sources/Outputs/ResultStore", swiftSettings: settings),
        // The contract between a page and its host. Pure: a transport is a closure that sends bytes.
        .target(
            name: "Bridge",
            dependencies: [
                "Errors", "MRZParsing", "Imaging", "Scanning", "Threads", "LiveScanning", "JSON", "Reporting",
            ],
            path: "Sources/Hosting/Bridge", swiftSettings: settings),
        // What pages let their host keep: encrypted files.
        .target(
            name: "BridgeStorage",
            dependencies: [
                "Errors", "Hexadecimal",
                "Processes", "Bridge", "JSON", .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Hosting/BridgeStorage", swiftSettings: settings),
        // C for its #embed: the page travels inside the binary.
        .target(name: "CBridgePage", path: "Sources/C/CBridgePage", exclude: ["Page"], cSettings: cSettings),
        // Codes for the cameras of telephones.
        .target(
            name: "QRCodes", dependencies: ["CQRCode"], path: "Sources/Outputs/QRCodes", swiftSettings: settings),
        .target(
            name: "BridgeServer",
            dependencies: [
                "Hexadecimal", "Threads", "Processes", "JSON", "QRCodes", "Bridge", "CBridgePage", "CCertificate",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Hosting/BridgeServer", swiftSettings: settings),
        .target(
            name: "PreviewEncoding", dependencies: ["Imaging", "CLeptonica"], path: "Sources/Outputs/PreviewEncoding",
            swiftSettings: settings),
        // What every program of ours needs of its process, its streams and its options.
        .target(
            name: "Commands",
            dependencies: [
                "Hexadecimal", "MRZParsing", "Imaging", "Recognition", "Scanning", "Threads", "Processes", "Frames",
                "Isolation", "ImageDecoding",
                "Playback", "V4L2Capture", "OCRModels", "NetworkRecognition", "Reporting", "MRZScan",
                "CProcess",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Programs/Commands", swiftSettings: settings),
        .executableTarget(
            name: "mrz-scan",
            dependencies: [
                "Hexadecimal", "MRZParsing", "Imaging", "Recognition", "Scanning", "ImageDecoding", "OCRModels",
                "AccessKeys", "JSON", "Reporting", "Bridge", "BridgeStorage", "PreviewEncoding", "Threads", "Processes",
                "Frames",
                "LiveScanning", "Playback", "V4L2Capture", "Isolation", "Chip", "ChipReporting", "PCSC", "ResultStore",
                "BridgeServer", "QRCodes", "MRZScan", "Commands",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Programs/mrz-scan", swiftSettings: settings),
        .target(
            name: "Evaluation", dependencies: ["MRZParsing", "Imaging", "V4L2Capture", "JSON", "Reporting", "CJPEG"],
            path: "Sources/Programs/Evaluation", swiftSettings: settings),
        .executableTarget(
            name: "mrz-bench",
            dependencies: [
                "MRZParsing", "Imaging", "MRZDetection", "Recognition", "Scanning", "ImageDecoding", "OCRModels",
                "JSON", "Reporting", "PreviewEncoding", "Threads", "Processes", "Frames", "LiveScanning", "V4L2Capture",
                "MRZScan",
                "Commands", "Evaluation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Programs/mrz-bench", swiftSettings: settings),

        // Specimens and a day, for the tests below.
        .target(name: "TestSupport", dependencies: ["MRZParsing"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(name: "MRZParsingTests", dependencies: ["MRZParsing"], swiftSettings: settings),
        .testTarget(name: "ImagingTests", dependencies: ["Imaging"], swiftSettings: settings),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: settings),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: settings),
        .testTarget(name: "ProcessesTests", dependencies: ["Processes"], swiftSettings: settings),
        .testTarget(name: "FramesTests", dependencies: ["Frames", "Imaging", "Threads"], swiftSettings: settings),
        .testTarget(
            name: "LiveScanningTests",
            dependencies: [
                "LiveScanning", "MRZParsing", "Imaging", "MRZDetection", "Scanning", "Threads", "Frames",
                "OCRModels", "NetworkRecognition", "TesseractRecognition", "Evaluation", "LabelledSamples",
                "TestSupport",
            ],
            swiftSettings: settings),
        // Samples/ with their labels, for the tests below.
        .target(
            name: "LabelledSamples", dependencies: ["Imaging", "ImageDecoding", "MRZDetection"],
            path: "Tests/LabelledSamples", swiftSettings: settings),
        // The camera without hardware, for the tests below; `make test-camera` builds the other half of it.
        .target(
            name: "TestCamera", dependencies: ["Imaging"], path: "Tests/TestCamera/Client", swiftSettings: settings),
        .testTarget(
            name: "V4L2CaptureTests",
            dependencies: [
                "V4L2Capture", "CV4L2", "Frames", "Imaging", "ImageDecoding", "MRZScan", "Threads", "TestCamera",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MRZDetectionTests", dependencies: ["MRZDetection", "Imaging", "LabelledSamples"],
            swiftSettings: settings),
        .testTarget(name: "RecognitionTests", dependencies: ["Recognition"], swiftSettings: settings),
        .testTarget(
            name: "ScanningTests",
            dependencies: [
                "Scanning", "MRZParsing", "Imaging", "MRZDetection", "Recognition", "OCRModels", "NetworkRecognition",
                "TesseractRecognition", "LabelledSamples", "TestSupport",
            ],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(name: "CNetworkTests", dependencies: ["CNetwork"], swiftSettings: settings),
        .testTarget(name: "CSamplingTests", dependencies: ["CSampling"], swiftSettings: settings),
        .testTarget(
            name: "OCRModelsTests", dependencies: ["OCRModels", "Recognition", "LabelledSamples"],
            swiftSettings: settings),
        .testTarget(
            name: "NetworkRecognitionTests",
            dependencies: [
                "NetworkRecognition", "OCRModels", "Recognition", "Imaging", "MRZDetection", "LabelledSamples",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TesseractRecognitionTests",
            dependencies: [
                "TesseractRecognition", "OCRModels", "Recognition", "Imaging", "MRZDetection", "LabelledSamples",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ImageDecodingTests", dependencies: ["ImageDecoding", "Imaging", "CJPEG"],
            exclude: ["make-fixtures.py"],
            resources: [.copy("Fixtures")], swiftSettings: settings),
        .testTarget(
            name: "PlaybackTests",
            dependencies: ["Playback", "Frames", "LabelledSamples"],
            swiftSettings: settings),
        // A chip without a document, for the tests below: `make chip-packages` brings what it needs.
        .target(name: "ChipRig", dependencies: ["Chip"], path: "Tests/ChipRig/Client", swiftSettings: settings),
        .testTarget(
            name: "ChipTests",
            dependencies: [
                "Chip", "ChipReporting", "ChipRig", "PCSC", "AccessKeys", "JSON", "MRZParsing", "Reporting",
                "TestSupport",
            ],
            exclude: ["cases.jsonl", "table.py"], swiftSettings: settings),
        .testTarget(
            name: "AccessKeysTests", dependencies: ["AccessKeys", "MRZParsing", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ReportingTests",
            dependencies: ["JSON", "Reporting", "MRZParsing", "Imaging", "Scanning", "AccessKeys", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CInterfaceTests",
            dependencies: [
                "CInterface", "CMRZScan", "MRZScan", "Imaging", "ImageDecoding", "LabelledSamples", "TestCamera",
            ], swiftSettings: settings),
        .testTarget(
            name: "MRZScanTests", dependencies: ["MRZScan", "LabelledSamples", "TestSupport"],
            exclude: ["Fixtures", "make-fixtures.py"],
            swiftSettings: settings),
        // The README's example: one import, and what the program prints.
        .executableTarget(
            name: "reader-example", dependencies: ["MRZScan"], path: "Examples/ReaderExample", swiftSettings: settings),
        .testTarget(name: "IsolationTests", dependencies: ["Isolation", "Processes"], swiftSettings: settings),
        .testTarget(
            name: "ResultStoreTests",
            dependencies: ["ResultStore", "JSON", "Reporting", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .testTarget(name: "QRCodesTests", dependencies: ["QRCodes"], swiftSettings: settings),
        // A client of the bridge that minds every message, for the tests of each transport.
        .target(name: "BridgeConformance", path: "Tests/BridgeConformance", swiftSettings: settings),
        // A client with blocking sockets, which can also do what no client should.
        .target(name: "LoopbackClient", path: "Tests/LoopbackClient", swiftSettings: settings),
        .testTarget(
            name: "BridgeServerTests",
            dependencies: [
                "Bridge", "BridgeServer", "Threads", "LoopbackClient", "LiveScanning", "MRZParsing", "Scanning",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // What a program does that is a host; docs/bridge.md shows it, and a test runs it.
        .executableTarget(
            name: "host-example", dependencies: ["Bridge", "BridgeStorage", "JSON", "Reporting", "MRZParsing"],
            path: "Examples/HostExample", swiftSettings: settings),
        // What the contracts ask of hosts, as data; pages of the SDKs in a browser.
        .testTarget(
            name: "HostConformanceTests", dependencies: ["mrz-scan", "host-example", "LoopbackClient", "TestCamera"],
            path: "Tests/HostConformance", exclude: ["Pages", "matrix.jsonl"], swiftSettings: settings),
        .testTarget(
            name: "PageTests", dependencies: ["mrz-scan", "LoopbackClient", "Imaging", "ImageDecoding"],
            swiftSettings: settings),
        // The program is run, not imported: it has to be there.
        .testTarget(
            name: "mrz-scanTests",
            dependencies: [
                "mrz-scan", "mrz-bench", "reader-example", "BridgeConformance", "LoopbackClient", "ChipRig",
                "MRZParsing", "Imaging", "Commands", "Threads",
                "Recognition",
                "Scanning",
                "ImageDecoding", "Reporting", "ResultStore", "TestCamera",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EvaluationTests",
            dependencies: [
                "Evaluation", "MRZParsing", "Imaging", "Recognition", "Scanning", "Frames", "ImageDecoding",
                "V4L2Capture", "OCRModels", "NetworkRecognition", "TesseractRecognition", "JSON", "Reporting",
                "MRZScan", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "Bridge", "Chip", "MRZParsing", "Imaging", "LiveScanning", "JSON", "Reporting", "Threads",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BridgeStorageTests",
            dependencies: [
                "BridgeStorage", "Bridge", "JSON", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        // What the fuzzers of `make fuzz` call. `swift test` calls it with every file of their corpus.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "MRZParsing", "Imaging", "MRZDetection", "Recognition", "Scanning", "LiveScanning", "ImageDecoding",
                "OCRModels", "NetworkRecognition", "JSON", "Reporting", "Evaluation", "Bridge", "BridgeServer",
                "AccessKeys",
                "Chip", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ], path: "Tests/Fuzz/Targets", swiftSettings: settings),
        .testTarget(
            name: "FuzzCorpusTests", dependencies: ["FuzzTargets", "MRZParsing"], path: "Tests/Fuzz/CorpusTests",
            swiftSettings: settings),
        .testTarget(
            name: "PreviewEncodingTests", dependencies: ["PreviewEncoding", "ImageDecoding", "Imaging"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    // C23 for #embed: the model travels inside the binary.
    cLanguageStandard: .gnu2x
)
