/// Libraries in C that are linked into a program and leave their name and version in it as a string.
enum LinkedSDK {
    private struct Mark {
        var name: String
        /// What comes before the version.
        var prefix: String
    }

    private static let marks = [
        Mark(name: "OpenSSL", prefix: "OpenSSL "), Mark(name: "LibreSSL", prefix: "LibreSSL "), Mark(name: "libcurl", prefix: "libcurl/"),
        Mark(name: "zlib", prefix: " deflate "), Mark(name: "zlib", prefix: "deflate "), Mark(name: "libpng", prefix: "libpng version "),
        Mark(name: "FFmpeg", prefix: "FFmpeg version "), Mark(name: "Expat", prefix: "expat_"),
        Mark(name: "PCRE2", prefix: "PCRE2 "), Mark(name: "libsodium", prefix: "libsodium "),
    ]

    /// What is seen in the strings of a program; each library and version once.
    static func components(in binary: BinaryFacts) -> Set<Component> {
        var found: Set<Component> = []
        for slice in binary.slices {
            for index in 0..<slice.strings.count {
                let text = slice.strings.utf8(at: index)
                guard text.count < 120 else { continue }
                for mark in marks where text.starts(with: mark.prefix.utf8) {
                    let version = text.dropFirst(mark.prefix.utf8.count).prefix { isVersion($0) }
                    // "OpenSSL 1.1.1k  25 Mar 2021", and not "OpenSSL error".
                    guard version.first.map({ (0x30...0x39).contains($0) }) == true, version.contains(UInt8(ascii: ".")) else { continue }
                    found.insert(Component(name: mark.name, version: String(decoding: version, as: UTF8.self), path: binary.path))
                }
            }
        }
        return found
    }

    private static func isVersion(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
    }
}
