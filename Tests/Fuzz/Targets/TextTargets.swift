import Bridge
import BridgeServer
import Evaluation
import ImageDecoding
import JSON

extension FuzzTarget {
    /// What is read as JSON is written and read as the same.
    static let json = FuzzTarget("json", maxBytes: 4096) { bytes in
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            demand((0...bytes.count).contains(error.offset), "the place of an error is in the text")
            return
        }
        do {
            let again = try JSONValue(parsing: value.text)
            demand(again.text == value.text, "JSON is written twice alike")
        } catch {
            demand(false, "what was written as JSON is JSON")
        }
    }

    /// A form of which the first byte says how long the `Content-Type` is.
    static let form = FuzzTarget("form", maxBytes: 4096) { bytes in
        var dice = Dice(bytes)
        let type = String(decoding: dice.bytes(dice.below(100)), as: UTF8.self)
        let boundary = MultipartForm.boundary(contentType: "multipart/form-data" + type)
        let body = dice.remainder
        do throws(MultipartForm.Failure) {
            let upload = try MultipartForm.file(in: body, boundary: boundary ?? "b")
            demand(upload.bytes.count <= body.count, "a file is no longer than its form")
        } catch {
            _ = error.message
        }
    }

    static let labels = FuzzTarget("labels", maxBytes: 4096) { bytes in
        do throws(LabelError) {
            let list = try Label.list(jsonLines: String(decoding: bytes, as: UTF8.self))
            demand(!list.isEmpty && Set(list.map(\.name)).count == list.count, "pages are labelled once")
        } catch {
            _ = error.description
        }
    }

    /// What poppler's programs might answer.
    static let poppler = FuzzTarget("poppler", maxBytes: 2048) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let images = PDFListing.images(text)
        _ = PDFListing.hasFonts(text)
        let count = min(PDFListing.pageCount(text) ?? 1, 1000)
        guard count > 0, let pages = PDFListing.pages(text, count: count) else { return }
        for page in pages {
            for scan in [nil, images.first] {
                guard let size = PDFPage.drawnSize(of: page, images: images, scan: scan) else { continue }
                demand(max(size.width, size.height) <= 10_000 && min(size.width, size.height) > 0, "a page has a size")
            }
            for image in images { _ = PDFPage.covers(image, page) }
        }
    }
}
