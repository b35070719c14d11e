/// Text as HTML and SVG want it.
package enum Markup {
    package static func escape(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        // By scalars: `<` and a mark above it are one Character, and a tag all the same.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// A table whose first column is text and whose others are numbers. Cells are HTML.
    package static func table(_ head: [String], _ rows: [[String]]) -> String {
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
        }
        return "<div class=\"scroll\"><table><thead>\(row(head.map(escape), "th"))</thead><tbody>\n"
            + rows.map { row($0, "td") }.joined(separator: "\n") + "</tbody></table></div>\n"
    }

    package static func section(_ title: String, _ lead: String, _ body: String) -> String {
        "<section><h2>\(escape(title))</h2><p class=\"lead\">\(escape(lead))</p>\n\(body)</section>\n"
    }
}
