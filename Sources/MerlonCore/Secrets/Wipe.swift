import CMerlonMemory

/// Overwrites the array's bytes, then empties it. Copies that share no storage with it are not reached.
@usableFromInline package func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withMutableBytes { unsafe wipe($0) }
    bytes.removeAll()
}

/// Overwrites the buffer with zeros; never optimised away.
package func wipe(_ buffer: UnsafeMutableRawBufferPointer) { unsafe merlon_wipe(buffer.baseAddress, buffer.count) }
