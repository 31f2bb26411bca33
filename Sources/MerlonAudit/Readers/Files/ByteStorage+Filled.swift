import MerlonMachO

extension ByteStorage {
    /// A buffer that `fill` writes entirely. It is not cleared before: a program of hundreds of megabytes would be written twice.
    static func filled(
        count: Int, by fill: (UnsafeMutableRawBufferPointer) throws(AuditError) -> Void
    ) throws(AuditError) -> ByteStorage {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        do throws(AuditError) { try unsafe fill(buffer) } catch {
            unsafe buffer.deallocate()
            throw error
        }
        return unsafe ByteStorage(unsafeBytes: UnsafeRawBufferPointer(buffer), release: { unsafe $0.deallocate() })
    }
}
