import ArgumentParser
import Chip
import Commands
import Glibc
import ImageDecoding
import MRZParsing
import MRZScan

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
    func list() throws -> TrustList? {
        let list = try Self.list(csca + crl)
        if let list, list.authorities == 0, !csca.isEmpty {
            throw ChipError(.malformed, "--csca holds no authority.")
        }
        return list
    }

    /// What files and folders hold; nil when none is given.
    static func list(_ paths: [String]) throws -> TrustList? {
        guard !paths.isEmpty else { return nil }
        let list = try TrustList()
        for path in paths {
            let files = try ChipFolder.files(path)
            for (name, bytes) in files {
                if try add(bytes, to: list) { continue }
                guard files.count > 1 else {
                    throw ChipError(.malformed, "\(path) is no certificate and no list of any.")
                }
                note("\(name) is no certificate and no list of any: it was left out.")
            }
        }
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

    /// Noon of the day that decides.
    var now: Int64 { Self.noon(of: today) }

    /// Noon of a day, in seconds since 1970.
    static func noon(of today: CalendarDay) -> Int64 {
        var noon = tm()
        noon.tm_year = Int32(today.year - 1900)
        noon.tm_mon = Int32(today.month - 1)
        noon.tm_mday = Int32(today.day)
        noon.tm_hour = 12
        return Int64(timegm(&noon))
    }
}
