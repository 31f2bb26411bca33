public import MerlonCore

/// A key that seals: encrypts and authenticates, so that what is opened is what was sealed, by a holder of the key, for the same context.
///
/// ```swift
/// let key = try SealingKey.generate()
/// let sealed = try key.seal(Array("attack at dawn".utf8), context: "orders")
/// let opened = try key.open(sealed, context: "orders")
/// ```
/// There is no nonce to supply: each message gets a subkey and a nonce of its own (see ``SealedHeader`` for the format), and any number of
/// messages may be sealed by any number of processes. A message hides its contents and not its length. Sealing twice gives two different
/// messages. Replaying an old message is not noticed: put a version into the context where that matters.
public struct SealingKey: Sendable {
    /// The name by which messages refer to the key.
    public let id: KeyID
    private let schedule: SubkeySchedule

    /// The most bytes of one message: 1 GiB. Larger data is sealed as a file.
    public static let maximumMessageByteCount = 1 << 30

    /// A new random key.
    public static func generate(
        _ algorithm: SealingAlgorithm = .aes256GCM, using entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) -> SealingKey {
        let material = try translatingCoreErrors { () throws(CoreError) in try entropy.secret(count: SealingAlgorithm.keyByteCount) }
        return try SealingKey(material: material, id: try KeyID.generate(using: entropy), algorithm: algorithm, entropy: entropy)
    }

    /// A key of stored or derived material: 32 uniform bytes, never a password.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for any other length.
    public init(
        material: SecretBytes, id: KeyID, algorithm: SealingAlgorithm = .aes256GCM, entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) {
        guard material.count == SealingAlgorithm.keyByteCount else {
            throw CryptoError(.invalidKey, "A sealing key has \(SealingAlgorithm.keyByteCount) bytes, not \(material.count).")
        }
        self.init(id: id, schedule: SubkeySchedule(material: material, algorithm: algorithm, entropy: entropy))
    }

    init(id: KeyID, schedule: SubkeySchedule) {
        self.id = id
        self.schedule = schedule
    }

    /// The algorithm that seals.
    public var algorithm: SealingAlgorithm { schedule.algorithm }

    /// The key itself, to be stored sealed or in a keychain.
    public var material: SecretBytes { schedule.material }

    /// How many bytes a sealed message is longer than what was sealed: 50, or 46 with XChaCha20.
    public static func overhead(of algorithm: SealingAlgorithm) -> Int {
        SealedHeader.byteCount + algorithm.saltByteCount + algorithm.nonceByteCount + AEAD.tagByteCount
    }

    /// Seals bytes for a context.
    public func seal(_ message: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: message) { (message) throws(CryptoError) in unsafe try seal(message, context) }
    }

    /// Seals an array for a context. The compiler prefers it to the general form, and it is faster: nothing in it depends on a type.
    public func seal(_ message: [UInt8], context: SealingContext) throws(CryptoError) -> [UInt8] {
        unsafe try message.withUnsafeBufferPointer { (message) throws(CryptoError) in
            unsafe try seal(UnsafeRawBufferPointer(message), context)
        }
    }

    /// Seals a secret for a context; it is not copied to unprotected memory.
    public func seal(_ secret: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
        unsafe try secret.withUnsafeBytes { (message) throws(CryptoError) in unsafe try seal(message, context) }
    }

    /// Seals a value, whose fields are encoded in protected memory, for a context.
    public func seal(_ value: some Sealable, context: SealingContext) throws(CryptoError) -> [UInt8] {
        let encoded = try translatingCoreErrors { () throws(CoreError) in
            var encoder = try SealedEncoder()
            try encoder.encode(value)
            return try encoder.finish()
        }
        return try seal(encoded, context: context)
    }

    /// Opens a message into ordinary memory.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever this key did not seal for this context, without saying why.
    public func open(_ sealed: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in unsafe try open(sealed, context) }
    }

    /// Opens an array; see ``open(_:context:)-(Collection<UInt8>,_)``. The compiler prefers it, and it is faster.
    public func open(_ sealed: [UInt8], context: SealingContext) throws(CryptoError) -> [UInt8] {
        unsafe try sealed.withUnsafeBufferPointer { (sealed) throws(CryptoError) in unsafe try open(UnsafeRawBufferPointer(sealed), context)
        }
    }

    /// Opens a message into protected memory; see ``open(_:context:)``.
    public func openSecret(_ sealed: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> SecretBytes {
        unsafe try withContiguousBytes(of: sealed) { (sealed) throws(CryptoError) in
            let count = unsafe try messageByteCount(of: sealed)
            var message = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count) }
            unsafe try message.withUnsafeMutableBytes { (output) throws(CryptoError) in unsafe try open(sealed, context, into: output) }
            return SecretBytes(message)
        }
    }

    /// Opens a message and decodes the value in it, without a copy in unprotected memory; see ``open(_:context:)``.
    ///
    /// Throws ``CryptoError/Code/malformed`` when the message opens and holds another type of value.
    public func open<Value: Sealable>(
        _ sealed: some Collection<UInt8>, as type: Value.Type, context: SealingContext
    ) throws(CryptoError) -> Value {
        let record = try openSecret(sealed, context: context)
        return try translatingCoreErrors { () throws(CoreError) in
            var decoder = SealedDecoder(record)
            let value = try decoder.value(type)
            try decoder.finish()
            return value
        }
    }
}

