import TestSupport
import Testing

/// Misuses of secrets that must not compile. Each stands on a line of its own after the two imports.
@Suite struct MisuseTests {
    @Test func secretsCannotBeEncodedHashedOrChanged() throws {
        let misuses: [(String, String)] = [
            ("struct A: Codable { var secret: SecretBytes }", "Encodable"),
            ("struct B: Encodable { var note: Redacted<String> }", "Encodable"),
            ("let c: any Encodable = try SecretBytes(copying: [1])", "Encodable"),
            ("let d = try JSONEncoder().encode(try SecretBytes(copying: [1]))", "Encodable"),
            ("let e: Set<SecretBytes> = []", "Hashable"),
            ("for byte in try SecretBytes(copying: [1]) { _ = byte }", "Sequence"),
            ("let h = try SealedEncoder()", "inaccessible"),
            ("let i = SealedDecoder(try SecretBytes(copying: [1]))", "inaccessible"),
        ]
        let source =
            "import Foundation\nimport MerlonCore\n" + misuses.map(\.0).joined(separator: "\n")
            + "\nlet fine = try SecretBytes(copying: [1])\n"
        let errors = try CompileErrors.of(source)
        for (index, misuse) in misuses.enumerated() {
            let found = errors[index + 3] ?? []
            #expect(!found.isEmpty, "\(misuse.0) compiles")
            #expect(found.contains { $0.contains(misuse.1) }, "\(misuse.0): \(found)")
        }
        let escape = try CompileErrors.of("import MerlonCore\nfunc f(_ s: SecretBytes) -> RawSpan { s.withBytes { $0 } }\n")
        #expect(escape[2] != nil, "a span of a secret's memory may leave the closure")
        #expect(errors.keys.allSatisfy { (3..<3 + misuses.count).contains($0) }, "\(errors)")
    }
}
