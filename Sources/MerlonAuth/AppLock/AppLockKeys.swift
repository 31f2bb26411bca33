import MerlonCore
import MerlonCrypto

/// The owner's key and the one of the duress PIN, each sealed under what its PIN makes.
///
/// A PIN becomes a key of 32 bytes: Argon2id over the PIN with a salt that is an HMAC under the device's secret; then, with what the hardware
/// unwraps where there is hardware, HKDF. The key that opens a slot is the right one: nothing is compared. Both slots are always there and look
/// alike, so that nobody sees whether a duress PIN was set.
struct AppLockKeys: Sealable, Hashable {
    enum Slot: String, CaseIterable { case owner, duress }

    static let keyByteCount = 32

    private let cost: PasswordCost
    private let salt: [UInt8]
    /// What the hardware has wrapped; empty without hardware.
    private let wrapped: [UInt8]
    private var owner: [UInt8]
    private var duress: [UInt8]

    /// Whether opening needs a wrapping key.
    var needsHardware: Bool { !wrapped.isEmpty }

    /// What a PIN makes: one slow hash serves both slots.
    struct Stretched {
        fileprivate let input: SecretBytes

        fileprivate func key(_ slot: Slot) throws(CryptoError) -> SealingKey {
            let material = try HKDF.derive(
                .sha256, from: input, salt: [], info: Array("merlon.applock.\(slot.rawValue)".utf8), count: SealingAlgorithm.keyByteCount)
            // All bits of the id are zero: a slot's only key needs no name.
            return try SealingKey(material: material, id: KeyID(rawValue: 0))
        }
    }

    /// The slots of a new lock: the owner's key under the PIN, and noise in the other.
    init(_ key: SecretBytes, pin: AppLockPIN, device: SecretBytes, wrappingKey: (any WrappingKey)?, cost: PasswordCost) throws(CryptoError)
    {
        self.cost = cost
        salt = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().bytes(count: 16) }
        if let wrappingKey {
            let secret = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().secret(count: Self.keyByteCount) }
            wrapped = try wrappingKey.wrap(secret, context: Self.hardwareContext)
        } else {
            wrapped = []
        }
        owner = []
        duress = []
        let stretched = try stretched(pin, device: device, wrappingKey: wrappingKey)
        try set(key, .owner, stretched)
        try clear(.duress)
    }

    /// What the PIN makes. Takes as long as the cost says.
    func stretched(_ pin: AppLockPIN, device: SecretBytes, wrappingKey: (any WrappingKey)?) throws(CryptoError) -> Stretched {
        let salt = try HMAC.code(.sha256, key: device, message: Array("merlon.applock.salt".utf8) + salt)
        let hash = try pin.password.stretchedKey(salt: Array(salt.prefix(16)), cost: cost)
        guard needsHardware else { return Stretched(input: hash) }
        guard let wrappingKey else { throw CryptoError(.hardwareUnavailable, "The app lock opens with its hardware key alone.") }
        let secret = try wrappingKey.unwrap(wrapped, context: Self.hardwareContext)
        // The hardware's secret is the key of the HMAC: neither can be had from the other.
        return Stretched(input: try HKDF.extract(.sha256, from: hash, secretSalt: secret))
    }

    /// The slot that opens and its key; `nil` when none does. Both are tried, whichever opens.
    func open(_ stretched: Stretched) throws(CryptoError) -> (slot: Slot, key: SecretBytes)? {
        var found: (Slot, SecretBytes)?
        for slot in Slot.allCases {
            do throws(CryptoError) {
                let sealed = slot == .owner ? owner : duress
                let key = try stretched.key(slot).openSecret(sealed, context: Self.context(slot))
                if found == nil { found = (slot, key) }
            } catch  where error.code == .authenticationFailed {}
        }
        return found
    }

    /// Puts a key under what a PIN makes.
    mutating func set(_ key: SecretBytes, _ slot: Slot, _ stretched: Stretched) throws(CryptoError) {
        let sealed = try stretched.key(slot).seal(key, context: Self.context(slot))
        if slot == .owner { owner = sealed } else { duress = sealed }
    }

    /// Puts noise in a slot: a random key under a random key, which nobody has.
    mutating func clear(_ slot: Slot) throws(CryptoError) {
        let (input, key) = try translatingCoreErrors { () throws(CoreError) in
            (try SystemEntropy().secret(count: Self.keyByteCount), try SystemEntropy().secret(count: Self.keyByteCount))
        }
        try set(key, slot, Stretched(input: input))
    }

    private static let hardwareContext: SealingContext = "merlon.applock.hardware"
    private static func context(_ slot: Slot) -> SealingContext {
        SealingContext(parts: [Array("merlon.applock.slot".utf8), Array(slot.rawValue.utf8)])
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        let numbers: [Int64] =
            switch cost {
            case .argon2id(let memory, let passes, _): [1, Int64(memory), Int64(passes)]
            case .pbkdf2SHA256(let iterations): [2, Int64(iterations), 0]
            }
        for number in numbers { try encoder.encode(number) }
        for bytes in [salt, wrapped, owner, duress] { try encoder.encode(bytes) }
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        let numbers = (try decoder.integer(), Int(clamping: try decoder.integer()), Int(clamping: try decoder.integer()))
        switch numbers.0 {
        case 1: cost = .argon2id(memoryKiB: numbers.1, passes: numbers.2)
        case 2: cost = .pbkdf2SHA256(iterations: numbers.1)
        default: throw CoreError(.unsupported, "A way to stretch PINs that this version does not know.")
        }
        salt = try decoder.bytes()
        wrapped = try decoder.bytes()
        owner = try decoder.bytes()
        duress = try decoder.bytes()
        guard salt.count == 16, wrapped.count <= 1024, owner.count <= 1024, duress.count <= 1024 else {
            throw CoreError(.malformed, "An app lock's keys that are none.")
        }
    }
}
