/// Text as HTML and SVG want it.
package enum Markup {
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
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
