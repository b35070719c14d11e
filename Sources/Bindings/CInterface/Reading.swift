public import CMRZScan
import ImageDecoding
import MRZScan
import Recognition
import Reporting

/// What `mrzscan_reader` points to.
private final class Reader: Sendable {
    let reader: MRZReader
    let maxBytes: Int

    init(_ configuration: MRZReader.Configuration) {
        reader = MRZReader(configuration)
        maxBytes = configuration.limits.maxBytes
    }
}

private let version = CText(MRZReader.version)

@_cdecl("mrzscan_version")
public func libraryVersion() -> UnsafePointer<CChar>? { version.pointer }

@_cdecl("mrzscan_reader_new")
public func makeReader(
    _ options: UnsafePointer<mrzscan_options>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    attempt(error) { () throws(CallFailure) in handle(to: Reader(try MRZReader.Configuration(options))) }
}

@_cdecl("mrzscan_reader_load")
public func loadReader(_ reader: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    attempt(error) { () throws(CallFailure) in
        let reader = try object(Reader.self, behind: reader, named: "reader").reader
        try recognizing { () throws(RecognitionError) in try reader.load() }
        return true
    } ?? false
}

@_cdecl("mrzscan_reader_free")
public func freeReader(_ reader: OpaquePointer?) { release(Reader.self, behind: reader) }

@_cdecl("mrzscan_read_path")
public func readPath(
    _ reader: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    results(of: reader, error) { reader throws(CallFailure) in
        guard let path else { throw .wrongCall("The path is NULL.") }
        guard let name = String(validatingCString: path) else {
            let failure = DecodingError(.unreadableName, "The name of the file is no UTF-8.")
            return [ScanReport(source: sourceName(path), outcome: .failed(.init(failure)))]
        }
        return try recognizing { () throws(RecognitionError) in try reader.reader.read(path: name) }
    }
}

@_cdecl("mrzscan_read_bytes")
public func readBytes(
    _ reader: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int, _ source: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    results(of: reader, error) { reader throws(CallFailure) in
        let given = try memory(bytes, count)
        // One byte more than is read says that there are too many.
        let file = Array(given.prefix(reader.maxBytes &+ 1 > 0 ? reader.maxBytes &+ 1 : reader.maxBytes))
        return try recognizing { () throws(RecognitionError) in
            try reader.reader.read(bytes: file, source: sourceName(source))
        }
    }
}

@_cdecl("mrzscan_read_pixels")
public func readPixels(
    _ reader: OpaquePointer?, _ pixels: UnsafePointer<mrzscan_pixels>?, _ source: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    results(of: reader, error) { reader throws(CallFailure) in
        let buffer = try PixelBuffer(pixels)
        return try recognizing { () throws(RecognitionError) in
            try reader.reader.read(buffer, source: sourceName(source))
        }
    }
}

@_cdecl("mrzscan_parse")
public func parseText(
    _ reader: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ count: Int, _ source: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    results(of: reader, error) { reader throws(CallFailure) in
        // One byte more than is read says that there are too many.
        let bytes = try memory(text, count).prefix(MRZReader.maxTextBytes + 1)
        return reader.reader.parse(String(decoding: bytes, as: UTF8.self), source: sourceName(source))
    }
}

/// A handle to what `read` gives of the reader.
private func results(
    of reader: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ read: (Reader) throws(CallFailure) -> [ScanReport]
) -> OpaquePointer? {
    attempt(error) { () throws(CallFailure) in
        handle(to: Results(try read(try object(Reader.self, behind: reader, named: "reader"))))
    }
}

/// The caller's bytes; none may be NULL.
private func memory(_ bytes: UnsafeRawPointer?, _ count: Int) throws(CallFailure) -> UnsafeRawBufferPointer {
    guard count >= 0, bytes != nil || count == 0 else { throw .wrongCall("The bytes are NULL.") }
    return UnsafeRawBufferPointer(start: bytes, count: count)
}

/// What `body` gives; its error as C is told.
func recognizing<Value>(_ body: () throws(RecognitionError) -> Value) throws(CallFailure) -> Value {
    do throws(RecognitionError) {
        return try body()
    } catch {
        throw CallFailure(error)
    }
}
