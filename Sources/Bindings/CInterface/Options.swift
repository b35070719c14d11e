import CMRZScan
import MRZParsing
import MRZScan
import OCRModels
import Recognition

extension MRZReader.Configuration {
    /// What the options ask for; the usual for NULL.
    init(_ given: UnsafePointer<mrzscan_options>?) throws(CallFailure) {
        self.init()
        guard given != nil else { return }
        let options = try known(given, zero: mrzscan_options(), named: "options")
        if let path = try text(options.model, named: "path of the model") {
            do throws(RecognitionError) {
                model = try OCRModel(path: path)
            } catch {
                throw CallFailure(error)
            }
        }
        if let day = try text(options.today, named: "day") {
            guard let day = CalendarDay(isoString: day) else {
                throw .wrongCall("The day is not a date such as 2026-02-28.")
            }
            today = day
        }
        func limit(_ value: UInt64, _ usual: Int) -> Int { value == 0 ? usual : Int(clamping: value) }
        limits.maxBytes = limit(options.max_bytes, limits.maxBytes)
        limits.maxPixels = limit(options.max_pixels, limits.maxPixels)
        limits.maxPages = limit(options.max_pages, limits.maxPages)
        limits.heifProgram = try text(options.heif_program, named: "path of the program")
        givesAccessKeys = options.access_keys
    }
}
