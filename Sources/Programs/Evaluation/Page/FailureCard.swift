import Imaging
import Reporting

/// One page that failed: its picture with the corners in it, and the lines beside each other.
struct FailureCard {
    let verdict: PageVerdict
    let previews: FailurePreviews?

    var html: String {
        var body = "<h3>\(Markup.escape(verdict.label.name))</h3><p>\(tags)</p>"
        if let previews {
            let closeUp = previews.closeUp.map { picture($0, "close-up") } ?? ""
            body += "<div class=\"pictures\">\(picture(previews.whole, "whole"))\(closeUp)</div>"
        }
        if let failure = verdict.reading.failure { body += "<p class=\"bad\">\(Markup.escape(failure))</p>" }
        body += verdict.documents.filter { !$0.outcome.isExact }.map(lines).joined()
        body += verdict.unexpected.map(unexpected).joined()
        return "<article>\(body)</article>\n"
    }

    private func unexpected(_ zone: PageReading.Zone) -> String {
        let vouched = zone.isVerified == true
        let sentence = vouched ? "It was called verified, but it does not stand there." : "It was reported."
        let isShown = verdict.documents.contains { !$0.outcome.isExact && $0.zone == zone }
        let lines = isShown ? "" : "<pre>\(zone.lines.map(Markup.escape).joined(separator: "\n"))</pre>"
        return "<p class=\"\(vouched ? "bad" : "muted")\">\(sentence)</p>\(lines)"
    }

    private var tags: String {
        let label = verdict.label
        let conditions = label.conditions.map { name in label.levels[name].map { "\(name) \($0)" } ?? name }
        return
            "<span class=\"tag \(verdict.falseVerified.isEmpty ? "" : "bad")\">"
            + "\(Markup.escape(verdict.summary))</span> "
            + (conditions + [label.difficulty].compactMap(\.self)).map {
                "<span class=\"tag\">\(Markup.escape($0))</span>"
            }
            .joined(separator: " ")
    }

    private func picture(_ preview: Preview, _ kind: String) -> String {
        let (x, y) = (SVG.n(preview.origin.x), SVG.n(preview.origin.y))
        let (width, height) = (SVG.n(preview.width), SVG.n(preview.height))
        let expected = verdict.label.documents.compactMap(\.quad).map { polygon($0, "expected") }
        let read = verdict.reading.zones.compactMap(\.quad).map { polygon($0, "read") }
        return """
            <svg class="\(kind)" viewBox="\(x) \(y) \(width) \(height)" role="img" aria-label="\(kind)">\
            <image x="\(x)" y="\(y)" width="\(width)" height="\(height)" href="\(preview.uri)" \
            preserveAspectRatio="none"/>\(expected.joined())\(read.joined())</svg>
            """
    }

    private func polygon(_ quad: Quad, _ style: String) -> String {
        let points = quad.corners.map { "\(SVG.n($0.x)),\(SVG.n($0.y))" }.joined(separator: " ")
        return "<polygon points=\"\(points)\" class=\"\(style)\"/>"
    }

    private func lines(of document: DocumentVerdict) -> String {
        let pairs = Alignment.lines(expected: document.document.lines, read: document.zone?.lines ?? [])
        let rows = pairs.map { pair in
            let label = row("label", pair.columns, \.expected, "was")
            return label + (document.zone == nil ? "" : row("read", pair.columns, \.read, "is"))
        }
        let nothing = document.zone == nil ? "<p class=\"muted\">Nothing was read.</p>" : ""
        return "<table class=\"lines\">\(rows.joined())</table>\(nothing)"
    }

    private func row(
        _ name: String, _ columns: [Alignment.Column], _ side: KeyPath<Alignment.Column, Character?>, _ style: String
    ) -> String {
        let cells = columns.map { column in
            // A place where one text has nothing keeps its width.
            let character = column[keyPath: side].map { Markup.escape(String($0)) } ?? "·"
            return column.isEqual ? character : "<mark class=\"\(style)\">\(character)</mark>"
        }
        return "<tr class=\"\(name)\"><th>\(name)</th><td>\(cells.joined())</td></tr>"
    }
}
