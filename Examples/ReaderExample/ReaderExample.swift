import MRZScan

// What `mrz-scan --format jsonl` prints of the pictures that are named.

@main
struct ReaderExample {
    static func main() throws {
        let reader = MRZReader()
        for path in CommandLine.arguments.dropFirst() {
            for report in try reader.read(path: path) { print(report.json.text) }
        }
    }
}
