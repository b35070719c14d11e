import Glibc

// Objects behind the opaque pointers of mrzscan.h. The types of C tell them apart; who has one owns it until it is
// freed.

/// A pointer that owns `object`.
func handle(to object: some AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// The object that the caller goes on owning; nil for NULL.
func object<Object: AnyObject>(_: Object.Type, behind handle: OpaquePointer?) -> Object? {
    handle.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// The object, which has to be there.
func object<Object: AnyObject>(
    _ type: Object.Type, behind handle: OpaquePointer?, named name: String
) throws(CallFailure) -> Object {
    guard let object = object(type, behind: handle) else { throw .wrongCall("The \(name) is NULL.") }
    return object
}

/// Takes the object from its owner; nothing for NULL.
func release<Object: AnyObject>(_: Object.Type, behind handle: OpaquePointer?) {
    if let handle { Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release() }
}

/// A text as C sees it, which lives as long as this does.
final class CText: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>

    init(_ text: String) {
        let count = text.utf8.count
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        _ = text.withCString { strcpy(bytes, $0) }
        pointer = UnsafePointer(bytes)
    }

    deinit { pointer.deallocate() }
}

/// A structure that begins with its size, as the library knows it: members that the caller does not know are zero.
///
/// - Parameters:
///   - zero: the structure with every member zero.
///   - name: what messages call it.
/// - Throws: when the size is none, or a member that the library does not know is not zero.
func known<Structure>(
    _ given: UnsafePointer<Structure>?, zero: Structure, named name: String
) throws(CallFailure) -> Structure {
    guard let given else { throw .wrongCall("The \(name) are NULL.") }
    let bytes = UnsafeRawPointer(given)
    let size = bytes.load(as: Int.self)
    guard (MemoryLayout<Int>.size...1 << 16).contains(size) else {
        throw .wrongCall("The size of the \(name) is not set: it has to be that of their structure.")
    }
    var copy = zero
    let common = min(size, MemoryLayout<Structure>.size)
    withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: common)) }
    let beyond = UnsafeRawBufferPointer(start: bytes + common, count: size - common)
    guard beyond.allSatisfy({ $0 == 0 }) else {
        throw .wrongCall("The \(name) ask for something that this version of the library does not know.")
    }
    return copy
}

/// A text of the caller; nil for NULL.
///
/// - Throws: when it is no UTF-8.
func text(_ pointer: UnsafePointer<CChar>?, named name: String) throws(CallFailure) -> String? {
    guard let pointer else { return nil }
    guard let text = String(validatingCString: pointer) else { throw .wrongCall("The \(name) is no UTF-8.") }
    return text
}

/// What results call their input: a name for people, so what is no UTF-8 in it is replaced.
func sourceName(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
