import MerlonCore
import MerlonCrypto

extension RecordCipher {
    /// Seals a record under a key of its namespace; `passwordKey` is mixed into the value's key.
    func seal(
        _ value: SecretBytes, _ head: RecordHead, at place: Record.Place, version: UInt64, key: EpochKey, passwordKey: SecretBytes? = nil,
        in room: SealingRoom
    ) throws(VaultError) -> SealedRecord {
        let record = unsafe room.record(headByteCount: head.encodedByteCount, valueByteCount: value.count)
        let cipher = room.cipher
        try reportingCrypto { () throws(CryptoError) in
            defer { cipher.forget() }
            let salt: Bytes16
            do throws(CoreError) { salt = try .random() } catch { throw CryptoError(error) }
            // The purpose of the key stands for a moment where the identity comes then.
            var info = unsafe ByteWriter(record.bytes(0..<Self.infoByteCount))
            writeInfo(into: &info, salt, place, version)
            let headKey = unsafe try setBodyKey(
                of: cipher, from: key.key, for: UnsafeRawBufferPointer(record.bytes(0..<Self.infoByteCount)), passwordKey)
            var identity = unsafe ByteWriter(record.bytes(0..<Self.identityByteCount + 8))
            writeIdentity(into: &identity, place)
            identity.append(version)
            unsafe try sealBody(value, of: record, with: cipher)
            if let headKey { try cipher.setKey(headKey) }
            let clear = unsafe Record.Clear(version: version, epoch: key.epoch, salt: salt, bodyTag: record.tag)
            unsafe try sealHead(head, clear, of: record, with: cipher)
        }
        return unsafe record
    }

    /// Sets the key of the body, which is the head's too unless there is a password: then gives the head's.
    private func setBodyKey(
        of cipher: RekeyedCipher, from key: SecretBytes, for info: UnsafeRawBufferPointer, _ passwordKey: SecretBytes?
    ) throws(CryptoError) -> SecretBytes? {
        guard let passwordKey else {
            unsafe try cipher.setKey(derivedFrom: key, info: info)
            return nil
        }
        let own = unsafe try HKDF.expand(.sha256, from: key, info: info, count: AEAD.aes256GCM.keyByteCount)
        try cipher.setKey(try bodyKey(own, passwordKey))
        return own
    }

    /// Authenticated with identity and version. Its tag stands where the head's comes then.
    private func sealBody(_ value: SecretBytes, of record: SealedRecord, with cipher: RekeyedCipher) throws(CryptoError) {
        unsafe try value.withUnsafeBytes { (value) throws(CryptoError) in
            unsafe try Self.withNonce(Self.bodyNonce) { (nonce) throws(CryptoError) in
                unsafe try cipher.seal(
                    value, nonce: nonce, authenticating: UnsafeRawBufferPointer(record.bytes(0..<Self.identityByteCount + 8)),
                    into: record.bytes(record.bodyRange), tag: record.bytes(record.tagRange))
            }
        }
    }

    /// Authenticated with identity and the part in the clear, which takes the version's place.
    private func sealHead(
        _ head: RecordHead, _ clear: Record.Clear, of record: SealedRecord, with cipher: RekeyedCipher
    ) throws(CryptoError) {
        let end = Self.identityByteCount + Record.Clear.byteCount
        var writer = unsafe ByteWriter(record.bytes(Self.identityByteCount..<record.bodyRange.lowerBound))
        clear.encode(into: &writer)
        head.encode(into: &writer)
        unsafe try Self.withNonce(Self.headNonce) { (nonce) throws(CryptoError) in
            let inside = unsafe record.bytes(end..<record.bodyRange.lowerBound)
            unsafe try cipher.seal(
                UnsafeRawBufferPointer(inside), nonce: nonce, authenticating: UnsafeRawBufferPointer(record.bytes(0..<end)), into: inside,
                tag: record.bytes(record.tagRange))
        }
    }
}
