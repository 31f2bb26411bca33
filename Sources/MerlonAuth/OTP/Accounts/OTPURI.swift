/// A URI of one of the two schemes, cut into its raw parts: nothing is decoded yet, since what is escaped separates nothing.
struct OTPURI {
    let host: String
    let path: ArraySlice<UInt8>
    let query: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]

    /// Cuts a URI of the scheme, of at most `limit` bytes.
    init(_ text: String, scheme: String, limit: Int) throws(AuthError) {
        guard text.utf8.count <= limit else { throw AuthError(.limitExceeded, "The URI is longer than \(limit) bytes.") }
        let bytes = Array(text.utf8)
        let start = Array("\(scheme)://".utf8)
        guard Self.lowercased(bytes.prefix(start.count)) == start else {
            throw AuthError(.malformed, "The URI does not start with \(scheme)://.")
        }
        guard bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) else { throw AuthError(.malformed, "A control character in the URI.") }
        // What stands behind a fragment mark would be lost by most readers: the writer forgot to escape it, and nobody knows what it meant.
        guard !bytes.contains(UInt8(ascii: "#")) else { throw AuthError(.malformed, "The URI has a fragment.") }
        let rest = bytes[start.count...]
        let beforeQuery = rest.prefix { $0 != UInt8(ascii: "?") }
        let authority = beforeQuery.prefix { $0 != UInt8(ascii: "/") }
        host = String(decoding: Self.lowercased(authority), as: UTF8.self)
        path = beforeQuery.dropFirst(authority.count + 1)
        var query: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
        for pair in rest.dropFirst(beforeQuery.count + 1).split(separator: UInt8(ascii: "&")) {
            guard query.count < Self.maximumParameterCount else {
                throw AuthError(.limitExceeded, "The URI has more than \(Self.maximumParameterCount) parameters.")
            }
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            query.append((name, pair.dropFirst(name.count + 1)))
        }
        self.query = query
    }

    static let maximumParameterCount = 64

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }
}
