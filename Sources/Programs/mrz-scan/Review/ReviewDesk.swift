import BridgeServer
import Commands
import JSON
import MRZParsing
import MRZScan
import Reporting
import ResultStore

/// Answers the page of `mrz-scan review`: what is to be looked at, how it looks, and what a clerk makes of it. It
/// belongs to one thread.
final class ReviewDesk {
    private let store: ReviewStore
    private let name: String
    private let clerk: String
    private let today: CalendarDay
    private let pages: StoredPages
    /// Pages that were shown last, by item: a page is asked for in parts, and the next one ahead of its turn.
    private var views: [(id: String, view: PageView)] = []
    private static let maxViews = 4

    /// - Parameters:
    ///   - name: what the page calls the store.
    ///   - clerk: who corrects.
    init(_ store: ReviewStore, name: String, clerk: String, _ settings: WorkerSettings) {
        self.store = store
        self.name = name
        self.clerk = clerk
        // What is corrected is judged by the day by which the readings were.
        today = store.options["--today"].flatMap(CalendarDay.init(argument:)) ?? .today()
        pages = StoredPages(settings)
    }

    func answer(_ request: DeskRequest) -> DeskAnswer {
        do throws(ResultStoreError) {
            switch (request.name, request.isPost) {
            case ("items", false): return .json(try list().text)
            case ("item", false): return try item(request.id)
            case ("view", false): return try view(request.id)
            case ("picture", false): return try picture(request.id, request.part)
            case ("correct", true): return try correct(request.id, request.body)
            default: return .refused(code: "not_found", message: "Nothing is here.")
            }
        } catch {
            note("error: \(error)")
            return .refused(code: "store", message: "The store could not be used.")
        }
    }

    private static let noItem = DeskAnswer.refused(code: "not_found", message: "The store has no such result.")

    // MARK: What there is

    private func list() throws(ResultStoreError) -> JSONValue {
        let items = try store.items().map { item -> JSONValue in
            let json = item.record.json
            var reasons: [String] = []
            for reason in (json["reasons"]?.array ?? []).compactMap({ $0["code"]?.string })
            where !reasons.contains(reason) {
                reasons.append(reason)
            }
            var members: [JSONValue.Member] = [
                .init("id", .string(item.id)), .init("source", .string(item.record.source)),
                .init("status", .string(item.record.status.rawValue)),
                .init("reasons", .array(reasons.map { .string($0) })),
                .init("isDamaged", .bool(item.record.isDamaged)), .init("isDone", .bool(!item.corrections.isEmpty)),
            ]
            if let page = item.record.page { members.append(.init("page", .integer(page))) }
            if let code = item.record.errorCode { members.append(.init("error", .string(code))) }
            return .object(members)
        }
        return [
            "store": .string(name), "clerk": .string(clerk), "formats": .array(FormatTable.json),
            "items": .array(items),
        ]
    }

    private func item(_ id: String) throws(ResultStoreError) -> DeskAnswer {
        guard let item = try store.item(id) else { return Self.noItem }
        let answer: JSONValue = [
            "id": .string(item.id), "record": item.record.json, "corrections": .array(item.corrections.map(\.json)),
            "canBeCorrected": .bool(item.file.image != nil),
        ]
        return .json(answer.text)
    }

    // MARK: How it looks

    private func view(_ id: String) throws(ResultStoreError) -> DeskAnswer {
        guard let item = try store.item(id) else { return Self.noItem }
        do throws(ViewFailure) {
            let view = try shown(item)
            let answer: JSONValue = [
                "width": .integer(view.size.width), "height": .integer(view.size.height),
                "lines": .integer(view.pictures.count - 1),
            ]
            return .json(answer.text)
        } catch {
            let answer: JSONValue = ["missing": .string(error.failure.code)]
            return .json(answer.text)
        }
    }

    /// Part 0 is the page, and each further one a line of the zone.
    private func picture(_ id: String, _ part: String) throws(ResultStoreError) -> DeskAnswer {
        guard let item = try store.item(id), let part = Int(part) else { return Self.noItem }
        do throws(ViewFailure) {
            let pictures = try shown(item).pictures
            guard pictures.indices.contains(part) else { return Self.noItem }
            return .jpeg(pictures[part])
        } catch {
            return Self.noItem
        }
    }

    private func shown(_ item: ReviewItem) throws(ViewFailure) -> PageView {
        if let known = views.first(where: { $0.id == item.id }) { return known.view }
        let view = try pages.view(of: item.record, from: item.file)
        views = [(item.id, view)] + views.prefix(Self.maxViews - 1)
        return view
    }

    // MARK: What a clerk makes of it

    /// The body has `format` and `lines`, or no lines for a page without an MRZ.
    private func correct(_ id: String, _ body: [UInt8]) throws(ResultStoreError) -> DeskAnswer {
        guard let item = try store.item(id), item.file.image != nil else { return Self.noItem }
        guard let json = JSONValue(reading: body), let given = json["lines"]?.array else {
            return .refused(code: "bad_request", message: "The request has no lines.")
        }
        let lines = given.compactMap(\.string)
        // What is left of something else would be kept as a page without an MRZ.
        guard lines.count == given.count else {
            return .refused(code: "bad_request", message: "The lines are to be texts.")
        }
        var after: JSONValue = ["lines": .array([])]
        if !lines.isEmpty {
            guard let format = json["format"]?.string.flatMap(MRZFormat.named) else {
                return .refused(code: "bad_lines", message: "There is no such layout.")
            }
            do throws(MRZParsingError) {
                let report = MRZReport(try MRZ(lines, format: format), asOf: today)
                after = .object(report.members.filter { ["format", "lines", "fields", "checks"].contains($0.key) })
            } catch {
                return .refused(code: "bad_lines", message: "These lines do not fit the layout.")
            }
        }
        return .json(try store.add(after, to: item, by: clerk).json.text)
    }
}
