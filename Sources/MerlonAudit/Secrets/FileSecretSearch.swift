/// Searches a file of any length for secrets while it is read, with the detector that looks through code: what it keeps in memory is one piece of it.
struct FileSecretSearch {
    /// A secret, and where it stands.
    struct Found: Hashable, Sendable {
        var place: String
        var name: String
        var masked: String
        var reach: ContainerSecret.Reach
    }

    /// Secrets of one file that are told; a file with more is a dump of them.
    static let limit = 100
    static let pieceByteCount = 1 << 20
    /// What a piece has in common with the next one: more than any secret has, a private key of 8192 bits in PEM included.
    static let overlapByteCount = 16 << 10

    /// What of a piece stays before the next one: whether a word goes on decides whether a secret begins.
    private static let contextByteCount = 64

    private var found: [Found] = []
    private var buffer: [UInt8] = []
    /// Where the buffer begins in the file, and up to where the file has been searched.
    private var (start, decided) = (0, 0)
    private let size: Int
    private var isDatabase = false
    private let maximumDatabaseByteCount: Int
    /// The whole of a database that is to be looked into.
    private var database: [UInt8] = []

    /// - Parameters:
    ///   - size: of the file.
    ///   - maximumDatabaseByteCount: a longer database is searched like any other file: what of it stands in one piece is found.
    init(size: UInt64, maximumDatabaseByteCount: Int = 64 << 20) {
        self.size = Int(clamping: size)
        self.maximumDatabaseByteCount = maximumDatabaseByteCount
    }

    /// Takes the next bytes of the file.
    mutating func take(_ bytes: [UInt8]) {
        if start == 0, buffer.isEmpty {
            if let encoding = PrivateKeyEncoding(Array(bytes.prefix(64)), size: size) {
                found.append(Found(place: "at byte 0", name: encoding.rawValue, masked: "in DER", reach: .privateKey))
            }
            isDatabase = DatabaseContent.isDatabase(bytes) || DatabaseContent.isLog(bytes)
        }
        buffer += bytes
        if isDatabase, size <= maximumDatabaseByteCount { database += bytes }
        if buffer.count >= Self.pieceByteCount + Self.overlapByteCount {
            search(upTo: start + buffer.count - Self.overlapByteCount)
            let kept = decided - Self.contextByteCount - start
            buffer.removeFirst(kept)
            start += kept
        }
    }

    /// All that was found; no more bytes come.
    mutating func finish() -> [Found] {
        search(upTo: start + buffer.count)
        buffer = []
        guard !database.isEmpty else { return found }
        let values = DatabaseContent.secrets(in: &database, limit: Self.limit)
        database = []
        // The pages have what the tables have, with what stands beside it, and what was deleted from them.
        let known = Set(values.map(\.name))
        return Array((values + found.filter { !known.contains($0.name) }).prefix(Self.limit))
    }

    /// Tells the secrets that begin before `end`; what begins behind it is searched for again in the next piece, whole.
    private mutating func search(upTo end: Int) {
        for match in SecretDetector.shared.matches(in: buffer, beginsAnywhere: isDatabase) where found.count < Self.limit {
            let offset = start + match.range.lowerBound
            guard offset >= decided, offset < end else { continue }
            found.append(
                Found(place: "at byte \(offset)", name: match.name, masked: match.masked, reach: ContainerSecret.Reach(match.reach)))
        }
        decided = end
    }
}

extension ContainerSecret.Reach {
    init(_ reach: SecretFormat.Reach) {
        self =
            switch reach {
            case .full: .full
            case .limited: .limited
            case .identifier: .identifier
            case .privateKey: .privateKey
            }
    }
}
