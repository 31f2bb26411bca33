/// A TLS library that is linked into a binary, by the text in which it states its version.
struct EmbeddedTLSLibrary: Hashable {
    /// `OpenSSL`.
    let name: String
    /// `1.0.2k`; empty where the library has no versions.
    let version: String
    /// Its maintainers no longer mend the release.
    let isOutdated: Bool

    /// A library by the beginning of its version text, and the lowest release that is not plainly out of support.
    ///
    /// OpenSSL 1.1.1 ended in September 2023 (openssl-library.org, release strategy); mbed TLS 2.28 ended in 2024.
    private static let known: [(prefix: String, name: String, supported: [Int])] = [
        ("OpenSSL ", "OpenSSL", [3, 0]), ("LibreSSL ", "LibreSSL", [4, 0]), ("mbed TLS ", "mbed TLS", [3, 6]),
        ("Mbed TLS ", "mbed TLS", [3, 6]), ("mbedTLS ", "mbed TLS", [3, 6]), ("PolarSSL ", "PolarSSL", [99]),
        ("wolfSSL ", "wolfSSL", [5, 0]), ("CyaSSL ", "CyaSSL", [99]), ("GnuTLS ", "GnuTLS", [3, 6]),
    ]

    private static let initials = Set(known.compactMap(\.prefix.utf8.first) + "B".utf8)

    /// The library that a string names: `OpenSSL 1.0.2k  26 Jan 2017`, `BoringSSL`.
    init?(stated bytes: ArraySlice<UInt8>) {
        // Half a million strings are asked; most are done with by their first byte.
        guard bytes.count < 64, let first = bytes.first, Self.initials.contains(first) else { return nil }
        if bytes.elementsEqual("BoringSSL".utf8) {
            self.init(name: "BoringSSL", version: "", isOutdated: false)
            return
        }
        guard let library = Self.known.first(where: { bytes.starts(with: $0.prefix.utf8) }) else { return nil }
        let version = bytes.dropFirst(library.prefix.utf8.count).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let text = String(decoding: version, as: UTF8.self)
        let numbers = text.split(separator: ".").map { Int($0.prefix { $0.isASCII && $0.isNumber }) }
        guard numbers.count >= 2, !numbers.contains(nil) else { return nil }
        self.init(
            name: library.name, version: text, isOutdated: numbers.compactMap { $0 }.lexicographicallyPrecedes(library.supported))
    }

    private init(name: String, version: String, isOutdated: Bool) {
        self.name = name
        self.version = version
        self.isOutdated = isOutdated
    }

    /// The libraries in a slice, each with the address of its text.
    static func all(in slice: CodeView.Slice) -> [(library: EmbeddedTLSLibrary, address: UInt64)] {
        (0..<slice.facts.strings.count).compactMap { index in
            EmbeddedTLSLibrary(stated: slice.facts.strings.utf8(at: index)).map { ($0, slice.facts.strings.address(at: index)) }
        }
    }

    /// Whether a slice brings TLS of its own along, in whatever language: Rust's states no version.
    static func isIn(_ slice: CodeView.Slice) -> Bool {
        if !all(in: slice).isEmpty { return true }
        let rust = Array("rustls".utf8)
        return (0..<slice.facts.strings.count).contains { Array(slice.facts.strings.utf8(at: $0)).contains(rust) }
    }
}
