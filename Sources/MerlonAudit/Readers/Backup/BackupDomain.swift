/// Whose files a domain of a device backup holds: those of an app, of an extension, or of a group of apps.
struct BackupDomain: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case app = "AppDomain-"
        case group = "AppDomainGroup-"
        case extensionOfApp = "AppDomainPlugin-"
    }

    let kind: Kind
    /// The identifier of the app, the extension or the group.
    let owner: String

    /// The domain as the backup names it.
    var name: String { kind.rawValue + owner }

    /// `nil` for the system's own domains.
    /// - Throws: for an app's domain whose identifier is none, and for no domain.
    init?(_ raw: [UInt8]) throws(SourcePathProblem) {
        guard !raw.isEmpty else { throw SourcePathProblem("has no domain") }
        guard let kind = Kind.allCases.first(where: { raw.starts(with: $0.rawValue.utf8) }) else { return nil }
        let owner = raw.dropFirst(kind.rawValue.utf8.count)
        guard (1...255).contains(owner.count), owner.allSatisfy(Self.isOfIdentifier) else {
            throw SourcePathProblem("its domain is no app's")
        }
        self.kind = kind
        self.owner = String(decoding: owner, as: UTF8.self)
    }

    /// Whether `identifier` asks for it. An extension's identifier starts with that of its app; nothing says whose a group is.
    func isAskedFor(by identifier: String) -> Bool {
        owner == identifier || kind == .extensionOfApp && owner.hasPrefix(identifier + ".")
    }

    private static func isOfIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
