public import Foundation

/// Apple: "P256".
public enum P256 {
    /// Apple: "P256.KeyAgreement".
    public enum KeyAgreement {
        /// Apple: "P256.KeyAgreement.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            init(unchecked: Data) { x963Representation = unchecked }
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = try checkedPoint(bytes(of: x963Representation))
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                x963Representation = try checkedPoint(Data([4]) + bytes(of: rawRepresentation))
            }
            public var rawRepresentation: Data { Data(x963Representation.dropFirst()) }
        }
        /// Apple: "P256.KeyAgreement.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init(compactRepresentable: Bool = true) {
                let made = cryptography().newP256Key()
                rawRepresentation = made.privateKey
                publicKey = PublicKey(unchecked: made.publicKey)
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                publicKey = try PublicKey(x963Representation: publicPoint(of: self.rawRepresentation))
            }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                guard let secret = cryptography().agreeP256(privateKey: rawRepresentation, publicKey: publicKeyShare.x963Representation)
                else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -7)
                }
                return SharedSecret(data: secret)
            }
        }
    }

    /// Apple: "P256.Signing".
    public enum Signing {
        /// Apple: "P256.Signing.ECDSASignature".
        public struct ECDSASignature: Sendable {
            public let derRepresentation: Data
            public let rawRepresentation: Data
            public init<D: DataProtocol>(derRepresentation: D) throws {
                self.derRepresentation = bytes(derRepresentation)
                guard let raw = ECDSAFormat.raw(fromDER: self.derRepresentation) else { throw CryptoKitError.incorrectParameterSize }
                rawRepresentation = raw
            }
            public init<D: DataProtocol>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(rawRepresentation)
                guard self.rawRepresentation.count == 64 else { throw CryptoKitError.incorrectParameterSize }
                derRepresentation = ECDSAFormat.der(fromRaw: self.rawRepresentation)
            }
        }
        /// Apple: "P256.Signing.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            init(unchecked: Data) { x963Representation = unchecked }
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = try checkedPoint(bytes(of: x963Representation))
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                x963Representation = try checkedPoint(Data([4]) + bytes(of: rawRepresentation))
            }
            public var rawRepresentation: Data { Data(x963Representation.dropFirst()) }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                cryptography().verifyP256(
                    digest: cryptography().hash(bytes(data), length: 32), signature: signature.derRepresentation,
                    publicKey: x963Representation)
            }
            public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool {
                cryptography().verifyP256(digest: bytes(of: digest), signature: signature.derRepresentation, publicKey: x963Representation)
            }
        }
        /// Apple: "P256.Signing.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public let publicKey: PublicKey
            public init(compactRepresentable: Bool = true) {
                let made = cryptography().newP256Key()
                rawRepresentation = made.privateKey
                publicKey = PublicKey(unchecked: made.publicKey)
            }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(of: rawRepresentation)
                publicKey = try PublicKey(x963Representation: publicPoint(of: self.rawRepresentation))
            }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                try signature(digest: cryptography().hash(bytes(data), length: 32))
            }
            public func signature<D: Digest>(for digest: D) throws -> ECDSASignature { try signature(digest: bytes(of: digest)) }
            private func signature(digest: Data) throws -> ECDSASignature {
                guard let der = cryptography().signP256(digest: digest, privateKey: rawRepresentation) else {
                    throw CryptoKitError.underlyingCoreCryptoError(error: -1)
                }
                return try ECDSASignature(derRepresentation: der)
            }
        }
    }
}

private func publicPoint(of scalar: Data) throws -> Data {
    guard let point = cryptography().p256PublicKey(of: scalar) else { throw CryptoKitError.incorrectKeySize }
    return point
}

private func checkedPoint(_ point: Data) throws -> Data {
    // Agreement with a point off the curve fails, so agreeing once with a fixed scalar checks it.
    guard point.count == 65, point.first == 4,
        cryptography().agreeP256(privateKey: Data(repeating: 0, count: 31) + [1], publicKey: point) != nil
    else { throw CryptoKitError.incorrectParameterSize }
    return point
}

/// DER and fixed-length forms of an ECDSA signature on P-256.
enum ECDSAFormat {
    static func raw(fromDER der: Data) -> Data? {
        let all = [UInt8](der)
        guard all.count >= 8, all[0] == 0x30, Int(all[1]) == all.count - 2 else { return nil }
        var index = 2
        var out = Data()
        for _ in 0..<2 {
            guard index + 2 <= all.count, all[index] == 0x02 else { return nil }
            let length = Int(all[index + 1])
            guard length > 0, index + 2 + length <= all.count else { return nil }
            let number = all[(index + 2)..<(index + 2 + length)].drop { $0 == 0 }
            guard number.count <= 32 else { return nil }
            out += Data(repeating: 0, count: 32 - number.count) + number
            index += 2 + length
        }
        return index == all.count ? out : nil
    }

    static func der(fromRaw raw: Data) -> Data {
        func integer(_ half: Data) -> Data {
            var number = Data(half.drop { $0 == 0 })
            if number.isEmpty || number.first! >= 0x80 { number = Data([0]) + number }
            return Data([0x02, UInt8(number.count)]) + number
        }
        let body = integer(Data(raw.prefix(32))) + integer(Data(raw.suffix(32)))
        return Data([0x30, UInt8(body.count)]) + body
    }
}
