import Foundation

/// Every token that tests were given, so that Scripts/test can look for them in all that the tests have printed.
public enum IssuedTokens: Sendable {
    /// Appends to the file that `MERLON_ISSUED_TOKENS` names, when the script has set it.
    public static func record(_ tokens: [String]) {
        guard let path = ProcessInfo.processInfo.environment["MERLON_ISSUED_TOKENS"], !path.isEmpty else { return }
        // An empty line would be found everywhere. Appending keeps the lines of others whole.
        let text = Array(tokens.filter { !$0.isEmpty }.map { "\($0)\n" }.joined().utf8)
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        _ = unsafe write(file, text, text.count)
    }
}
