extension StateCode {
    /// The codes of ICAO Doc 9303-3, 5, parts B to F, and what old or unusual documents carry besides.
    static let beyondISO: [StateCode] =
        [utopia]
        + table(
            .country,
            """
            D Germany
            """)
        + table(
            .british,
            """
            GBD British Overseas Territories Citizen
            GBN British National (Overseas)
            GBO British Overseas Citizen
            GBP British Protected Person
            GBS British Subject
            """)
        + table(
            .organisation,
            """
            EUE European Union
            IAO International Civil Aviation Organization
            UNA United Nations specialised agency
            UNK United Nations Interim Administration Mission in Kosovo
            UNO United Nations Organization
            XBA African Development Bank
            XCC Caribbean Community
            XCE Council of Europe
            XCO Common Market for Eastern and Southern Africa
            XDC Southern African Development Community
            XEC Economic Community of West African States
            XES Organization of Eastern Caribbean States
            XIM African Export-Import Bank
            XMP Parliamentary Assembly of the Mediterranean
            XOM Sovereign Military Order of Malta
            XPO International Criminal Police Organization (INTERPOL)
            """)
        + table(
            .person,
            """
            XXA Stateless person (Convention of 1954)
            XXB Refugee (Convention of 1951, Protocol of 1967)
            XXC Refugee, other
            XXX Unspecified nationality
            """)
        + table(
            .deFacto,
            """
            RKS Kosovo
            XXK Kosovo
            """)
        + table(
            .deprecated,
            """
            ANT Netherlands Antilles
            NTZ Neutral Zone
            """)
        + table(
            .historic,
            """
            CSK Czechoslovakia
            DDR German Democratic Republic
            SCG Serbia and Montenegro
            SUN Soviet Union
            YUG Yugoslavia
            ZAR Zaire
            """)

    /// Reads lines of a code, a space and a name.
    static func table(_ status: Status, _ text: String) -> [StateCode] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return StateCode(code: String(parts[0]), name: String(parts[1]), status: status)
        }
    }
}
