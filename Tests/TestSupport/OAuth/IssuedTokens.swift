import Foundation

/// Every token that tests were given, so that Scripts/test can look for them in all that the tests have printed.
public enum IssuedTokens: Sendable {
    /// Appends to the file that `MERLON_ISSUED_TOKENS` names, when the script has set it.
    public static func record(_ tokens: [String]) {
        guard let path = ProcessInfo.processInfo.environment["MERLON_ISSUED_TOKENS"], !path.isEmpty else { return }
        let text = Data(tokens.map { "\($0)\n" }.joined().utf8)
        if !FileManager.default.fileExists(atPath: path) { try? Data().write(to: URL(fileURLWithPath: path)) }
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        defer { try? handle.close() }
        _ = try? handle.seekToEnd()
        try? handle.write(contentsOf: text)
    }
}
