import Threads

/// What the server counts, as Prometheus reads it. No label holds anything that came from a client.
package final class Metrics: Sendable {
    /// The endpoints, for labels.
    package enum Endpoint: String, Sendable {
        case page, bridge, scan, live, handoff, tickets, preview, metrics, health, openapi, desk, other
    }

    package enum Count: Hashable, Sendable {
        case requests(Endpoint, status: UInt)
        case refused(Refusal)
        case connections
        case webSockets
        case messagesIn
        case messagesOut
        case uploads(UploadAnswer.Outcome)
        case framesSent
        case framesSkipped
        case framesIn
    }

    package enum Gauge: Hashable, Sendable, CaseIterable {
        case connections, webSockets, viewers, uploads, uploadBytes, visitors
    }

    private struct State {
        var counts: [Count: Int] = [:]
        var gauges: [Gauge: Int] = [:]
        var uploadSeconds = Histogram(bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    }

    private let state = Monitor(State())
    private let start = ContinuousClock.now

    package init() {}

    package func add(_ count: Count) { state.update { $0.counts[count, default: 0] += 1 } }
    package func change(_ gauge: Gauge, by step: Int) { state.update { $0.gauges[gauge, default: 0] += step } }
    package func count(of count: Count) -> Int { state.update { $0.counts[count] ?? 0 } }
    package func level(of gauge: Gauge) -> Int { state.update { $0.gauges[gauge] ?? 0 } }

    /// Takes `count` more of what there are `limit` of; false, and none taken, when fewer are left.
    package func take(_ count: Int = 1, of gauge: Gauge, limit: Int) -> Bool {
        state.update { state in
            guard count <= limit - state.gauges[gauge, default: 0] else { return false }
            state.gauges[gauge, default: 0] += count
            return true
        }
    }

    package func uploadTook(_ time: Duration) { state.update { $0.uploadSeconds.add(time / .seconds(1)) } }

    /// Prometheus' text format, version 0.0.4.
    package var text: String {
        let (counts, gauges, seconds) = state.update { ($0.counts, $0.gauges, $0.uploadSeconds) }
        var text = ""
        func family(_ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
            text += "# HELP mrz_scan_\(name) \(help)\n# TYPE mrz_scan_\(name) \(kind)\n"
            for (labels, value) in samples.sorted(by: { $0.labels < $1.labels }) {
                text += "mrz_scan_\(name)\(labels) \(value)\n"
            }
        }
        func single(_ count: Count) -> [(String, Int)] { [("", counts[count] ?? 0)] }
        family(
            "requests_total", "counter", "HTTP requests answered.",
            counts.compactMap { count, value in
                guard case .requests(let route, let status) = count else { return nil }
                return ("{route=\"\(route.rawValue)\",status=\"\(status)\"}", value)
            })
        family(
            "refused_total", "counter", "Requests, connections and messages turned away.",
            Refusal.allCases.map { ("{reason=\"\($0.rawValue)\"}", counts[.refused($0)] ?? 0) })
        family(
            "uploads_total", "counter", "Uploads read, by the best result in them.",
            UploadAnswer.Outcome.allCases.map { ("{status=\"\($0.rawValue)\"}", counts[.uploads($0)] ?? 0) })
        family("connections_total", "counter", "Connections accepted.", single(.connections))
        family("websockets_total", "counter", "WebSockets opened.", single(.webSockets))
        family(
            "websocket_messages_total", "counter", "Messages over the bridge.",
            [("{direction=\"in\"}", counts[.messagesIn] ?? 0), ("{direction=\"out\"}", counts[.messagesOut] ?? 0)])
        family("preview_frames_sent_total", "counter", "Frames sent to viewers.", single(.framesSent))
        family(
            "preview_frames_skipped_total", "counter", "Frames that a viewer was too slow for.", single(.framesSkipped))
        family("visitor_frames_total", "counter", "Frames of visitors' cameras.", single(.framesIn))
        for gauge in Gauge.allCases {
            family(gauge.name, "gauge", gauge.help, [("", gauges[gauge] ?? 0)])
        }
        text += seconds.text("mrz_scan_upload_seconds", "From the end of an upload to its answer.")
        let uptime = (ContinuousClock.now - start) / .seconds(1)
        text += "# HELP mrz_scan_uptime_seconds Since the start.\n# TYPE mrz_scan_uptime_seconds gauge\n"
        text += "mrz_scan_uptime_seconds \(Int(uptime))\n"
        return text
    }
}

extension Metrics.Gauge {
    fileprivate var name: String {
        switch self {
        case .connections: "connections"
        case .webSockets: "websockets"
        case .viewers: "preview_viewers"
        case .uploads: "uploads_open"
        case .uploadBytes: "upload_bytes"
        case .visitors: "visitors"
        }
    }

    fileprivate var help: String {
        switch self {
        case .connections: "Connections open now."
        case .webSockets: "WebSockets open now."
        case .viewers: "Clients that watch the viewfinder now."
        case .uploads: "Uploads waiting or being read now."
        case .uploadBytes: "Bytes held now of uploads that have not all come."
        case .visitors: "WebSockets of visitors' cameras open now."
        }
    }
}
