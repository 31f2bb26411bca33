/// Which kind of data goes where, as data: an app declares it once, its code asks it, and an audit checks both it and the app against it.
///
/// JSON: `{"placements": {"health": {"place": "files", "protection": "complete", "isExcludedFromBackup": true, "isSealed": true}, …},
/// "files": {"Documents/notes.db": "personal"}}`.
public struct PlacementPolicy: Codable, Hashable, Sendable {
    private var placements: [String: DataPlacement]
    /// What the app's own files hold: path in its container, where `*` stands for any run of characters but `/`, and the kind of data.
    public var files: [String: DataKind]

    /// The standard policy: every placement is free of ``DataPlacement/shortcomings(for:)``.
    public static let standard = PlacementPolicy()

    /// The standard placements, and what the app's files hold.
    public init(files: [String: DataKind] = [:]) {
        placements = Dictionary(uniqueKeysWithValues: DataKind.allCases.map { ($0.rawValue, Self.standardPlacement(of: $0)) })
        self.files = files
    }

    private static func standardPlacement(of kind: DataKind) -> DataPlacement {
        switch kind {
        case .token, .password, .pin, .apiKey: DataPlacement(.keychain)
        case .key: DataPlacement(.secureEnclave)
        case .personal: DataPlacement(.files, protection: .complete, isSealed: true)
        case .health: DataPlacement(.files, protection: .complete, isExcludedFromBackup: true, isSealed: true)
        case .preference: DataPlacement(.preferences)
        case .personalCache: DataPlacement(.temporary, protection: .complete, isExcludedFromBackup: true)
        case .publicCache: DataPlacement(.temporary)
        }
    }

    /// Where data of the kind goes. A kind that a decoded policy leaves out goes where the standard puts it.
    public func placement(of kind: DataKind) -> DataPlacement { placements[kind.rawValue] ?? Self.standardPlacement(of: kind) }

    /// Puts a kind elsewhere. What speaks against it, ``problems()`` says.
    public mutating func place(_ kind: DataKind, in placement: DataPlacement) { placements[kind.rawValue] = placement }

    /// What speaks against the policy, by kind; empty for the standard.
    public func problems() -> [DataKind: [String]] {
        var problems: [DataKind: [String]] = [:]
        for kind in DataKind.allCases {
            let found = placement(of: kind).shortcomings(for: kind)
            if !found.isEmpty { problems[kind] = found }
        }
        return problems
    }

    /// The kind that is declared for a path in the container; the longest pattern that fits decides.
    func declaredKind(of path: String) -> DataKind? {
        files.filter { Self.matches(path[...], $0.key[...]) }.max { ($0.key.count, $0.key) < ($1.key.count, $1.key) }?.value
    }

    private static func matches(_ path: Substring, _ pattern: Substring) -> Bool {
        let (texts, patterns) = (path.split(separator: "/"), pattern.split(separator: "/"))
        guard texts.count == patterns.count else { return false }
        return zip(texts, patterns).allSatisfy { text, pattern in
            let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
            guard parts.count > 1, let first = parts.first, let last = parts.last else { return text == pattern }
            guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count else { return false }
            var rest = text.dropFirst(first.count).dropLast(last.count)
            for part in parts.dropFirst().dropLast() where !part.isEmpty {
                guard let start = Self.find(part, in: rest) else { return false }
                rest = rest[start...].dropFirst(part.count)
            }
            return true
        }
    }

    private static func find(_ part: Substring, in text: Substring) -> Substring.Index? {
        text.indices.first { text[$0...].hasPrefix(part) }
    }

    private enum Members: String, CodingKey { case placements, files }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Members.self)
        placements = try members.decodeIfPresent([String: DataPlacement].self, forKey: .placements) ?? [:]
        files = try members.decodeIfPresent([String: DataKind].self, forKey: .files) ?? [:]
        if let unknown = placements.keys.first(where: { DataKind(rawValue: $0) == nil }) {
            throw DecodingError.dataCorruptedError(
                forKey: .placements, in: members, debugDescription: "there is no kind of data '\(unknown)'")
        }
    }
}
