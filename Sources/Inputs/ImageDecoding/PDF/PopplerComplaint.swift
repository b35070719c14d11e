/// What poppler's programs write to their standard error stream about a document.
package enum PopplerComplaint {
    /// What lines begin with that tell of damage to the document or, from libjpeg, to a picture in it.
    private static let beginnings = [
        "Syntax Error", "Syntax Warning", "Internal Error", "Corrupt JPEG data", "Premature end of JPEG file",
    ]
    /// What they say where text or an annotation is left out that viewers may draw. Of text that nobody is to see, as
    /// behind a scan, poppler looks for no font.
    private static let losses = [
        "couldn't find a font", "couldn't create a font", "unknown font tag", "no font in show", "bad annot",
    ]
    /// What they are about where nothing is lost that a scan shows: sound documents have that.
    private static let harmless = [
        "font", "icc", "color space", "colorspace", "optional content", "annot", "acroform", "extraneous",
    ]

    /// Whether any of the lines does. They may quote the document, and are never passed on.
    package static func tellDamage(_ complaints: [UInt8]) -> Bool {
        String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
            let words = line.lowercased()
            return beginnings.contains(where: line.hasPrefix)
                && (losses.contains(where: words.contains) || !harmless.contains(where: words.contains))
        }
    }
}
