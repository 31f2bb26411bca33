import MerlonCore
public import MerlonCrypto

extension IntegrityManifest {
    /// The largest signed manifest that is read, in bytes. Each 16 KiB of code take some 45.
    public static let maximumByteCount = 8 << 20
    /// More binaries, slices of one, or sections of one are refused.
    static let maximumEntries = 4096
    private static let context: SigningContext = "merlon-runtime/integrity"
    private static let format = "merlon-integrity-1"

    /// The manifest as a file, signed. The key must be one for Ed25519.
    public func signed(with key: any SigningKey) throws(RuntimeError) -> [UInt8] {
        guard key.algorithm == .ed25519 else { throw RuntimeError(.unsupported, "Manifests are signed with Ed25519.") }
        guard sequence >= 1 else { throw RuntimeError(.malformed, "A manifest has a sequence from 1 on.") }
        let payload = Array(json.serialized().utf8)
        let signature: [UInt8]
        do throws(CryptoError) { signature = try key.sign(payload, context: Self.context) } catch {
            throw RuntimeError(.authenticationFailed, "Signing failed: \(error.reason)")
        }
        let file = JSONValue.object([
            "payload": .string(Base64URL.encode(payload)), "signatures": .array([.string(Base64URL.encode(signature))]),
        ])
        let bytes = Array(file.serialized(pretty: true).utf8)
        guard bytes.count <= Self.maximumByteCount else { throw RuntimeError(.limitExceeded, "The manifest is larger than is read.") }
        return bytes
    }

    /// Reads a signed manifest: signature first, then form.
    ///
    /// - Parameters:
    ///   - keys: One signature must be that of one of these Ed25519 keys.
    ///   - sequence: The least number that is taken: that of the release which the program is, so that an older manifest is of no use.
    /// - Throws: ``RuntimeError`` `malformed`, `limitExceeded`, `authenticationFailed`, `outdated`, `unsupported`.
    public init(verifying bytes: [UInt8], keys: [VerifyingKey], atLeast sequence: Int64 = 1) throws(RuntimeError) {
        guard !keys.isEmpty, keys.allSatisfy({ $0.algorithm == .ed25519 }) else {
            throw RuntimeError(.unsupported, "Manifests are verified with at least one key, each for Ed25519.")
        }
        let file = try Self.parse(bytes)
        guard let encoded = file["payload"]?.string, let payload = try? Base64URL.decode(encoded),
            let signatures = file["signatures"]?.array,
            (1...8).contains(signatures.count)
        else { throw RuntimeError(.malformed, "The manifest has no payload, no signature, or more than eight.") }
        let isTrusted = signatures.contains { text in
            guard let signature = text.string.flatMap({ try? Base64URL.decode($0) }) else { return false }
            return keys.contains { key in (try? key.verify(signature, of: payload, context: Self.context)) != nil }
        }
        guard isTrusted else { throw RuntimeError(.authenticationFailed, "No signature of the manifest is that of a trusted key.") }
        try self.init(unverifiedPayload: payload)
        guard self.sequence >= sequence else {
            throw RuntimeError(.outdated, "The manifest has sequence \(self.sequence), and \(sequence) is the least.")
        }
    }

    /// Reads what a signed manifest says, without a look at who signed it: for tools that show it, and for tests.
    public init(unverified bytes: [UInt8]) throws(RuntimeError) {
        guard let encoded = try Self.parse(bytes)["payload"]?.string, let payload = try? Base64URL.decode(encoded) else {
            throw RuntimeError(.malformed, "The manifest has no payload.")
        }
        try self.init(unverifiedPayload: payload)
    }

    /// Reads the payload: what is signed.
    init(unverifiedPayload payload: [UInt8]) throws(RuntimeError) {
        let value = try Self.parse(payload)
        guard value["format"]?.string == Self.format else { throw RuntimeError(.unsupported, "Another format than \(Self.format).") }
        try self.init(json: value)
    }

    private static func parse(_ bytes: [UInt8]) throws(RuntimeError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: bytes, limits: JSONLimits(size: maximumByteCount, depth: 10)) } catch {
            throw RuntimeError(
                error.code == .sizeExceeded ? .limitExceeded : .malformed, "The manifest is no JSON: \(error.code.rawValue).")
        }
    }
}
