import Foundation
import LoopbackClient
import Testing

/// Every row of the contracts, against every host of the program.
@Suite(.timeLimit(.minutes(40))) struct HostConformanceTests {
    @Test(arguments: ["bridge", "serve", "launch"])
    func rows(_ kind: String) async {
        // Hosts are waited for on a thread of their own: those that tests share are few.
        let failures = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Self.failures(of: kind)) }
        }
        for failure in failures { Issue.record("\(failure)") }
    }

    private static func failures(of kind: String) -> [String] {
        do {
            return try Row.all().filter { $0.dialect != nil && $0.hosts.contains(kind) }.compactMap { row in
                do {
                    try run(row, on: kind)
                    return nil
                } catch {
                    return "\(kind): \(row): \(error)"
                }
            }
        } catch {
            return ["\(error)"]
        }
    }

    private struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    private static func run(_ row: Row, on kind: String) throws {
        let host = try RunHost(kind, dialect: row.dialect ?? "", needs: row.needs)
        var pattern = Pattern()
        func refuse(_ message: Any) throws {
            if row.never.contains(where: { pattern.matches(message, $0) }) {
                throw Difference(description: "\(shown(message)) came, which may not")
            }
        }
        for step in row.steps {
            try host.send(try pattern.filled(step.send))
            var awaited = step.get
            var last: Any?
            while !awaited.isEmpty {
                let message: Any
                do {
                    message = try host.receive()
                } catch {
                    throw Difference(description: "\(awaited) did not come, but \(shown(last)); \(error)")
                }
                last = message
                try refuse(message)
                var isTaken = false
                awaited = awaited.filter { expected in
                    if !isTaken, pattern.matches(message, expected) { isTaken = true } else { return true }
                    return false
                }
            }
        }
        let isOver = kind == "launch" && row.outcome != nil
        let (status, events) = try host.finish(isOver: isOver)
        for event in events { try refuse(event) }
        var heard = events[...]
        for expected in row.events {
            guard let index = heard.firstIndex(where: { pattern.matches($0, expected) }) else {
                throw Difference(description: "\(expected) was not heard among \(events.map { $0["event"] ?? "" })")
            }
            heard = heard[(index + 1)...]
        }
        guard kind == "launch" else {
            let wanted = kind == "bridge" && row.needs.contains("camera") ? 130 : 0
            if status != wanted { throw Difference(description: "exit status \(status)") }
            return
        }
        let outcome = events.last ?? [:]
        guard let wanted = row.outcome else {
            // It was told to stop.
            if status != 130 || outcome["outcome"] as? String != "cancelled" {
                throw Difference(description: "exit status \(status) with \(outcome["outcome"] ?? "no outcome")")
            }
            return
        }
        let isSuccess = outcome["outcome"] as? String == "success"
        if !pattern.matches(outcome, wanted) || status != (isSuccess ? 0 : 1) {
            throw Difference(description: "ended with \(status), \(shown(outcome))")
        }
    }

    /// The rows are of invented people, but some messages are long.
    private static func shown(_ message: Any?) -> String { String("\(message ?? "nothing")".prefix(300)) }

    /// A row that another test shows names one that there is.
    @Test func testsOfRows() throws {
        let tests = ServedProgram.repository.appending(path: "Tests")
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(
                text.matches(of: /@Test(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s+func ([A-Za-z]+)\(/).map {
                    String($0.1)
                })
        }
        #expect(names.count > 500)
        for row in try Row.all() {
            if let test = row.test { #expect(names.contains(test), "\(row): \(test)") }
            #expect((row.test == nil) != (row.dialect == nil), "\(row)")
        }
    }

    /// With `MRZ_SCAN_CONFORMANCE=write` the page is written anew.
    @Test func thePageIsTheMatrix() throws {
        let page = ServedProgram.repository.appending(path: "docs/conformance.md")
        let text = ConformancePage.text(try Row.all())
        if ProcessInfo.processInfo.environment["MRZ_SCAN_CONFORMANCE"] == "write" {
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
