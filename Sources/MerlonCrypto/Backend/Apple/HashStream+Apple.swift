#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import MerlonCore

    /// A hash over bytes that arrive piece by piece.
    public struct HashStream: ~Copyable, Sendable {
        private var state: State

        private enum State: Sendable {
            case sha256(SHA256)
            case sha384(SHA384)
            case sha512(SHA512)
            case sha1(Insecure.SHA1)
        }

        /// Starts a hash.
        public init(_ algorithm: HashAlgorithm) {
            state =
                switch algorithm {
                case .sha256: .sha256(SHA256())
                case .sha384: .sha384(SHA384())
                case .sha512: .sha512(SHA512())
                case .insecureSHA1: .sha1(Insecure.SHA1())
                }
        }

        /// Adds bytes.
        public mutating func update(_ bytes: some Collection<UInt8>) { unsafe withContiguousBytes(of: bytes) { unsafe update($0) } }

        /// Adds bytes.
        package mutating func update(_ bytes: UnsafeRawBufferPointer) {
            switch state {
            case .sha256(var function):
                unsafe function.update(bufferPointer: bytes)
                state = .sha256(function)
            case .sha384(var function):
                unsafe function.update(bufferPointer: bytes)
                state = .sha384(function)
            case .sha512(var function):
                unsafe function.update(bufferPointer: bytes)
                state = .sha512(function)
            case .sha1(var function):
                unsafe function.update(bufferPointer: bytes)
                state = .sha1(function)
            }
        }

        /// The digest of everything that was added.
        public consuming func finish() -> [UInt8] {
            switch state {
            case .sha256(let function): Array(function.finalize())
            case .sha384(let function): Array(function.finalize())
            case .sha512(let function): Array(function.finalize())
            case .sha1(let function): Array(function.finalize())
            }
        }
    }
#endif
