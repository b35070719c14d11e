import Reporting

extension Markup {
    /// A share as a number with a bar behind it.
    static func bar(_ share: Double?) -> String {
        guard let share else { return "–" }
        let width = Figure.fixed(share * 100, places: 1)
        return "<span class=\"bar\" style=\"--share:\(width)%\"><i></i><b>\(Figure.percent(share))</b></span>"
    }

    /// A number that should be nought.
    static func alarm(_ count: Int) -> String { count == 0 ? "0" : "<strong class=\"bad\">\(count)</strong>" }
}

/// Elements of a chart, in the pixels of its view box.
enum SVG {
    static func chart(width: Double, height: Double, title: String, _ body: String) -> String {
        """
        <svg viewBox="0 0 \(n(width)) \(n(height))" role="img" aria-label="\(Markup.escape(title))" \
        style="max-width:\(n(width))px"><title>\(Markup.escape(title))</title>\(body)</svg>

        """
    }

    static func text(_ text: String, _ x: Double, _ y: Double, _ style: String = "", title: String? = nil) -> String {
        let hint = title.map { "<title>\(Markup.escape($0))</title>" } ?? ""
        return "<text x=\"\(n(x))\" y=\"\(n(y))\" class=\"\(style)\">\(hint)\(Markup.escape(text))</text>"
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> String {
        "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"\(style)\"/>"
    }

    /// A number with one decimal at most.
    static func n(_ value: Double) -> String {
        let text = Figure.fixed(value, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
