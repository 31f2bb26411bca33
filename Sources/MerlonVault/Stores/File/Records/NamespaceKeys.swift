import MerlonCore

/// What the record of a namespace holds: its keys, under which its items are sealed, and how many items there are.
///
/// Removing this one small record makes every item of the namespace unreadable. The count lets an enumeration see that none was hidden.
struct NamespaceKeys: Sendable {
    /// The newest first; older ones until nothing is sealed under them any more.
    private(set) var keys: [EpochKey]
    /// How many items the namespace has.
    var itemCount: UInt64

    private static let keyByteCount = 32
    private static let maximumKeyCount = 1024

    /// Keys for a new namespace.
    init(epoch: UInt32) throws(VaultError) {
        keys = [try EpochKey.generate(epoch: epoch)]
        itemCount = 0
    }

    /// What new items are sealed under.
    var newest: EpochKey { keys[0] }

    /// The key of an epoch.
    subscript(epoch: UInt32) -> SecretBytes? { keys.first { $0.epoch == epoch }?.key }

    /// Puts a new key before the others, unless there is one of that epoch.
    mutating func renew(epoch: UInt32) throws(VaultError) {
        if keys.contains(where: { $0.epoch == epoch }) { return }
        guard keys.count < Self.maximumKeyCount else { throw VaultError(.tooLarge, "The vault was rotated too often without resealing.") }
        keys.insert(try EpochKey.generate(epoch: epoch), at: 0)
    }

    /// Leaves the newest key alone, once nothing is sealed under the others.
    mutating func forgetOlder() { keys.removeLast(keys.count - 1) }

    /// Count (8 bytes), then for each key its epoch (4) and the key (32).
    func encoded() throws(VaultError) -> SecretBytes {
        try reportingCore { () throws(CoreError) in
            unsafe try SecretBytes(count: 8 + keys.count * (4 + Self.keyByteCount)) { (buffer) throws(CoreError) in
                unsafe buffer.storeBytes(of: itemCount.bigEndian, as: UInt64.self)
                for (index, key) in keys.enumerated() {
                    let start = 8 + index * (4 + Self.keyByteCount)
                    unsafe buffer.storeBytes(of: key.epoch.bigEndian, toByteOffset: start, as: UInt32.self)
                    unsafe key.key.withUnsafeBytes {
                        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[(start + 4)...]).copyMemory(from: $0)
                    }
                }
            }
        }
    }

    /// Reads what ``encoded()`` wrote.
    init(_ bytes: SecretBytes) throws(VaultError) {
        let size = 4 + Self.keyByteCount
        guard bytes.count >= 8 + size, (bytes.count - 8) % size == 0, bytes.count <= 8 + Self.maximumKeyCount * size else {
            throw .damaged("A namespace has another form.")
        }
        itemCount = unsafe bytes.withUnsafeBytes { unsafe UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
        keys = []
        for start in stride(from: 8, to: bytes.count, by: size) {
            let epoch = unsafe bytes.withUnsafeBytes { unsafe UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt32.self)) }
            keys.append(
                EpochKey(
                    epoch: epoch, key: try reportingCore { () throws(CoreError) in try bytes.extracting(start + 4..<start + size) }))
        }
    }
}
