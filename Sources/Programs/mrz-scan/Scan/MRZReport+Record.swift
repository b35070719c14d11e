import JSON
import MRZParsing
import Reporting
import Scanning

extension MRZReport {
    /// The report of a result that was written down, without what was seen of it; nil when it has no MRZ.
    ///
    /// It is verified only if the record says so and the check digits do so again.
    init?(_ record: ResultRecord, asOf today: CalendarDay) {
        guard let format = record.format.flatMap(MRZFormat.named), let lines = record.json["lines"]?.array
        else { return nil }
        do throws(MRZParsingError) {
            let mrz = try MRZ(lines.compactMap(\.string), format: format)
            if record.status == .verified {
                self.init(mrz, isDamaged: record.isDamaged, asOf: today)
            } else {
                self.init(
                    mrz,
                    status: .unverified(
                        mrz.objections(asOf: today), [record.isDamaged ? .damaged : .weakEvidence]),
                    isDamaged: record.isDamaged, asOf: today)
            }
        } catch {
            return nil
        }
    }
}
