import Foundation
public import MerlonCore
public import MerlonCrypto

extension RulePack {
    /// The first line of a signed pack. It is signed with the rest, so that a signature made for something else is none of a pack.
    public static let header = "merlon-rule-pack 1"
    /// Signed packs are shorter, in bytes.
    public static let maximumSize = 65_536

    /// Reads a signed pack: the line ``header``, the pack as JSON, and a last line `signature ` with the signature (base64url) of all bytes before
    /// that line. `openssl pkeyutl -sign -rawin` makes such signatures.
    ///
    /// - Parameters:
    ///   - keys: Any of these must have signed; Ed25519 is the choice.
    ///   - number: The last pack that was taken; 0 when there was none. The same one is taken again, an older one is not.
    ///   - time: The time now.
    /// - Throws: ``RuntimeError`` `malformed`, `limitExceeded`, `authenticationFailed`, `outdated`, `unsupported`.
    public static func open(
        _ bytes: some Collection<UInt8>, keys: [VerifyingKey], after number: Int, at time: WallTime
    ) throws(RuntimeError) -> RulePack {
        guard bytes.count <= maximumSize else { throw RuntimeError(.limitExceeded, "A rule pack of more than \(maximumSize) bytes.") }
        let (signed, signature) = try parts(Array(bytes))
        // Nothing of it is interpreted before it is known who wrote it.
        guard keys.contains(where: { (try? $0.verifyWithoutContext(signature, of: signed)) != nil }) else {
            throw RuntimeError(.authenticationFailed, "The rule pack is signed by none of the keys.")
        }
        let head = Array((header + "\n").utf8)
        guard signed.starts(with: head) else { throw RuntimeError(.unsupported, "Not a rule pack of this version.") }
        guard let pack = try? JSONDecoder().decode(RulePack.self, from: Data(signed.dropFirst(head.count))), pack.number > 0 else {
            throw RuntimeError(.malformed, "What was signed is no rule pack.")
        }
        guard pack.number >= number else { throw RuntimeError(.outdated, "Rule pack \(pack.number) is older than \(number).") }
        if let expires = pack.expires, expires <= time { throw RuntimeError(.outdated, "The rule pack is past its time.") }
        return pack
    }

    private static func parts(_ bytes: [UInt8]) throws(RuntimeError) -> (signed: [UInt8], signature: [UInt8]) {
        var end = bytes.count
        if bytes.last == 0x0A { end -= 1 }
        let label = Array("signature ".utf8)
        guard let lineBreak = bytes[..<end].lastIndex(of: 0x0A), bytes[(lineBreak + 1)..<end].starts(with: label),
            let text = String(strictUTF8: bytes[(lineBreak + 1 + label.count)..<end]),
            let signature = try? Base64URL.decode(text)
        else { throw RuntimeError(.malformed, "The rule pack has no signature in its last line.") }
        return (Array(bytes[...lineBreak]), signature)
    }
}
