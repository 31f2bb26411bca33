import FuzzRunner
import MerlonAuth
import MerlonCore

/// Both the URI itself, and the bytes as the message in it.
fuzz { bytes in
    let wrapped = "otpauth-migration://offline?data=" + Base64URL.encode(bytes)
    for text in [String(strictUTF8: bytes), wrapped].compactMap({ $0 }) {
        guard let export = try? OTPMigration(uri: text, dangerouslyAllowShortSecrets: true), !export.accounts.isEmpty else { continue }
        guard let uris = try? OTPMigration.urisRevealed(for: export.accounts, batchID: export.batchID) else { continue }
        let again = uris.flatMap { (try? OTPMigration(uri: $0, dangerouslyAllowShortSecrets: true))?.accounts ?? [] }
        precondition(again == export.accounts, "what was exported reads as other accounts")
    }
}
