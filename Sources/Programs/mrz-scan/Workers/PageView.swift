import ImageDecoding
import Imaging
import JSON
import MRZScan
import PreviewEncoding
import Reporting
import Scanning

/// A page to look at: smaller, and the lines of a zone on it cut straight.
struct PageView: Sendable {
    /// The size of the page, upright, in pixels of the input.
    let size: PixelSize
    /// JPEG files: the page, then a picture for each line of the zone, if it was found again.
    let pictures: [[UInt8]]

    /// The longer side of a page that is shown, in pixels.
    private static let longSide = 1600
    private static let quality = 82

    /// What is to be shown.
    struct Request: Sendable, Equatable {
        /// The page, from 0.
        var page: Int
        /// Where the zone is, in pixels of the input, with its lines and the characters of the longest; nil for none.
        var zone: Zone?

        struct Zone: Sendable, Equatable {
            let quad: Quad
            let lines: Int
            let columns: Int
        }
    }

    init(size: PixelSize, pictures: [[UInt8]]) {
        self.size = size
        self.pictures = pictures
    }

    /// Decodes a page, here in this process.
    ///
    /// - Throws: `DecodingError`.
    init(of image: EncodedImage, _ request: Request) throws(DecodingError) {
        let picture = try image.picture(page: request.page, longSide: MRZReader.longSide, color: true)
        var pictures = [picture.shrunk(toLongSide: Self.longSide)]
        if let zone = request.zone {
            let place = zone.quad.scaled(by: 1 / picture.reduction)
            let cuts = MRZScanner.Configuration()
                .cuts(of: place, lines: zone.lines, columns: zone.columns, in: picture)
            pictures += (cuts?.lines ?? []).map { Picture(gray: $0) }
        }
        let files = pictures.compactMap { $0.jpeg(quality: Self.quality) }
        guard files.count == pictures.count else {
            throw DecodingError(.outOfMemory, "The page could not be shown for want of memory.")
        }
        self.init(size: try image.size(ofPage: request.page), pictures: files)
    }
}

extension PageView: CustomStringConvertible, CustomReflectable {
    /// How many pictures; what they show is personal data.
    var description: String { "PageView(\(pictures.count))" }
    var customMirror: Mirror { Mirror(self, children: ["count": pictures.count]) }
}

/// What the processes say to one another about it: JSON in frames; the pictures come after in frames of their own.
enum ViewMessage {
    case wanted(PageView.Request)
    case view(PixelSize, pictures: Int)
    case failed(ScanReport.Failure)

    static let maxBytes = 1 << 16
    /// The most bytes of a picture.
    static let maxPictureBytes = 16 << 20
    /// A page and its lines.
    static let maxPictures = 4

    var bytes: [UInt8] { Array(json.text.utf8) }

    private var json: JSONValue {
        switch self {
        case .wanted(let request):
            guard let zone = request.zone else { return ["wanted": .integer(request.page)] }
            return [
                "wanted": .integer(request.page), "lines": .integer(zone.lines), "columns": .integer(zone.columns),
                "quad": .array(zone.quad.corners.map { [.exact($0.x), .exact($0.y)] }),
            ]
        case .view(let size, let pictures):
            return [
                "width": .integer(size.width), "height": .integer(size.height), "pictures": .integer(pictures),
            ]
        case .failed(let failure): return JSONValue(failure: failure.code, failure.message)
        }
    }

    /// What was sent as `bytes`; nil when it is no message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(reading: bytes) else { return nil }
        if let page = json["wanted"]?.integer {
            let zone = Quad(json["quad"]).flatMap { quad -> PageView.Request.Zone? in
                guard let lines = json["lines"]?.integer, let columns = json["columns"]?.integer,
                    (1...3).contains(lines), (1...44).contains(columns)
                else { return nil }
                return .init(quad: quad, lines: lines, columns: columns)
            }
            self = .wanted(.init(page: page, zone: zone))
        } else if let width = json["width"]?.integer, let height = json["height"]?.integer,
            let pictures = json["pictures"]?.integer, (1...Self.maxPictures).contains(pictures), width > 0, height > 0
        {
            self = .view(PixelSize(width: width, height: height), pictures: pictures)
        } else if let (code, message) = json.failure {
            self = .failed(.init(code: code, message: message))
        } else {
            return nil
        }
    }
}

extension Quad {
    /// The corners under `quad` of a result; nil when they are not there.
    init?(_ json: JSONValue?) {
        let corners = (json?.array ?? []).compactMap { corner -> Point? in
            guard let x = corner.array?.first?.double, let y = corner.array?.last?.double else { return nil }
            return Point(x: x, y: y)
        }
        guard corners.count == 4 else { return nil }
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }
}
