public import MerlonCore

/// The stored form of a password: a PHC string, which names the algorithm, its cost and the salt, so that each can change later.
///
/// ```swift
/// let stored = try PasswordHash(of: password).text
/// …
/// let hash = try PasswordHash(parsing: stored)
/// try hash.verify(password)
/// if hash.needsRehash() { save(try PasswordHash(of: password).text) }
/// ```
/// Salts are made, never given. The text is worth protecting, as whoever has it can guess: ``sealed(by:context:)`` adds a pepper, a key that is
/// not in the database.
public struct PasswordHash: Hashable, Sendable {
    package static let saltByteCount = 16
    static let digestByteCount = 32
    static let maximumTextByteCount = 512

    /// What a guess costs.
    public let cost: PasswordCost
    private let salt: [UInt8]
    private let digest: [UInt8]

    /// Hashes a password, which takes about as long as the cost says and should not be done on the main actor.
    ///
    /// Throws ``CryptoError/Code/limitExceeded`` for a cost below the floor of ``PasswordCost``.
    public init(
        of password: Password, cost: PasswordCost = .recommended, using entropy: some Entropy = SystemEntropy()
    ) throws(CryptoError) {
        try cost.checkForNewHashes()
        salt = try translatingCoreErrors { () throws(CoreError) in try entropy.bytes(count: Self.saltByteCount) }
        digest = unsafe try password.stretched(salt: salt, cost: cost, count: Self.digestByteCount).withUnsafeBytes { unsafe Array($0) }
        self.cost = cost
    }

    /// Reads a PHC string of Argon2id (version 19) or PBKDF2-SHA256, in its one canonical form. Its cost is checked, not paid.
    ///
    /// Throws ``CryptoError/Code/malformed``, or ``CryptoError/Code/limitExceeded`` for a cost, salt or digest out of bounds.
    public init(parsing text: String) throws(CryptoError) {
        guard text.utf8.count <= Self.maximumTextByteCount else { throw CryptoError(.limitExceeded, "The password hash is too long.") }
        let fields = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard fields.first == "" else { throw Self.malformed }
        switch fields.dropFirst().first {
        case "argon2id":
            guard fields.count == 6, fields[2] == "v=19" else { throw Self.malformed }
            let numbers = try Self.numbers(["m", "t", "p"], in: fields[3])
            cost = .argon2id(memoryKiB: numbers[0], passes: numbers[1], lanes: numbers[2])
        case "pbkdf2-sha256":
            guard fields.count == 5 else { throw Self.malformed }
            cost = .pbkdf2SHA256(iterations: try Self.numbers(["i"], in: fields[2])[0])
        default: throw Self.malformed
        }
        salt = try PHCBase64.decode(fields[fields.count - 2])
        digest = try PHCBase64.decode(fields[fields.count - 1])
        try cost.checkForReading()
        guard (8...64).contains(salt.count), (16...64).contains(digest.count) else {
            throw CryptoError(.limitExceeded, "The password hash has a salt or digest of a length out of bounds.")
        }
    }

    /// The PHC string.
    public var text: String {
        let start =
            switch cost {
            case .argon2id(let memory, let passes, let lanes): "$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)"
            case .pbkdf2SHA256(let iterations): "$pbkdf2-sha256$i=\(iterations)"
            }
        return "\(start)$\(PHCBase64.encode(salt))$\(PHCBase64.encode(digest))"
    }

    /// Throws ``CryptoError/Code/authenticationFailed`` unless the password is the one that was hashed. Compares in constant time.
    public func verify(_ password: Password) throws(CryptoError) {
        let matches: Bool
        if case .argon2id = cost, Backend.hasArgon2id {
            matches = try password.matches(argon2idString: text)
        } else {
            let candidate = try password.stretched(salt: salt, cost: cost, count: digest.count)
            matches = unsafe candidate.withUnsafeBytes { candidate in
                unsafe digest.withBytes { unsafe ConstantTime.equal(candidate, $0) }
            }
        }
        guard matches else { throw .authenticationFailed }
    }

    /// Whether the password should be hashed anew at the next log-in, because a guess costs less than it should by now.
    public func needsRehash(for cost: PasswordCost = .recommended) -> Bool { !self.cost.covers(cost) }

    /// The hash sealed by keys that are kept elsewhere than it is (a pepper): without them, nobody can even begin to guess.
    public func sealed(by keys: KeySet, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try keys.seal(Array(text.utf8), context: SealingContext(parts: [Array("merlon.password-hash".utf8), context.encoded]))
    }

    /// Opens what ``sealed(by:context:)`` made.
    public init(opening sealed: some Collection<UInt8>, with keys: KeySet, context: SealingContext) throws(CryptoError) {
        let text = try keys.open(sealed, context: SealingContext(parts: [Array("merlon.password-hash".utf8), context.encoded]))
        try self.init(parsing: String(decoding: text, as: UTF8.self))
    }

    /// The numbers of `names=…,…`, each without sign and leading zeros.
    private static func numbers(_ names: [String], in text: String) throws(CryptoError) -> [Int] {
        let pairs = text.split(separator: ",", omittingEmptySubsequences: false)
        guard pairs.count == names.count else { throw malformed }
        var numbers: [Int] = []
        for (name, pair) in zip(names, pairs) {
            guard pair.hasPrefix("\(name)="), let number = Int(pair.dropFirst(name.utf8.count + 1)), "\(name)=\(number)" == pair,
                number >= 0
            else { throw malformed }
            numbers.append(number)
        }
        return numbers
    }

    private static let malformed = CryptoError(.malformed, "Not a PHC string of Argon2id or PBKDF2-SHA256.")
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
