import Foundation
import MerlonVault
import TestSupport
import Testing

@Suite struct PreferencesTests {
    @Test func preferencesAreTyped() throws {
        let suite = "merlon-test-\(UUID().uuidString)"
        let preferences = Preferences(suite: suite)
        defer { UserDefaults().removePersistentDomain(forName: suite) }
        preferences["theme"] = "dark"
        preferences["count"] = 3
        preferences["on"] = true
        preferences["scale"] = 1.5
        preferences["names"] = ["a", "b"]
        #expect(preferences["theme"] == Optional("dark"))
        #expect(preferences["count"] == Optional(3))
        #expect(preferences["on"] == Optional(true))
        #expect(preferences["scale"] == Optional(1.5))
        #expect(preferences["names"] == Optional(["a", "b"]))
        let number: Int? = preferences["theme"]
        #expect(number == nil)
        preferences["theme"] = String?.none
        let theme: String? = preferences["theme"]
        #expect(theme == nil)
    }

    /// Misuses that must not compile, one a line.
    @Test func secretsAreNoPreferences() throws {
        let misuses: [(String, String)] = [
            (#"preferences["a"] = try SecretBytes(copying: [1])"#, "keep a secret in a Vault"),
            (#"preferences["b"] = Redacted("token")"#, "keep a secret in a Vault"),
            (#"preferences["c"] = try SealingKey.generate()"#, "a Vault keeps keys"),
            (#"preferences["d"] = try KeySet.generate()"#, "a Vault keeps keys"),
            (#"preferences["e"] = [UInt8](repeating: 1, count: 32)"#, "contextual result type"),
            (#"preferences["f"] = Data([1])"#, "PreferenceValue"),
            (#"let g: SecretBytes? = preferences["g"]"#, "keep a secret in a Vault"),
            (#"struct H: Codable { var key: SecretBytes }"#, "does not conform"),
            (#"let _: AccessPolicy = .synchronised(.whenPasscodeSet)"#, "whenPasscodeSet"),
            (#"let _: AccessPolicy = .synchronised(.whenUnlocked, presence: .userPresence)"#, "presence"),
            (#"let _: AccessPolicy = .thisDevice(.always)"#, "always"),
            (#"let _: Namespace = try Namespace("app")"#, "Decoder"),
        ]
        let source =
            "import Foundation\nimport MerlonCore\nimport MerlonCrypto\nimport MerlonVault\nlet preferences = Preferences()\n"
            + misuses.map(\.0).joined(separator: "\n") + "\npreferences[\"fine\"] = \"dark\"\n"
        let errors = try CompileErrors.of(source)
        for (index, misuse) in misuses.enumerated() {
            let found = errors[index + 6] ?? []
            #expect(found.contains { $0.contains(misuse.1) }, "\(misuse.0): \(found)")
        }
        #expect(errors.keys.allSatisfy { (6..<6 + misuses.count).contains($0) }, "\(errors)")
    }
}
