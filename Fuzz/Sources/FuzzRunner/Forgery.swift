/// What somebody who sees a real message can make of it with some bytes: the bytes alone, the message with the bytes mixed in, cut at a place and
/// with the bytes behind. Never the message itself.
public func forgeries(of real: [UInt8], with bytes: [UInt8]) -> [[UInt8]] {
    var mixed = real
    for (index, byte) in bytes.prefix(real.count).enumerated() { mixed[index] ^= byte }
    let cut = real.prefix(Int(bytes.first ?? 0) % (real.count + 1)) + bytes.dropFirst()
    return [bytes, mixed, Array(cut)].filter { $0 != real }
}

/// One of the ``forgeries(of:with:)``; the number of bytes says which.
public func forgery(of real: [UInt8], with bytes: [UInt8]) -> [UInt8] {
    let all = forgeries(of: real, with: bytes)
    return all.isEmpty ? real + [0] : all[bytes.count % all.count]
}
