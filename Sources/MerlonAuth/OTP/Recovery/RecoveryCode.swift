import MerlonCore
import MerlonCrypto

/// A recovery code. Printed by accident it shows `‹redacted›`; ``text`` is for the person who is to keep it.
public struct RecoveryCode: Sendable {
    /// Which of the account's codes it is.
    let slot: Int
    private let characters: SecretBytes

    /// 32 characters that are not taken for one another.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    private static let length = 16

    static func generate(slot: Int, using entropy: any Entropy) throws(AuthError) -> RecoveryCode {
        let bytes = try authCore { () throws(CoreError) in try entropy.secret(count: length) }
        let characters = try authCore { () throws(CoreError) in
            unsafe try SecretBytes(count: length) { buffer in
                unsafe bytes.withUnsafeBytes { bytes in
                    for index in 1..<length { unsafe buffer[index] = alphabet[Int(bytes[index] & 31)] }
                }
                unsafe buffer[0] = alphabet[slot]
            }
        }
        return RecoveryCode(slot: slot, characters: characters)
    }

    private init(slot: Int, characters: SecretBytes) {
        self.slot = slot
        self.characters = characters
    }

    /// The code that a person entered; `nil` for what cannot be one.
    init?(entered text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var entered: [UInt8] = []
        defer { wipe(&entered) }
        for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
            entered.append((0x61...0x7A).contains(byte) ? byte - 0x20 : byte)
        }
        guard entered.count == Self.length, entered.allSatisfy(Self.alphabet.contains),
            let slot = Self.alphabet.firstIndex(of: entered[0]), let characters = try? SecretBytes(copying: entered)
        else { return nil }
        self.init(slot: slot, characters: characters)
    }

    /// The code in groups of four, as it is shown, once: `XXXX-XXXX-XXXX-XXXX`.
    public var text: String {
        var text = ""
        unsafe characters.withUnsafeBytes { bytes in
            for index in bytes.indices {
                if index > 0, index % 4 == 0 { text.append("-") }
                unsafe text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
            }
        }
        return text
    }

    func password() throws(AuthError) -> Password { try authCrypto { () throws(CryptoError) in try Password(bytes: characters) } }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
