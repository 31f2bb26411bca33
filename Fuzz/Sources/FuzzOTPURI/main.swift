import FuzzRunner
import MerlonAuth
import MerlonCore

fuzz { bytes in
    guard let text = String(strictUTF8: bytes), let account = try? OTPAccount(uri: text, dangerouslyAllowShortSecret: true) else { return }
    let again = try? OTPAccount(uri: account.uriRevealed(), dangerouslyAllowShortSecret: true)
    // Escaping makes a URI longer: one at the limit may not fit any more.
    precondition(
        again == account || account.uriRevealed().utf8.count > OTPAccount.maximumURIByteCount, "what was written reads as another account")
}
