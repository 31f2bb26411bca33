public import Foundation

/// Apple: "Digest".
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable where Element == UInt8 {
    static var byteCount: Int { get }
}

/// Apple: "HashFunction".
public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest
    static var blockByteCount: Int { get }
    static var byteCount: Int { get }
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

extension HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> Digest {
        var function = Self()
        function.update(data: data)
        return function.finalize()
    }
    public mutating func update<D: DataProtocol>(data: D) { bytes(data).withUnsafeBytes { update(bufferPointer: $0) } }
}

protocol DigestOfBytes: Digest { init(_ data: Data); var data: Data { get } }
extension DigestOfBytes {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
    public func makeIterator() -> Data.Iterator { data.makeIterator() }
    public var description: String { "\(Self.self) digest: " + data.map { String(format: "%02x", $0) }.joined() }
}

/// Apple: "SHA256Digest".
public struct SHA256Digest: DigestOfBytes {
    public static var byteCount: Int { 32 }
    let data: Data
    init(_ data: Data) { self.data = data }
}
/// Apple: "SHA384Digest".
public struct SHA384Digest: DigestOfBytes {
    public static var byteCount: Int { 48 }
    let data: Data
    init(_ data: Data) { self.data = data }
}
/// Apple: "SHA512Digest".
public struct SHA512Digest: DigestOfBytes {
    public static var byteCount: Int { 64 }
    let data: Data
    init(_ data: Data) { self.data = data }
}

/// Apple: "SHA256".
public struct SHA256: HashFunction {
    public static var blockByteCount: Int { 64 }
    public static var byteCount: Int { 32 }
    private var input = Data()
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { input.append(contentsOf: bufferPointer) }
    public func finalize() -> SHA256Digest { SHA256Digest(cryptography().hash(input, length: 32)) }
}
/// Apple: "SHA384".
public struct SHA384: HashFunction {
    public static var blockByteCount: Int { 128 }
    public static var byteCount: Int { 48 }
    private var input = Data()
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { input.append(contentsOf: bufferPointer) }
    public func finalize() -> SHA384Digest { SHA384Digest(cryptography().hash(input, length: 48)) }
}
/// Apple: "SHA512".
public struct SHA512: HashFunction {
    public static var blockByteCount: Int { 128 }
    public static var byteCount: Int { 64 }
    private var input = Data()
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { input.append(contentsOf: bufferPointer) }
    public func finalize() -> SHA512Digest { SHA512Digest(cryptography().hash(input, length: 64)) }
}

/// Apple: "Insecure".
public enum Insecure {
    /// Apple: "Insecure.SHA1Digest".
    public struct SHA1Digest: DigestOfBytes {
        public static var byteCount: Int { 20 }
        let data: Data
        init(_ data: Data) { self.data = data }
    }
    /// Apple: "Insecure.SHA1".
    public struct SHA1: HashFunction {
        public static var blockByteCount: Int { 64 }
        public static var byteCount: Int { 20 }
        private var input = Data()
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) { input.append(contentsOf: bufferPointer) }
        public func finalize() -> SHA1Digest { SHA1Digest(cryptography().hash(input, length: 20)) }
    }
}

/// Apple: "HashedAuthenticationCode".
public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Sequence, Hashable, Sendable {
    let data: Data
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
    public func makeIterator() -> Data.Iterator { data.makeIterator() }
}

/// Apple: "HMAC".
public struct HMAC<H: HashFunction>: Sendable {
    public typealias MAC = HashedAuthenticationCode<H>
    private let key: SymmetricKey
    private var input = Data()
    public init(key: SymmetricKey) { self.key = key }
    public mutating func update<D: DataProtocol>(data: D) { input.append(bytes(data)) }
    public func finalize() -> MAC { MAC(data: cryptography().authenticate(input, key: key.data, length: H.byteCount)) }
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        MAC(data: cryptography().authenticate(bytes(data), key: key.data, length: H.byteCount))
    }
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ code: some ContiguousBytes, authenticating data: D, using key: SymmetricKey
    ) -> Bool {
        bytes(of: code) == cryptography().authenticate(bytes(data), key: key.data, length: H.byteCount)
    }
}

/// Apple: "HKDF". RFC 5869.
@available(iOS 14, macOS 11, *)
public struct HKDF<H: HashFunction>: Sendable {
    public static func extract<S: DataProtocol>(inputKeyMaterial: SymmetricKey, salt: S?) -> HashedAuthenticationCode<H> {
        let salt = salt.map { bytes($0) } ?? Data()
        return HashedAuthenticationCode(
            data: cryptography().authenticate(
                inputKeyMaterial.data, key: salt.isEmpty ? Data(repeating: 0, count: H.byteCount) : salt, length: H.byteCount))
    }
    public static func expand<P: ContiguousBytes, I: DataProtocol>(
        pseudoRandomKey: P, info: I?, outputByteCount: Int
    ) -> SymmetricKey {
        let key = bytes(of: pseudoRandomKey)
        let info = info.map { bytes($0) } ?? Data()
        var output = Data()
        var block = Data()
        var counter: UInt8 = 1
        while output.count < outputByteCount {
            block = cryptography().authenticate(block + info + Data([counter]), key: key, length: H.byteCount)
            output += block
            counter += 1
        }
        return SymmetricKey(data: output.prefix(outputByteCount))
    }
    public static func deriveKey<S: DataProtocol, I: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: S, info: I, outputByteCount: Int
    ) -> SymmetricKey {
        expand(pseudoRandomKey: extract(inputKeyMaterial: inputKeyMaterial, salt: salt), info: info, outputByteCount: outputByteCount)
    }
    public static func deriveKey<I: DataProtocol>(inputKeyMaterial: SymmetricKey, info: I, outputByteCount: Int) -> SymmetricKey {
        deriveKey(inputKeyMaterial: inputKeyMaterial, salt: Data(), info: info, outputByteCount: outputByteCount)
    }
}
