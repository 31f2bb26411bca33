/// Lends the bytes of any collection as one buffer. Copies them first when they do not lie in a row, and wipes that copy.
@inlinable package func withContiguousBytes<R, E: Error>(
    of bytes: some Collection<UInt8>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
) throws(E) -> R {
    let result = bytes.withContiguousStorageIfAvailable { buffer -> Result<R, E> in
        do throws(E) { return .success(unsafe try body(UnsafeRawBufferPointer(buffer))) } catch { return .failure(error) }
    }
    if let result { return try result.get() }
    var copy = Array(bytes)
    defer { wipe(&copy) }
    return unsafe try copy.withBytes(body)
}

extension Array where Element == UInt8 {
    /// `withUnsafeBytes` with a typed error, which the standard library's has not.
    @inlinable package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeBufferPointer { (buffer) throws(E) -> R in unsafe try body(UnsafeRawBufferPointer(buffer)) }
    }

    /// `withUnsafeMutableBytes` with a typed error, which the standard library's has not.
    @inlinable package mutating func withMutableBytes<R, E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeMutableBufferPointer { (buffer) throws(E) -> R in unsafe try body(UnsafeMutableRawBufferPointer(buffer)) }
    }
}
