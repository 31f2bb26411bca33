public import Foundation

/// Apple: "AES".
public enum AES {
    /// Apple: "AES.GCM".
    public enum GCM {
        /// Apple: "AES.GCM.Nonce". Twelve bytes.
        public struct Nonce: ContiguousBytes, Sequence, Sendable {
            let data: Data
            public init() { data = Data((0..<12).map { _ in UInt8.random(in: 0...255) }) }
            public init<D: DataProtocol>(data: D) throws {
                guard data.count >= 12 else { throw CryptoKitError.incorrectParameterSize }
                self.data = bytes(data)
            }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
            public func makeIterator() -> Data.Iterator { data.makeIterator() }
        }

        /// Apple: "AES.GCM.SealedBox".
        public struct SealedBox: Sendable {
            public let nonce: Nonce
            public let ciphertext: Data
            public let tag: Data
            public var combined: Data? { nonce.data.count == 12 ? nonce.data + ciphertext + tag : nil }
            public init<D: DataProtocol>(combined: D) throws {
                let all = bytes(combined)
                guard all.count >= 28 else { throw CryptoKitError.incorrectParameterSize }
                nonce = try Nonce(data: all.prefix(12))
                ciphertext = Data(all.dropFirst(12).dropLast(16))
                tag = Data(all.suffix(16))
            }
            public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
                guard tag.count == 16 else { throw CryptoKitError.incorrectParameterSize }
                self.nonce = nonce
                self.ciphertext = bytes(ciphertext)
                self.tag = bytes(tag)
            }
        }

        /// Apple: "seal(_:using:nonce:authenticating:)".
        public static func seal<P: DataProtocol, A: DataProtocol>(
            _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating authenticatedData: A
        ) throws -> SealedBox {
            guard [16, 24, 32].contains(key.data.count) else { throw CryptoKitError.incorrectKeySize }
            let nonce = nonce ?? Nonce()
            guard
                let sealed = cryptography().seal(
                    .aesGCM, key: key.data, nonce: nonce.data, context: bytes(authenticatedData), plaintext: bytes(message))
            else { throw CryptoKitError.underlyingCoreCryptoError(error: -1) }
            return try SealedBox(nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
        }

        /// Apple: "seal(_:using:nonce:)".
        public static func seal<P: DataProtocol>(_ message: P, using key: SymmetricKey, nonce: Nonce? = nil) throws -> SealedBox {
            try seal(message, using: key, nonce: nonce, authenticating: Data())
        }

        /// Apple: "open(_:using:authenticating:)".
        public static func open<A: DataProtocol>(_ box: SealedBox, using key: SymmetricKey, authenticating authenticatedData: A) throws
            -> Data
        {
            guard [16, 24, 32].contains(key.data.count) else { throw CryptoKitError.incorrectKeySize }
            guard
                let plaintext = cryptography().open(
                    .aesGCM, key: key.data, nonce: box.nonce.data, context: bytes(authenticatedData), sealed: box.ciphertext + box.tag)
            else { throw CryptoKitError.authenticationFailure }
            return plaintext
        }

        /// Apple: "open(_:using:)".
        public static func open(_ box: SealedBox, using key: SymmetricKey) throws -> Data {
            try open(box, using: key, authenticating: Data())
        }
    }
}

/// Apple: "ChaChaPoly".
public enum ChaChaPoly {
    /// Apple: "ChaChaPoly.Nonce". Twelve bytes.
    public struct Nonce: ContiguousBytes, Sequence, Sendable {
        let data: Data
        public init() { data = Data((0..<12).map { _ in UInt8.random(in: 0...255) }) }
        public init<D: DataProtocol>(data: D) throws {
            guard data.count == 12 else { throw CryptoKitError.incorrectParameterSize }
            self.data = bytes(data)
        }
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
        public func makeIterator() -> Data.Iterator { data.makeIterator() }
    }

    /// Apple: "ChaChaPoly.SealedBox".
    public struct SealedBox: Sendable {
        public let nonce: Nonce
        public let ciphertext: Data
        public let tag: Data
        public var combined: Data { nonce.data + ciphertext + tag }
        public init<D: DataProtocol>(combined: D) throws {
            let all = bytes(combined)
            guard all.count >= 28 else { throw CryptoKitError.incorrectParameterSize }
            nonce = try Nonce(data: all.prefix(12))
            ciphertext = Data(all.dropFirst(12).dropLast(16))
            tag = Data(all.suffix(16))
        }
        public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
            guard tag.count == 16 else { throw CryptoKitError.incorrectParameterSize }
            self.nonce = nonce
            self.ciphertext = bytes(ciphertext)
            self.tag = bytes(tag)
        }
    }

    /// Apple: "seal(_:using:nonce:authenticating:)".
    public static func seal<P: DataProtocol, A: DataProtocol>(
        _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating authenticatedData: A
    ) throws -> SealedBox {
        guard key.data.count == 32 else { throw CryptoKitError.incorrectKeySize }
        let nonce = nonce ?? Nonce()
        guard
            let sealed = cryptography().seal(
                .chaChaPoly, key: key.data, nonce: nonce.data, context: bytes(authenticatedData), plaintext: bytes(message))
        else { throw CryptoKitError.underlyingCoreCryptoError(error: -1) }
        return try SealedBox(nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    }

    /// Apple: "seal(_:using:nonce:)".
    public static func seal<P: DataProtocol>(_ message: P, using key: SymmetricKey, nonce: Nonce? = nil) throws -> SealedBox {
        try seal(message, using: key, nonce: nonce, authenticating: Data())
    }

    /// Apple: "open(_:using:authenticating:)".
    public static func open<A: DataProtocol>(_ box: SealedBox, using key: SymmetricKey, authenticating authenticatedData: A) throws -> Data
    {
        guard key.data.count == 32 else { throw CryptoKitError.incorrectKeySize }
        guard
            let plaintext = cryptography().open(
                .chaChaPoly, key: key.data, nonce: box.nonce.data, context: bytes(authenticatedData), sealed: box.ciphertext + box.tag)
        else { throw CryptoKitError.authenticationFailure }
        return plaintext
    }

    /// Apple: "open(_:using:)".
    public static func open(_ box: SealedBox, using key: SymmetricKey) throws -> Data { try open(box, using: key, authenticating: Data()) }
}
