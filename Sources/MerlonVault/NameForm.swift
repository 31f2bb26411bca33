import Foundation

/// The one form of names: normalization form C, 1 to 255 bytes of UTF-8, no control characters.
enum NameForm {
    static func checked(_ text: String) throws(VaultError) -> String {
        // Normalising costs microseconds, and ASCII is its own form C. The length is bounded before, too: no form C has fewer than a third of the bytes.
        guard text.utf8.count <= 3 * Namespace.maximumLength else { throw invalid }
        let name = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
        guard (1...Namespace.maximumLength).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw invalid }
        return name
    }

    private static let invalid = VaultError(
        .invalidArgument, "Names have 1 to \(Namespace.maximumLength) bytes in normalization form C, and no control characters.")
}
