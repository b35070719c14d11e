import ArgumentParser
import Chip
import Commands
import Glibc
import ImageDecoding
import MRZParsing
import MRZScan
import Reporting

/// Who is trusted to have issued documents, and for which day.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Authorities that are trusted: certificates (DER, PEM), a master list (CMS), ICAO's LDIF, or a folder of \
            these. Repeatable. Without any, nothing is called genuine.
            """, valueName: "path"),
        completion: .file())
    var csca: [String] = []

    @Option(
        help: ArgumentHelp("Lists of revoked certificates, or a folder of them. Repeatable.", valueName: "path"),
        completion: .file())
    var crl: [String] = []

    @Option(
        help: ArgumentHelp("The day for which certificates must be valid instead of today.", valueName: "yyyy-mm-dd"))
    var today: CalendarDay = .today()

    /// The list; nil when none was given.
    ///
    /// - Throws: `DecodingError` for a path that cannot be read, `ChipError` for a file that is no such list.
    func list() throws -> TrustList? { try Self.list(csca, crl) }

    /// What files and folders hold; nil when none is given.
    ///
    /// - Parameters:
    ///   - csca: hold an authority, and maybe lists of what it has revoked.
    ///   - crl: hold such lists.
    /// - Throws: `DecodingError` for a path that cannot be read, `ChipError` for a file that is no such list.
    static func list(_ csca: [String], _ crl: [String] = []) throws -> TrustList? {
        guard !csca.isEmpty || !crl.isEmpty else { return nil }
        let list = try TrustList()
        for path in csca + crl {
            let isFolder = ChipFolder.isFolder(path)
            try ChipFolder.forEachFile(path) { name, bytes in
                let (leftOut, unreadBefore) = (list.leftOut, list.unreadCertificates)
                guard try add(bytes, to: list) else {
                    let fault =
                        list.leftOut > leftOut
                        ? "is a master list whose signature does not hold, or that is damaged"
                        : "is no certificate and no list of any"
                    guard isFolder else { throw ChipError(.malformed, "\(path) \(fault).") }
                    return note("\(name.printable()) \(fault): it was left out.")
                }
                let count = list.leftOut - leftOut
                if count > 0 {
                    note(
                        "\(name.printable()): master lists left out, as their signature does not hold or they are "
                            + "damaged: \(count).")
                }
                let unread = list.unreadCertificates - unreadBefore
                if unread > 0 {
                    note("\(name.printable()): \(unread) certificates of the list are damaged and were left out.")
                }
            }
        }
        if list.revocationLists == 0, !crl.isEmpty {
            throw ChipError(.malformed, "--crl holds no list of revoked certificates.")
        }
        if list.authorities == 0, !csca.isEmpty { throw ChipError(.malformed, "--csca holds no authority.") }
        return list
    }

    /// Whether a file was one that can be added.
    private static func add(_ file: [UInt8], to list: TrustList) throws(ChipError) -> Bool {
        do throws(ChipError) {
            return try list.add(file) > 0
        } catch {
            guard error.code == .malformed else { throw error }
            return false
        }
    }

    /// The moment that decides.
    var now: Int64 { Self.moment(of: today) }

    /// The moment of a day for which certificates must be valid, in seconds since 1970: now, and of another day its
    /// noon.
    static func moment(of today: CalendarDay) -> Int64 {
        // A list of this afternoon is in force, and was not at noon.
        if today == .today() { return Int64(time(nil)) }
        var noon = tm()
        noon.tm_year = Int32(today.year - 1900)
        noon.tm_mon = Int32(today.month - 1)
        noon.tm_mday = Int32(today.day)
        noon.tm_hour = 12
        return Int64(timegm(&noon))
    }
}