extension SealingKey {
    /// Up to this length the time is that of everything but the cipher.
    private static let shortByteCount = 2048

    private var headerByteCount: Int { SealedHeader.byteCount + algorithm.saltByteCount + algorithm.nonceByteCount }

    private func messageByteCount(of sealed: UnsafeRawBufferPointer) throws(CryptoError) -> Int {
        let count = sealed.count - Self.overhead(of: algorithm)
        guard count >= 0, count <= Self.maximumMessageByteCount else { throw .authenticationFailed }
        return count
    }

    private func seal(_ message: UnsafeRawBufferPointer, _ context: SealingContext) throws(CryptoError) -> [UInt8] {
        guard message.count <= Self.maximumMessageByteCount else {
            throw CryptoError(.limitExceeded, "A message has at most \(Self.maximumMessageByteCount) bytes.")
        }
        let ticket = try schedule.next()
        let count = message.count + Self.overhead(of: algorithm)
        if count <= Self.shortByteCount {
            // Zeros cost less here than the general way to an array without them.
            var sealed = [UInt8](repeating: 0, count: count)
            unsafe try sealed.withUnsafeMutableBufferPointer { (output) throws(CryptoError) in
                unsafe try write(message, context, ticket, to: UnsafeMutableRawBufferPointer(output))
            }
            return sealed
        }
        var outcome: Result<Void, CryptoError> = .success(())
        // Uninitialised, so that the only pass over the result is the cipher's.
        let sealed = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let output = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
            outcome = Result { () throws(CryptoError) in unsafe try write(message, context, ticket, to: output) }
            if case .success = outcome { initialized = count }
        }
        try outcome.get()
        return sealed
    }

    private func open(_ sealed: UnsafeRawBufferPointer, _ context: SealingContext) throws(CryptoError) -> [UInt8] {
        let count = unsafe try messageByteCount(of: sealed)
        if count <= Self.shortByteCount {
            var message = [UInt8](repeating: 0, count: count)
            unsafe try message.withUnsafeMutableBufferPointer { (output) throws(CryptoError) in
                unsafe try open(sealed, context, into: UnsafeMutableRawBufferPointer(output))
            }
            return message
        }
        var outcome: Result<Void, CryptoError> = .success(())
        let message = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let output = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
            outcome = Result { () throws(CryptoError) in unsafe try open(sealed, context, into: output) }
            if case .success = outcome { initialized = count }
        }
        try outcome.get()
        return message
    }

    private func write(
        _ message: UnsafeRawBufferPointer, _ context: SealingContext, _ ticket: SubkeySchedule.Ticket,
        to output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        unsafe SealedHeader(algorithm: algorithm, keyID: id).write(to: output)
        unsafe withUnsafeBytes(of: ticket.salt.words) { salt in
            unsafe UnsafeMutableRawBufferPointer(rebasing: output[SealedHeader.byteCount...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: salt[..<algorithm.saltByteCount]))
        }
        unsafe withUnsafeBytes(of: ticket.nonce) { nonce in
            unsafe UnsafeMutableRawBufferPointer(rebasing: output[(SealedHeader.byteCount + algorithm.saltByteCount)...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: nonce[..<algorithm.nonceByteCount]))
        }
        let header = unsafe UnsafeRawBufferPointer(rebasing: output[..<headerByteCount])
        let nonce = unsafe UnsafeRawBufferPointer(rebasing: header[(headerByteCount - algorithm.nonceByteCount)...])
        unsafe try context.encoded.withUnsafeBufferPointer { (context) throws(CryptoError) in
            let input = unsafe AEADInput(
                nonce: nonce, header: header, context: UnsafeRawBufferPointer(context), message: message)
            unsafe try ticket.subkey.seal(input, into: UnsafeMutableRawBufferPointer(rebasing: output[headerByteCount...]))
        }
    }

    private func open(
        _ sealed: UnsafeRawBufferPointer, _ context: SealingContext, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard unsafe SealedHeader(algorithm: algorithm, keyID: id).isPrefix(of: sealed) else { throw .authenticationFailed }
        let header = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<headerByteCount])
        let nonce = unsafe UnsafeRawBufferPointer(rebasing: header[(headerByteCount - algorithm.nonceByteCount)...])
        let salt =
            algorithm.saltByteCount == 0
            ? (0, 0) : unsafe header.loadUnaligned(fromByteOffset: SealedHeader.byteCount, as: (UInt64, UInt64).self)
        let subkey = try schedule.subkey(for: SubkeySchedule.Salt(words: salt))
        unsafe try context.encoded.withUnsafeBufferPointer { (context) throws(CryptoError) in
            let input = unsafe AEADInput(
                nonce: nonce, header: header, context: UnsafeRawBufferPointer(context),
                message: UnsafeRawBufferPointer(rebasing: sealed[headerByteCount...]))
            unsafe try subkey.open(input, into: output)
        }
    }
}

extension SealingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "sealing key \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
