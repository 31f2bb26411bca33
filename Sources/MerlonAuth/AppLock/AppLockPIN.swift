import Foundation
import MerlonCore
import MerlonCrypto

/// What the owner types at the app's door: 6 ... 64 bytes, digits or a passphrase. Never compared: it makes the key that opens, or another one.
public struct AppLockPIN: Sendable {
    /// The shortest PIN, in characters.
    public static let minimumLength = 6
    /// The longest, in bytes of UTF-8.
    public static let maximumByteCount = 64

    let password: Password

    /// The PIN of a text, in normalization form C. For entering one that exists; a new one goes through ``init(new:)``.
    ///
    /// The text itself stays where it is, unprotected.
    public init(_ text: String) throws(AuthError) {
        guard (1...Self.maximumByteCount).contains(text.precomposedStringWithCanonicalMapping.utf8.count) else {
            throw AuthError(.invalidArgument, "A PIN has 1 to \(Self.maximumByteCount) bytes.")
        }
        password = try authCrypto { () throws(CryptoError) in try Password(text) }
    }

    /// A PIN that is to be set: at least ``minimumLength`` characters, and not one of those that everybody tries first.
    ///
    /// Refused are those of one repeated character or group (`000000`, `121212`), and runs upwards and downwards (`123456`, `987654`, `abcdef`).
    public init(new text: String) throws(AuthError) {
        guard text.count >= Self.minimumLength else {
            throw AuthError(.invalidArgument, "A new PIN has at least \(Self.minimumLength) characters.")
        }
        guard !Self.isGuessedFirst(text) else { throw AuthError(.invalidArgument, "A PIN that everybody tries first.") }
        try self.init(text)
    }

    static func isGuessedFirst(_ text: String) -> Bool {
        let values = text.unicodeScalars.map { Int($0.value) }
        for period in 1...max(1, values.count / 2) where period < values.count {
            if values.indices.allSatisfy({ values[$0] == values[$0 % period] }) { return true }
        }
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        guard let first = steps.first else { return true }
        // 1234567890 goes over the edge.
        return abs(first) == 1 && steps.allSatisfy { $0 == first || $0 == -9 * first }
    }
}

extension AppLockPIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
