public import MerlonCore

/// Keys under one roof: one primary seals, all open, and a message finds its key by the id that it carries.
///
/// Rotate on a schedule or after a suspicion; reseal what is stored; retire the old key. Retired ids are remembered and never used again.
/// A message with an id that the set does not know fails to open: no other key is tried.
public struct KeySet: Sendable {
    /// The key that seals.
    public private(set) var primary: SealingKey
    private var others: [SealingKey] = []
    /// The ids of keys that opened once and no longer do, in the order of their retirement.
    public private(set) var retiredIDs: [KeyID] = []

    /// A set of one key.
    public init(primary: SealingKey) { self.primary = primary }

    /// A set of one new random key.
    public static func generate(_ algorithm: SealingAlgorithm = .aes256GCM) throws(CryptoError) -> KeySet {
        KeySet(primary: try SealingKey.generate(algorithm))
    }

    /// The ids of all keys that open, the primary first, then from the newest to the oldest.
    public var ids: [KeyID] { [primary.id] + others.map(\.id) }

    /// Makes `key` the primary; the one before keeps opening.
    ///
    /// Throws ``CryptoError/Code/invalidArgument`` when its id is, or was, that of another key of the set.
    public mutating func rotate(to key: SealingKey) throws(CryptoError) {
        guard !ids.contains(key.id), !retiredIDs.contains(key.id) else {
            throw CryptoError(.invalidArgument, "The key set has had a key \(key.id).")
        }
        others.insert(primary, at: 0)
        primary = key
    }

    /// Makes a new random key of the same algorithm the primary; the one before keeps opening.
    public mutating func rotate() throws(CryptoError) {
        var key: SealingKey
        repeat { key = try SealingKey.generate(primary.algorithm) } while ids.contains(key.id) || retiredIDs.contains(key.id)
        try rotate(to: key)
    }

    /// Drops a key: what it sealed no longer opens. Reseal first; this cannot be undone.
    ///
    /// Throws ``CryptoError/Code/keyNotFound``, or ``CryptoError/Code/invalidArgument`` for the primary.
    public mutating func retire(_ id: KeyID) throws(CryptoError) {
        guard id != primary.id else { throw CryptoError(.invalidArgument, "The primary key cannot be retired: rotate first.") }
        guard let index = others.firstIndex(where: { $0.id == id }) else {
            throw CryptoError(.keyNotFound, "The key set has no key \(id).")
        }
        others.remove(at: index)
        retiredIDs.append(id)
    }

    /// The key of a message, by the id that it carries and nothing else.
    func key(for sealed: some Collection<UInt8>) throws(CryptoError) -> SealingKey {
        guard let header = SealedHeader(of: sealed) else { throw .authenticationFailed }
        if header.keyID == primary.id { return primary }
        guard let key = others.first(where: { $0.id == header.keyID }) else { throw .authenticationFailed }
        return key
    }
}

extension KeySet: Sealable {
    public func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(1))
        try encoder.encode(([primary] + others).map(StoredKey.init))
        try encoder.encode(retiredIDs.map(StoredID.init))
    }

    public init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "A key set of another version.") }
        let keys = try decoder.values(StoredKey.self).map(\.key)
        let retired = try decoder.values(StoredID.self).map(\.id)
        guard let first = keys.first, Set(keys.map(\.id) + retired).count == keys.count + retired.count else {
            throw CoreError(.malformed, "A key set without a key, or with one id for two.")
        }
        self.init(primary: first)
        others = Array(keys.dropFirst())
        retiredIDs = retired
    }
}

/// A key in a sealed key set.
private struct StoredKey: Sealable {
    let key: SealingKey

    init(_ key: SealingKey) { self.key = key }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(key.id.rawValue))
        try encoder.encode(Int64(key.algorithm.rawValue))
        try encoder.encode(key.material)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        let id = try StoredID(from: &decoder).id
        guard let algorithm = SealingAlgorithm(rawValue: UInt8(clamping: try decoder.integer())) else {
            throw CoreError(.unsupported, "A key of an algorithm that this version does not know.")
        }
        let material = try decoder.secret()
        do throws(CryptoError) { key = try SealingKey(material: material, id: id, algorithm: algorithm) } catch {
            throw CoreError(.malformed, error.reason)
        }
    }
}

/// A key's name in a sealed key set.
private struct StoredID: Sealable {
    let id: KeyID

    init(_ id: KeyID) { self.id = id }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) { try encoder.encode(Int64(id.rawValue)) }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard let value = UInt32(exactly: try decoder.integer()) else { throw CoreError(.malformed, "A key id of more than 32 bits.") }
        id = KeyID(rawValue: value)
    }
}
