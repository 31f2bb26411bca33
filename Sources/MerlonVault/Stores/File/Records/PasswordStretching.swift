import MerlonCore
import MerlonCrypto

/// How an application password becomes a part of an item's key: cost and salt, kept in the item's sealed head.
struct PasswordStretching: Equatable, Sendable {
    let cost: PasswordCost
    let salt: [UInt8]

    static let byteCount = 1 + 4 + 4 + PasswordHash.saltByteCount

    /// A new salt at the recommended cost.
    init(cost: PasswordCost = .recommended) throws(VaultError) {
        self.cost = cost
        salt = try reportingCore { () throws(CoreError) in try SystemEntropy().bytes(count: PasswordHash.saltByteCount) }
    }

    /// Kind (1 byte), memory or iterations (4), passes (4), salt (16).
    var encoded: [UInt8] {
        let (kind, first, second): (UInt8, Int, Int) =
            switch cost {
            case .argon2id(let memory, let passes, _): (1, memory, passes)
            case .pbkdf2SHA256(let iterations): (2, iterations, 0)
            }
        let numbers = [first, second].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return [kind] + numbers + salt
    }

    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.byteCount else { return nil }
        let numbers = [1, 5].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        switch bytes[0] {
        case 1: cost = .argon2id(memoryKiB: numbers[0], passes: numbers[1])
        case 2: cost = .pbkdf2SHA256(iterations: numbers[0])
        default: return nil
        }
        salt = Array(bytes[9...])
    }

    /// The password's part of the key. Takes as long as the cost says.
    func key(of password: SecretBytes) throws(VaultError) -> SecretBytes {
        try reportingCrypto { () throws(CryptoError) in
            try Password(bytes: password).stretchedKey(salt: salt, cost: cost)
        }
    }
}
