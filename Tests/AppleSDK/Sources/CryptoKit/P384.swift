public import Foundation

/// Apple: "P384". Compiled against only: the emulator has no P-384.
public enum P384 {
    /// Apple: "P384.Signing".
    public enum Signing {
        /// Apple: "P384.Signing.ECDSASignature".
        public struct ECDSASignature: Sendable {
            public let rawRepresentation: Data
            public init<D: DataProtocol>(rawRepresentation: D) throws {
                self.rawRepresentation = bytes(rawRepresentation)
                guard self.rawRepresentation.count == 96 else { throw CryptoKitError.incorrectParameterSize }
            }
        }
        /// Apple: "P384.Signing.PublicKey".
        public struct PublicKey: Sendable {
            public let x963Representation: Data
            public init<D: ContiguousBytes>(x963Representation: D) throws {
                self.x963Representation = bytes(of: x963Representation)
                guard self.x963Representation.count == 97 else { throw CryptoKitError.incorrectParameterSize }
            }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { notEmulated() }
        }
        /// Apple: "P384.Signing.PrivateKey".
        public struct PrivateKey: Sendable {
            public let rawRepresentation: Data
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { self.rawRepresentation = bytes(of: rawRepresentation) }
            public var publicKey: PublicKey { notEmulated() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { notEmulated() }
        }
    }
}

func notEmulated() -> Never { fatalError("the emulator lacks this: it is compiled against, not run") }
