package import MerlonCore

/// A secret wrapped under a password: cost and salt stand beside it, and the key that wraps it exists only while it is used.
package struct PasswordWrapping: Sealable, Hashable {
    package let cost: PasswordCost
    private let salt: [UInt8]
    private let sealed: [UInt8]

    /// Wraps a secret; takes as long as the cost says.
    package init(_ secret: SecretBytes, under password: Password, cost: PasswordCost, context: SealingContext) throws(CryptoError) {
        try cost.checkForNewHashes()
        self.cost = cost
        salt = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().bytes(count: PasswordHash.saltByteCount) }
        sealed = try Self.key(password, salt, cost).seal(secret, context: context)
    }

    /// Throws ``CryptoError/Code/authenticationFailed`` for another password or context.
    package func unwrap(with password: Password, context: SealingContext) throws(CryptoError) -> SecretBytes {
        try cost.checkForReading()
        return try Self.key(password, salt, cost).openSecret(sealed, context: context)
    }

    /// All bits of the id are zero: the wrapping's only key needs no name.
    private static func key(_ password: Password, _ salt: [UInt8], _ cost: PasswordCost) throws(CryptoError) -> SealingKey {
        let material = try password.stretched(salt: salt, cost: cost, count: SealingAlgorithm.keyByteCount)
        return try SealingKey(material: material, id: KeyID(rawValue: 0))
    }

    package func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        for field in fields { try encoder.encode(field) }
        try encoder.encode(salt)
        try encoder.encode(sealed)
    }

    package init(from decoder: inout SealedDecoder) throws(CoreError) {
        let fields = (try decoder.integer(), try decoder.integer(), try decoder.integer())
        cost = try Self.cost(fields)
        salt = try decoder.bytes()
        sealed = try decoder.bytes()
        guard salt.count == PasswordHash.saltByteCount else { throw CoreError(.malformed, "A salt of another length.") }
    }

    /// The cost as three numbers: 1, KiB and passes for Argon2id; 2, iterations and 0 for PBKDF2.
    private var fields: [Int64] {
        switch cost {
        case .argon2id(let memory, let passes, _): [1, Int64(memory), Int64(passes)]
        case .pbkdf2SHA256(let iterations): [2, Int64(iterations), 0]
        }
    }

    private static func cost(_ fields: (Int64, Int64, Int64)) throws(CoreError) -> PasswordCost {
        switch fields.0 {
        case 1: return .argon2id(memoryKiB: Int(clamping: fields.1), passes: Int(clamping: fields.2))
        case 2: return .pbkdf2SHA256(iterations: Int(clamping: fields.1))
        default: throw CoreError(.unsupported, "A password hash that this version does not know.")
        }
    }
}

extension PasswordWrapping {
    /// The form that stands in the clear, in a file's header.
    package var encoded: [UInt8] {
        CBORValue.array(fields.map(CBORValue.integer) + [.bytes(salt), .bytes(sealed)]).serialized()
    }

    /// Reads what ``encoded`` wrote; the cost is checked before it is paid.
    package init(parsing encoded: [UInt8]) throws(CryptoError) {
        let value = try translatingCoreErrors { () throws(CoreError) in
            try CBORValue(parsing: encoded, limits: CBORLimits(byteCount: 1024, depth: 1, itemCount: 6))
        }
        guard let items = value.array, items.count == 5, let kind = items[0].integer, let first = items[1].integer,
            let second = items[2].integer, let salt = items[3].bytes, let sealed = items[4].bytes, salt.count == PasswordHash.saltByteCount
        else { throw CryptoError(.malformed, "A password stanza that is malformed.") }
        cost = try translatingCoreErrors { () throws(CoreError) in try Self.cost((kind, first, second)) }
        self.salt = salt
        self.sealed = sealed
        try cost.checkForReading()
    }
}
