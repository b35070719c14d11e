import Glibc
public import MRZParsing

extension CalendarDay {
    /// The system's date where the system is.
    public static func today() -> CalendarDay {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        guard
            let day = CalendarDay(
                year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
        else { preconditionFailure("the system's calendar has only days that exist") }
        return day
    }
}
