import FuzzTargets
import Glibc

/// The target is the name that the program is called by: `make fuzz` links one program to a name for each.
private let target: FuzzTarget? = {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return FuzzTarget.all.first { $0.name == name }
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else {
        let names = FuzzTarget.all.map(\.name).joined(separator: " ")
        _ = "the program is called by the name of one of: \(names)\n".withCString {
            write(STDERR_FILENO, $0, strlen($0))
        }
        exit(64)
    }
    target.run(Array(UnsafeBufferPointer(start: bytes, count: min(count, target.maxBytes))))
    return 0
}
