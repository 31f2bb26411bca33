import MerlonCore

/// The export of Google Authenticator: `otpauth-migration://offline?data=…`, several accounts in a protobuf message, on as many QR codes as
/// they need.
public struct OTPMigration: Sendable {
    /// An account of the export that cannot be taken, and why. One that cannot does not keep the others out.
    public struct Refusal: Hashable, Sendable {
        /// The account's name, as far as it can be shown.
        public let name: String
        /// Why.
        public let error: AuthError
    }

    /// The longest URI in bytes: far more than a QR code holds.
    public static let maximumURIByteCount = 16 << 10
    /// The most accounts of one URI.
    public static let maximumAccountCount = 100

    /// The accounts, in order.
    public let accounts: [OTPAccount]
    /// What could not be taken.
    public let refused: [Refusal]
    /// The same in all URIs of one export.
    public let batchID: Int32
    /// Which of the export's URIs this is, from 0.
    public let batchIndex: Int
    /// How many URIs the export has.
    public let batchCount: Int

    /// Reads one URI of an export.
    ///
    /// Throws ``AuthError/Code/malformed`` or ``AuthError/Code/limitExceeded``.
    public init(uri: String, dangerouslyAllowShortSecrets: Bool = false) throws(AuthError) {
        let parts = try OTPURI(uri, scheme: "otpauth-migration", limit: Self.maximumURIByteCount)
        guard parts.host == "offline", let data = parts.query.first(where: { $0.name.elementsEqual("data".utf8) }) else {
            throw AuthError(.malformed, "The URI is no export: it has no data.")
        }
        var text = Array(try PercentEncoding.decode(data.value, plusIsBlank: false).utf8)
        defer { wipe(&text) }
        var payload = try Self.payload(text)
        defer { wipe(&payload) }
        var accounts: [OTPAccount] = []
        var refused: [Refusal] = []
        var batch: [UInt64: Int32] = [:]
        var reader = ProtobufReader(payload[...])
        while let (field, value) = try reader.next() {
            switch (field, value) {
            case (1, .bytes(let message)):
                guard accounts.count + refused.count < Self.maximumAccountCount else {
                    throw AuthError(.limitExceeded, "The export has more than \(Self.maximumAccountCount) accounts in one URI.")
                }
                let entry = try MigrationEntry(message)
                do throws(AuthError) {
                    accounts.append(try entry.account(dangerouslyAllowShortSecrets))
                } catch { refused.append(Refusal(name: entry.shownName, error: error)) }
            case (3...5, .number(let number)): batch[field] = Int32(truncatingIfNeeded: number)
            default: break
            }
        }
        self.accounts = accounts
        self.refused = refused
        batchCount = max(1, Int(batch[3] ?? 1))
        batchIndex = max(0, Int(batch[4] ?? 0))
        batchID = batch[5] ?? 0
    }

    /// The accounts as an export that Google Authenticator imports, ten on a URI unless told otherwise. They hold the secrets, in ordinary
    /// memory.
    ///
    /// The export has neither Steam's codes, seven digits, other periods than 30 seconds, other origins than 0 nor counters over 2^63 - 1: an
    /// account with one of these throws ``AuthError/Code/unsupported`` and names it, since leaving it out in silence could lose it. What it has
    /// no place for and codes do not depend on is left out: ``OTPAccount/labelIssuer`` and ``OTPAccount/unknownParameters``.
    public static func urisRevealed(
        for accounts: [OTPAccount], batchID: Int32, accountsPerURI: Int = 10
    ) throws(AuthError) -> [String] {
        guard (1...maximumAccountCount).contains(accountsPerURI), !accounts.isEmpty else {
            throw AuthError(.invalidArgument, "An export has 1 to \(maximumAccountCount) accounts a URI.")
        }
        let groups = stride(from: 0, to: accounts.count, by: accountsPerURI).map { accounts[$0..<min($0 + accountsPerURI, accounts.count)] }
        var uris: [String] = []
        for (index, group) in groups.enumerated() {
            var message = ProtobufWriter()
            for account in group { message.write(1, try MigrationEntry.encoded(account)) }
            message.write(2, 1)
            message.write(3, UInt64(groups.count))
            message.write(4, UInt64(index))
            message.write(5, UInt64(bitPattern: Int64(batchID)))
            let data = PercentEncoding.encode(base64(message.bytes))
            let uri = "otpauth-migration://offline?data=\(data)"
            guard uri.utf8.count <= maximumURIByteCount else { throw AuthError(.limitExceeded, "Fewer accounts fit on a URI.") }
            uris.append(uri)
        }
        return uris
    }

    /// Base64 with padding. A blank stands where some reader of forms has met a plus sign; both alphabets are written.
    private static func payload(_ text: [UInt8]) throws(AuthError) -> [UInt8] {
        var body = text
        while body.last == UInt8(ascii: "="), text.count - body.count < 2 { body.removeLast() }
        let characters = body.map { (byte: UInt8) -> UInt8 in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: " "): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return try authCore { () throws(CoreError) in try Base64URL.decode(String(decoding: characters, as: UTF8.self)) }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var text = Base64URL.encode(bytes).utf8.map { (byte: UInt8) -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }
}
