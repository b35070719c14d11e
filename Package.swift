// swift-tools-version: 6.2
import PackageDescription

/// Every target is built alike: Swift 6, imports that must be declared and do not leak.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Targets in dependency order: none imports one that stands below it. `make check-imports` holds them to it.
let package = Package(
    name: "mrz-scan",
    products: [
        .executable(name: "mrz-scan", targets: ["mrz-scan"]),
        .library(
            name: "MRZScan",
            targets: [
                "MRZParsing", "Imaging", "MRZDetection", "Recognition", "Scanning", "Frames", "LiveScanning",
                "ImageDecoding", "OCRModels", "NetworkRecognition", "TesseractRecognition", "AccessKeys", "Reporting",
            ]),
    ],
    dependencies: [
        // The command line, its help, completions and man page.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // SHA-1 for the keys to a document's chip.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // SQLite for the store of results.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "MRZParsing", swiftSettings: settings),
        .target(name: "Imaging", swiftSettings: settings),
        .target(name: "MRZDetection", dependencies: ["Imaging"], swiftSettings: settings),
        .target(name: "Recognition", dependencies: ["Imaging"], swiftSettings: settings),
        .target(
            name: "Scanning", dependencies: ["MRZParsing", "Imaging", "MRZDetection", "Recognition"],
            swiftSettings: settings),

        .target(name: "Threads", swiftSettings: settings),
        .target(name: "Frames", dependencies: ["Imaging", "Threads"], swiftSettings: settings),
        .target(name: "LiveScanning", dependencies: ["Imaging", "Frames", "Scanning"], swiftSettings: settings),

        // C, and only here.
        .systemLibrary(name: "COCR", providers: [.apt(["libtesseract-dev", "libleptonica-dev"])]),
        .target(name: "COCRModel"),
        .target(name: "CArchive", linkerSettings: [.linkedLibrary("archive")]),
        .target(name: "CHEIF"),
        .target(name: "CTool"),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CSandbox"),
        .target(name: "CNetwork"),

        // Doors.
        .target(
            name: "ImageDecoding", dependencies: ["Imaging", "COCR", "CJPEG", "CHEIF", "CTool", "CArchive"],
            swiftSettings: settings),
        .target(name: "OCRModels", dependencies: ["Recognition", "COCRModel"], swiftSettings: settings),
        .target(
            name: "NetworkRecognition", dependencies: ["Imaging", "Recognition", "OCRModels", "CNetwork"],
            swiftSettings: settings),
        .target(
            name: "TesseractRecognition", dependencies: ["Imaging", "Recognition", "OCRModels", "COCR"],
            swiftSettings: settings),
        .target(
            name: "AccessKeys", dependencies: ["MRZParsing", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .target(
            name: "Reporting", dependencies: ["MRZParsing", "Imaging", "Scanning", "AccessKeys"],
            swiftSettings: settings),
        .target(name: "Isolation", dependencies: ["CSandbox"], swiftSettings: settings),
        .target(
            name: "ResultStore",
            dependencies: [
                "Reporting", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: settings),
        .target(name: "PreviewEncoding", dependencies: ["Imaging", "COCR"], swiftSettings: settings),
        .target(name: "Evaluation", dependencies: ["MRZParsing", "Imaging", "Reporting"], swiftSettings: settings),
        .executableTarget(
            name: "mrz-scan",
            dependencies: [
                "MRZParsing", "Imaging", "MRZDetection", "Recognition", "Scanning", "ImageDecoding",
                "OCRModels", "NetworkRecognition", "TesseractRecognition", "AccessKeys", "Reporting", "Evaluation",
                "PreviewEncoding", "Threads", "Isolation", "ResultStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        .testTarget(name: "MRZParsingTests", dependencies: ["MRZParsing"], swiftSettings: settings),
        .testTarget(name: "ImagingTests", dependencies: ["Imaging"], swiftSettings: settings),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: settings),
        .testTarget(name: "FramesTests", dependencies: ["Frames", "Imaging", "Threads"], swiftSettings: settings),
        .testTarget(name: "LiveScanningTests", dependencies: ["LiveScanning"], swiftSettings: settings),
        // Samples/ with their labels, for the tests below.
        .target(
            name: "LabelledSamples", dependencies: ["Imaging", "ImageDecoding"], path: "Tests/LabelledSamples",
            swiftSettings: settings),
        .testTarget(
            name: "MRZDetectionTests", dependencies: ["MRZDetection", "Imaging", "LabelledSamples"],
            swiftSettings: settings),
        .testTarget(name: "RecognitionTests", dependencies: ["Recognition"], swiftSettings: settings),
        .testTarget(
            name: "ScanningTests",
            dependencies: [
                "Scanning", "MRZParsing", "Imaging", "MRZDetection", "Recognition", "TesseractRecognition",
                "LabelledSamples",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TesseractRecognitionTests",
            dependencies: [
                "TesseractRecognition", "OCRModels", "Recognition", "Imaging", "MRZDetection", "LabelledSamples",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ImageDecodingTests", dependencies: ["ImageDecoding", "Imaging"], resources: [.copy("Fixtures")],
            swiftSettings: settings),
        .testTarget(name: "AccessKeysTests", dependencies: ["AccessKeys", "MRZParsing"], swiftSettings: settings),
        .testTarget(
            name: "ReportingTests", dependencies: ["Reporting", "MRZParsing", "Imaging", "Scanning", "AccessKeys"],
            swiftSettings: settings),
        // The program is run, not imported: it has to be there.
        .testTarget(
            name: "mrz-scanTests",
            dependencies: [
                "mrz-scan", "MRZParsing", "Imaging", "Recognition", "Scanning", "ImageDecoding", "Reporting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EvaluationTests",
            dependencies: [
                "Evaluation", "MRZParsing", "Imaging", "Recognition", "Scanning", "ImageDecoding",
                "TesseractRecognition", "Reporting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PreviewEncodingTests", dependencies: ["PreviewEncoding", "ImageDecoding", "Imaging"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    // C23 for #embed: the model travels inside the binary.
    cLanguageStandard: .gnu2x
)
