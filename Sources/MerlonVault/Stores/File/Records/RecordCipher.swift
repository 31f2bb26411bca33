import MerlonCore
import MerlonCrypto

/// Seals and opens records. Each write has a key of its own, made by HKDF (RFC 5869) of the namespace's key, a random salt, the id and the version,
/// so the nonces of its two messages are constants: AES-256-GCM with nonce 1 for the head and nonce 2 for the body.
///
/// The head's associated data holds the body's tag: whoever has the head's tag from the tree knows the whole record.
struct RecordCipher: Sendable {
    let vault: Bytes16

    static let label: StaticString = "merlon.vault.record.1"
    static let labelByteCount = 21
    static let headNonce: UInt8 = 1
    static let bodyNonce: UInt8 = 2

    /// Opens a head, which proves the whole record when `tag` is the tree's.
    func openHead(_ head: [UInt8], tag: RecordTag, at place: Record.Place, key: SecretBytes) throws(VaultError) -> RecordHead {
        let clear = try Record.Clear(head)
        let bytes = try opening("A record") { () throws(CryptoError) in
            let own = try recordKey(key, clear.salt, place, clear.version)
            return try headBytes(head, tag, own, place)
        }
        guard let opened = RecordHead(bytes) else { throw .damaged("A record's head has another form.") }
        return opened
    }

    /// Opens head and value. `password` gives the password's part of the key, for a head that asks for one.
    func open(
        _ head: [UInt8], _ body: UnsafeRawBufferPointer, tag: RecordTag, at place: Record.Place, key: SecretBytes,
        password: (PasswordStretching) throws(VaultError) -> SecretBytes
    ) throws(VaultError) -> (head: RecordHead, value: SecretBytes) {
        let clear = try Record.Clear(head)
        var own: SecretBytes?
        let bytes = try opening("A record") { () throws(CryptoError) in
            let made = try recordKey(key, clear.salt, place, clear.version)
            own = made
            return try headBytes(head, tag, made, place)
        }
        guard let opened = RecordHead(bytes), let own else { throw .damaged("A record's head has another form.") }
        var passwordKey: SecretBytes?
        if let stretching = opened.password { passwordKey = try password(stretching) }
        do throws(CryptoError) {
            let bodyKey = try bodyKey(own, passwordKey)
            var value = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: body.count) }
            unsafe try value.withUnsafeMutableBytes { (output) throws(CryptoError) in
                unsafe try self.open(
                    body, clear.bodyTag, bodyKey, Self.bodyNonce, identity(of: place), Self.bytes(clear.version), into: output)
            }
            return (opened, SecretBytes(value))
        } catch {
            guard error.code == .authenticationFailed else { throw VaultError(error) }
            // The head is proved, and the body's tag with it; so a body under a password that does not open has another password or is damaged.
            if passwordKey != nil { throw VaultError(.authenticationFailed, "This is not the item's password.") }
            throw .damaged("A value is not what was written.")
        }
    }

    private func headBytes(_ head: [UInt8], _ tag: RecordTag, _ key: SecretBytes, _ place: Record.Place) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: head.count - Record.Clear.byteCount)
        let identity = identity(of: place)
        unsafe try head.withBytes { (head) throws(CryptoError) in
            unsafe try bytes.withMutableBytes { (output) throws(CryptoError) in
                let clear = unsafe Array(head[..<Record.Clear.byteCount])
                unsafe try open(
                    UnsafeRawBufferPointer(rebasing: head[Record.Clear.byteCount...]), tag, key, Self.headNonce, identity, clear,
                    into: output)
            }
        }
        return bytes
    }

    // MARK: Keys

    private func recordKey(_ key: SecretBytes, _ salt: Bytes16, _ place: Record.Place, _ version: UInt64) throws(CryptoError) -> SecretBytes
    {
        let info = [UInt8](count: Self.infoByteCount) { writeInfo(into: &$0, salt, place, version) }
        return unsafe try info.withBytes { (info) throws(CryptoError) in
            unsafe try HKDF.expand(.sha256, from: key, info: info, count: AEAD.aes256GCM.keyByteCount)
        }
    }

    /// The record's key, or both parts hashed together where there is a password.
    func bodyKey(_ key: SecretBytes, _ passwordKey: SecretBytes?) throws(CryptoError) -> SecretBytes {
        guard let passwordKey else { return key }
        let both = try translatingCoreErrors { () throws(CoreError) in
            unsafe try SecretBytes(count: key.count + passwordKey.count) { (buffer) throws(CoreError) in
                unsafe key.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
                unsafe passwordKey.withUnsafeBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[key.count...]).copyMemory(from: $0)
                }
            }
        }
        return try HKDF.extract(.sha256, from: both, salt: Self.label.withUTF8Buffer { unsafe Array($0) })
    }

    // MARK: The cipher

    /// Bytes of what a record's messages are authenticated with, and of what its key is for.
    static let identityByteCount = labelByteCount + 3 * Bytes16.byteCount
    static let infoByteCount = labelByteCount + 2 * Bytes16.byteCount + 8

    private func identity(of place: Record.Place) -> [UInt8] {
        [UInt8](count: Self.identityByteCount) { writeIdentity(into: &$0, place) }
    }

    /// What both messages of a record are authenticated with: label, vault, id and namespace.
    func writeIdentity(into writer: inout ByteWriter, _ place: Record.Place) {
        writer.append(Self.label)
        writer.append(vault)
        writer.append(place.id)
        writer.append(place.namespace)
    }

    /// What the key of a record is for: label, salt, id and version.
    func writeInfo(into writer: inout ByteWriter, _ salt: Bytes16, _ place: Record.Place, _ version: UInt64) {
        writer.append(Self.label)
        writer.append(salt)
        writer.append(place.id)
        writer.append(version)
    }

    /// Lends a nonce that is a number.
    static func withNonce<R>(_ number: UInt8, _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> R) throws(CryptoError) -> R {
        unsafe try withUnsafeBytes(of: (UInt64(0), UInt32(number).bigEndian)) { (nonce) throws(CryptoError) in
            unsafe try body(UnsafeRawBufferPointer(rebasing: nonce[..<AEAD.nonceByteCount]))
        }
    }

    private static func bytes(_ version: UInt64) -> [UInt8] { unsafe withUnsafeBytes(of: version.bigEndian) { unsafe Array($0) } }

    private func open(
        _ sealed: UnsafeRawBufferPointer, _ tag: Bytes16, _ key: SecretBytes, _ nonce: UInt8, _ identity: [UInt8], _ context: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        // The cipher wants ciphertext and tag in a row; they stand in two columns.
        var message: [UInt8] = []
        message.reserveCapacity(sealed.count + AEAD.tagByteCount)
        unsafe message.append(contentsOf: sealed)
        tag.append(to: &message)
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try Self.withNonce(nonce) { (nonce) throws(CryptoError) in
                unsafe try identity.withBytes { (identity) throws(CryptoError) in
                    unsafe try context.withBytes { (context) throws(CryptoError) in
                        unsafe try message.withBytes { (message) throws(CryptoError) in
                            let input = unsafe AEADInput(key: key, nonce: nonce, header: identity, context: context, message: message)
                            unsafe try Backend.open(.aes256GCM, input, into: output)
                        }
                    }
                }
            }
        }
    }
}
