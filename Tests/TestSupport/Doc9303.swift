package import MRZParsing

/// The specimens of Doc 9303, of a State that there is not.
package enum Doc9303 {
    /// Doc 9303-4, Appendix B: a passport.
    package static let td3 = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    /// Doc 9303-5, Appendix B: a card.
    package static let td1 = [
        "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    ]
}

extension CalendarDay {
    /// The day for which tests judge documents, the same on every day.
    package static var ofTests: CalendarDay {
        guard let day = CalendarDay(year: 2026, month: 2, day: 28) else { preconditionFailure("a day that exists") }
        return day
    }
}
