import MerlonCore
import MerlonCrypto

/// Seals and opens records. Each write has a key of its own, made by HKDF (RFC 5869) of the namespace's key, a random salt, the id and the version,
/// so the nonces of its two messages are constants: AES-256-GCM with nonce 1 for the head and nonce 2 for the body.
///
/// The head's associated data holds the body's tag: whoever has the head's tag from the tree knows the whole record.
struct RecordCipher: Sendable {
    let vault: Bytes16

    private static let label = Array("merlon.vault.record.1".utf8)
    private static let headNonce: [UInt8] = Array(repeating: 0, count: 11) + [1]
    private static let bodyNonce: [UInt8] = Array(repeating: 0, count: 11) + [2]
    private static let tagByteCount = AEAD.tagByteCount

    /// Seals a record under a key of its namespace; `passwordKey` is mixed into the value's key.
    func seal(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, version: UInt64, key: EpochKey, passwordKey: SecretBytes? = nil
    ) throws(VaultError) -> Record {
        try reportingCrypto { () throws(CryptoError) in
            let salt = try translatingCoreErrors { () throws(CoreError) in try Bytes16.random() }
            let own = try recordKey(key.key, salt, place, version)
            let identity = identity(of: place)
            let (body, bodyTag) = unsafe try value.withUnsafeBytes { (value) throws(CryptoError) in
                unsafe try withUnsafeBytes(of: version.bigEndian) { (version) throws(CryptoError) in
                    unsafe try sealed(value, try bodyKey(own, passwordKey), Self.bodyNonce, identity, version)
                }
            }
            let clear = Record.Clear(version: version, epoch: key.epoch, salt: salt, bodyTag: bodyTag)
            let clearBytes = [UInt8](count: Record.Clear.byteCount, writing: clear.encode)
            let (bytes, tag) = unsafe try head.encoded.withBytes { (head) throws(CryptoError) in
                unsafe try clearBytes.withBytes { (clear) throws(CryptoError) in
                    unsafe try sealed(head, own, Self.headNonce, identity, clear, behind: clear)
                }
            }
            return Record(place: place, tag: tag, head: bytes, body: body)
        }
    }

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
        let info = [UInt8](count: Self.label.count + 2 * Bytes16.byteCount + 8) { writer in
            writer.append(Self.label)
            writer.append(salt)
            writer.append(place.id)
            writer.append(version)
        }
        return unsafe try info.withBytes { (info) throws(CryptoError) in
            unsafe try HKDF.expand(.sha256, from: key, info: info, count: AEAD.aes256GCM.keyByteCount)
        }
    }

    /// The record's key, or both parts hashed together where there is a password.
    private func bodyKey(_ key: SecretBytes, _ passwordKey: SecretBytes?) throws(CryptoError) -> SecretBytes {
        guard let passwordKey else { return key }
        let both = try translatingCoreErrors { () throws(CoreError) in
            unsafe try SecretBytes(count: key.count + passwordKey.count) { (buffer) throws(CoreError) in
                unsafe key.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
                unsafe passwordKey.withUnsafeBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[key.count...]).copyMemory(from: $0)
                }
            }
        }
        return try HKDF.extract(.sha256, from: both, salt: Self.label)
    }

    // MARK: The cipher

    private func identity(of place: Record.Place) -> [UInt8] {
        [UInt8](count: Self.label.count + 3 * Bytes16.byteCount) { writer in
            writer.append(Self.label)
            writer.append(vault)
            writer.append(place.id)
            writer.append(place.namespace)
        }
    }

    private static func bytes(_ version: UInt64) -> [UInt8] { unsafe withUnsafeBytes(of: version.bigEndian) { unsafe Array($0) } }

    /// The ciphertext behind `prefix`, and its tag.
    private func sealed(
        _ message: UnsafeRawBufferPointer, _ key: SecretBytes, _ nonce: [UInt8], _ identity: [UInt8], _ context: UnsafeRawBufferPointer,
        behind prefix: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(CryptoError) -> (bytes: [UInt8], tag: Bytes16) {
        let end = prefix.count + message.count
        let result: Result<([UInt8], Bytes16?), CryptoError> = unsafe withUnsafeTemporaryAllocation(
            byteCount: end + Self.tagByteCount, alignment: 8
        ) { output in
            unsafe output.copyMemory(from: prefix)
            do throws(CryptoError) {
                unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
                    unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
                        unsafe try identity.withBytes { (identity) throws(CryptoError) in
                            let input = unsafe AEADInput(key: key, nonce: nonce, header: identity, context: context, message: message)
                            unsafe try Backend.seal(
                                .aes256GCM, input, into: UnsafeMutableRawBufferPointer(rebasing: output[prefix.count...]))
                        }
                    }
                }
            } catch { return .failure(error) }
            let bytes = UnsafeRawBufferPointer(output)
            return unsafe .success((Array(bytes[..<end]), Bytes16(UnsafeRawBufferPointer(rebasing: bytes[end...]))))
        }
        let (bytes, written) = try result.get()
        guard let tag = written else { throw CryptoError(.backendFailure, "A tag of no length.") }
        return (bytes, tag)
    }

    private func open(
        _ sealed: UnsafeRawBufferPointer, _ tag: Bytes16, _ key: SecretBytes, _ nonce: [UInt8], _ identity: [UInt8], _ context: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        // The cipher wants ciphertext and tag in a row; they stand in two columns.
        var message: [UInt8] = []
        message.reserveCapacity(sealed.count + Self.tagByteCount)
        unsafe message.append(contentsOf: sealed)
        tag.append(to: &message)
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
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
