public import MerlonCore

/// Names frameworks' caches to MerlonVault's audit of a container, so that one report tells of the app's own files and of what was left beside
/// them.
///
/// ```swift
/// let issues = try await ContainerAudit(policy: policy, leftovers: .caches).issues(in: NSHomeDirectory())
/// ```
public struct CacheCatalogue: LeftoverCatalogue {
    /// What is told of.
    public var kinds: Set<CacheKind>

    /// Temporary files are left out unless named: apps put their own there.
    public init(kinds: Set<CacheKind> = Set(CacheKind.allCases).subtracting([.temporary])) { self.kinds = kinds }

    public func leftover(at path: String) -> String? {
        guard let kind = CacheKind(path: path), kinds.contains(kind) else { return nil }
        return kind.summary
    }
}

extension LeftoverCatalogue where Self == CacheCatalogue {
    /// All that ``CacheKind`` knows but temporary files.
    public static var caches: CacheCatalogue { CacheCatalogue() }
}
