import MerlonCore

/// Gives each message the subkey, salt and nonce that it is sealed with, so that no key ever sees a nonce twice.
///
/// A random 96-bit nonce is safe for 2^32 messages a key at most (NIST SP 800-38D, 8.3), and a stored key is used by processes that cannot count
/// together. So no message is sealed with the key itself: each process derives a subkey from a random 128-bit salt, seals at most
/// ``messagesPerSubkey`` messages with it under random nonces, then draws a new salt. The chance that a nonce repeats under a subkey is below
/// 2^-57, and processes need not know of each other. XChaCha20 does the like for each message with its 192-bit nonce.
final class SubkeySchedule: @unchecked Sendable {
    /// How many messages one subkey seals.
    static let messagesPerSubkey = 1 << 20

    /// What one message is sealed with.
    struct Ticket {
        let subkey: Subkey
        let salt: Salt
        let nonce: (UInt64, UInt64, UInt64)
    }

    /// 128 random bits.
    struct Salt: Equatable {
        let words: (UInt64, UInt64)
        static func == (left: Salt, right: Salt) -> Bool { left.words == right.words }
    }

    let material: SecretBytes
    let algorithm: SealingAlgorithm
    private let lock = Lock()
    private var state: State
    private var foreign: [(salt: Salt, subkey: Subkey)] = []
    /// The key itself, where no subkeys are derived.
    private let whole: Subkey

    /// What changes with each message.
    private struct State: ~Copyable {
        let messagesPerSubkey: Int
        var random: RandomPool
        var own: (salt: Salt, subkey: Subkey)?
        var remaining = 0
    }

    init(
        material: SecretBytes, algorithm: SealingAlgorithm, entropy: any Entropy, messagesPerSubkey: Int = SubkeySchedule.messagesPerSubkey
    ) {
        self.material = material
        self.algorithm = algorithm
        state = State(messagesPerSubkey: messagesPerSubkey, random: RandomPool(entropy))
        whole = Subkey(material, algorithm, isPrepared: false)
    }

    /// What the next message is sealed with; never given twice.
    func next() throws(CryptoError) -> Ticket {
        try lock.withLock { () throws(CryptoError) in try next(&state) }
    }

    private func next(_ state: inout State) throws(CryptoError) -> Ticket {
        if algorithm.saltByteCount == 0 {
            return Ticket(
                subkey: whole, salt: Salt(words: (0, 0)),
                nonce: (try state.random.word() ^ clock, try state.random.word(), try state.random.word()))
        }
        if state.remaining == 0 {
            let salt = Salt(words: (try state.random.word() ^ clock, try state.random.word()))
            state.own = (salt, Subkey(try derive(salt), algorithm, isPrepared: true))
            state.remaining = state.messagesPerSubkey
        }
        guard let own = state.own else { throw CryptoError(.backendFailure, "No subkey.") }
        state.remaining -= 1
        return Ticket(
            subkey: own.subkey, salt: own.salt, nonce: (try state.random.word() ^ clock, try state.random.halfWord(), 0))
    }

    /// The subkey of a message that was sealed anywhere.
    func subkey(for salt: Salt) throws(CryptoError) -> Subkey {
        if algorithm.saltByteCount == 0 { return whole }
        return try lock.withLock { () throws(CryptoError) in
            if let own = state.own, own.salt == salt { return own.subkey }
            if let known = foreign.firstIndex(where: { $0.salt == salt }) {
                // Worth the preparation once it comes again.
                if !foreign[known].subkey.isPrepared {
                    foreign[known].subkey = Subkey(foreign[known].subkey.key, algorithm, isPrepared: true)
                }
                return foreign[known].subkey
            }
            let subkey = Subkey(try derive(salt), algorithm, isPrepared: false)
            if foreign.count == 8 { foreign.removeFirst() }
            foreign.append((salt, subkey))
            return subkey
        }
    }

    /// HMAC-SHA256 of a label, the algorithm and the salt: HKDF-Expand (RFC 5869, 2.3) for one block, the key being uniform already.
    private func derive(_ salt: Salt) throws(CryptoError) -> SecretBytes {
        var info = Array("merlon.seal.1".utf8) + [algorithm.rawValue]
        for word in [salt.words.0, salt.words.1] { info += unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
        return try HKDF.expand(.sha256, from: material, info: info, count: SealingAlgorithm.keyByteCount)
    }

    /// The time in nanoseconds, mixed into what is drawn: two virtual machines that are resumed from one snapshot have the same buffered bytes,
    /// and must not seal different messages with one nonce.
    private var clock: UInt64 {
        let now = SystemTimeSource().wallTime
        return UInt64(bitPattern: now.seconds) &* 1_000_000_000 &+ UInt64(now.nanoseconds)
    }
}
