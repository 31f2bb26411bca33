@_exported public import Foundation
import EmulatedDevice

/// Apple: "DCDevice".
public final class DCDevice: NSObject, Sendable {
    /// Apple: "DCDevice.current".
    public static let current = DCDevice()
    /// Apple: "isSupported".
    public var isSupported: Bool { true }
    /// Apple: "generateToken(completionHandler:)". The token means nothing outside the emulator.
    public func generateToken() async throws -> Data { Data("device-token".utf8) }
}

/// Apple: "DCAppAttestService".
@available(iOS 14, macOS 11, *)
public final class DCAppAttestService: NSObject, Sendable {
    /// Apple: "DCAppAttestService.shared".
    public static let shared = DCAppAttestService()
    /// Apple: "isSupported".
    public var isSupported: Bool { EmulatedDevice.current.hasSecureEnclave }
    /// Apple: "generateKey(completionHandler:)".
    public func generateKey() async throws -> String {
        guard let made = EmulatedDevice.current.makeEnclaveKey(control: nil) else { throw DCError(.featureUnsupported) }
        return made.identifier.base64EncodedString()
    }
    /// Apple: "generateAssertion(_:clientDataHash:completionHandler:)". Here: a bare signature, not Apple's CBOR object.
    public func generateAssertion(_ keyId: String, clientDataHash: Data) async throws -> Data {
        guard let identifier = Data(base64Encoded: keyId) else { throw DCError(.invalidKey) }
        let (_, signature) = EmulatedDevice.current.useEnclaveKey(identifier, context: nil) {
            EmulatedDevice.cryptography?.signP256(digest: clientDataHash, privateKey: $0)
        }
        guard let signature else { throw DCError(.invalidKey) }
        return signature
    }
}

/// Apple: "DCError".
public struct DCError: Error, Equatable {
    /// Apple: "DCError.Code".
    public enum Code: Int, Sendable { case unknownSystemFailure = 0, featureUnsupported, invalidInput, invalidKey, serverUnavailable }
    public let code: Code
    public init(_ code: Code) { self.code = code }
}
