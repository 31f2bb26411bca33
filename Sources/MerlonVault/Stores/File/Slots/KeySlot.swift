import MerlonCore
import MerlonCrypto

/// One way into a vault: a key that a protector wrapped, and under it the master key. Stands in the clear in the vault, and is parsed before any
/// key is known.
///
/// Its form is a CBOR array: version (1), kind, label, epoch, wrapped key, sealed master key.
package struct KeySlot: Equatable, Sendable {
    package let kind: ProtectorKind
    /// A person's name for it.
    package let label: String
    /// The epoch of the master key.
    package let epoch: UInt32
    let wrapped: [UInt8]
    private let master: [UInt8]

    /// The most slots of a vault, and the most bytes of a label.
    package static let maximumCount = 32
    package static let maximumLabelByteCount = 128

    private static let limits = CBORLimits(byteCount: 32 << 10, depth: 1, itemCount: 7)

    /// Makes a slot: a new random key, wrapped by the protector, and the master key sealed under it for this place.
    static func make(
        _ protector: any Protector, label: String, number: Int, epoch: UInt32, vault: Bytes16, master: SecretBytes
    ) async throws(VaultError) -> KeySlot {
        guard label.utf8.count <= maximumLabelByteCount, label.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw VaultError(.invalidArgument, "A slot's label has at most \(maximumLabelByteCount) bytes and no control characters.")
        }
        let key = try reportingCore { () throws(CoreError) in try SystemEntropy().secret(count: SealingAlgorithm.keyByteCount) }
        let wrapped = try await protector.wrap(key)
        guard wrapped.count <= ProtectorKind.maximumWrappedByteCount else {
            throw VaultError(.tooLarge, "The protector keeps too many bytes in its slot.")
        }
        let context = context(protector.kind, label, epoch, number, vault)
        let sealed = try reportingCrypto { () throws(CryptoError) in
            try SealingKey(material: key, id: KeyID(rawValue: 0)).seal(master, context: context)
        }
        return KeySlot(kind: protector.kind, label: label, epoch: epoch, wrapped: wrapped, master: sealed)
    }

    private init(kind: ProtectorKind, label: String, epoch: UInt32, wrapped: [UInt8], master: [UInt8]) {
        (self.kind, self.label, self.epoch, self.wrapped, self.master) = (kind, label, epoch, wrapped, master)
    }

    /// The master key. Throws `authenticationFailed` when the protector is another one.
    func open(with protector: any Protector, number: Int, vault: Bytes16) async throws(VaultError) -> SecretBytes {
        let key = try await protector.unwrap(wrapped)
        return try reportingCrypto { () throws(CryptoError) in
            try SealingKey(material: key, id: KeyID(rawValue: 0))
                .openSecret(master, context: Self.context(kind, label, epoch, number, vault))
        }
    }

    /// The bytes that the vault keeps.
    package var encoded: [UInt8] {
        CBORValue.array([
            .integer(1), .text(kind.name), .text(label), .integer(Int64(epoch)), .bytes(wrapped), .bytes(master),
        ]).serialized()
    }

    /// Reads what ``encoded`` wrote.
    package init(parsing bytes: [UInt8]) throws(VaultError) {
        let malformed = VaultError.damaged("A key slot has another form.")
        let value: CBORValue
        do throws(CoreError) { value = try CBORValue(parsing: bytes, limits: Self.limits) } catch { throw malformed }
        guard let items = value.array, items.count == 6, items[0].integer == 1, let kind = items[1].text.flatMap(ProtectorKind.init),
            let label = items[2].text, label.utf8.count <= Self.maximumLabelByteCount,
            let epoch = items[3].integer.flatMap(UInt32.init(exactly:)),
            let wrapped = items[4].bytes, wrapped.count <= ProtectorKind.maximumWrappedByteCount, let master = items[5].bytes
        else { throw malformed }
        self.init(kind: kind, label: label, epoch: epoch, wrapped: wrapped, master: master)
    }

    private static func context(_ kind: ProtectorKind, _ label: String, _ epoch: UInt32, _ number: Int, _ vault: Bytes16) -> SealingContext
    {
        SealingContext(parts: [
            Array("merlon.vault.master.1".utf8), vault.bytes, Array(kind.name.utf8), Array(label.utf8), Array(String(epoch).utf8),
            Array(String(number).utf8),
        ])
    }
}
