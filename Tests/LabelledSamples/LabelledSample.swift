package import Foundation
import ImageDecoding
package import Imaging

/// One page of `Samples/` and what its label says; only for tests.
package struct LabelledSample: Decodable, Sendable {
    /// The path within `Samples/`.
    package let image: String
    /// Counted from 1.
    package let page: Int
    /// The layout's name, or `NONE`.
    package let format: String
    /// The lines as printed.
    package let lines: [String]
    private let corners: [[Double]]?
    /// How far the text is turned clockwise, in degrees.
    package let orientation: Double
    package let mirrored: Bool

    private enum CodingKeys: String, CodingKey {
        case image, page, format, lines, corners, orientation, mirrored
    }

    /// Why there is no such sample.
    package struct Missing: Error { let image: String }

    /// The label of a page.
    ///
    /// - Throws: `Missing` when no label names it; what reading the labels throws.
    package init(_ image: String, page: Int = 1) throws {
        let labels = try String(contentsOf: Repository.root.appending(path: "Samples/labels.jsonl"), encoding: .utf8)
        for line in labels.split(separator: "\n") where line.contains(image) {
            let label = try JSONDecoder().decode(LabelledSample.self, from: Data(line.utf8))
            guard label.image == image, label.page == page else { continue }
            self = label
            return
        }
        throw Missing(image: image)
    }

    /// The corners of the zone, in pixels of the upright picture; nil when there is no zone.
    package var quad: Quad? {
        guard let corners, corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { return nil }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    /// The page, decoded as the program decodes it but with all its pixels.
    package func picture() throws -> Picture {
        try EncodedImage(path: Repository.root.appending(path: "Samples/" + image).path).picture(page: page - 1)
    }
}

/// Where the tests find what lies in the repository.
package enum Repository {
    /// The folder that holds `Package.swift`.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
