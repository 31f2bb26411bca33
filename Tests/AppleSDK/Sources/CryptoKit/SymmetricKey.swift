@_exported public import Foundation
import EmulatedDevice

/// The installed cryptography; a test that forgets to install it stops here with a plain message.
func cryptography() -> any EmulatedCryptography {
    guard let installed = EmulatedDevice.cryptography else { fatalError("EmulatorSupport: OpenSSLCryptography.install() was not called") }
    return installed
}

func bytes(_ data: some DataProtocol) -> Data { Data(data) }
func bytes(of value: some ContiguousBytes) -> Data { value.withUnsafeBytes { Data($0) } }

/// Apple: "SymmetricKeySize".
public struct SymmetricKeySize: Sendable {
    public let bitCount: Int
    public init(bitCount: Int) { self.bitCount = bitCount }
    public static let bits128 = Self(bitCount: 128)
    public static let bits192 = Self(bitCount: 192)
    public static let bits256 = Self(bitCount: 256)
}

/// Apple: "SymmetricKey".
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    let data: Data
    public init(data: some ContiguousBytes) { self.data = bytes(of: data) }
    public init(size: SymmetricKeySize) { data = Data((0..<(size.bitCount / 8)).map { _ in UInt8.random(in: 0...255) }) }
    public var bitCount: Int { data.count * 8 }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try data.withUnsafeBytes(body) }
}

/// Apple: "CryptoKitError".
public enum CryptoKitError: Error {
    case incorrectKeySize, incorrectParameterSize, authenticationFailure
    case underlyingCoreCryptoError(error: Int32)
    case wrapFailure, unwrapFailure
}
