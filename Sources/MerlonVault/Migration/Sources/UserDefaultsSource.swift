import Foundation
public import MerlonCore

/// Secrets that were kept in preferences, where every backup has them in the clear. Texts and data are taken; other types are a problem of the plan.
public struct UserDefaultsSource: MigrationSource {
    private let suite: String?
    private let keys: [String]

    /// - Parameters:
    ///   - suite: of the preferences; `nil` for the app's own.
    ///   - keys: which ones: a domain holds the system's preferences too.
    public init(suite: String? = nil, keys: [String]) {
        self.suite = suite
        self.keys = keys
    }

    public var description: String { "preferences" }

    public func items() async throws(VaultError) -> [MigrationItem] {
        let defaults = try defaults()
        return keys.filter { defaults.object(forKey: $0) != nil }.map { MigrationItem(identifier: $0, name: $0) }
    }

    public func read(_ item: MigrationItem) async throws(VaultError) -> SecretBytes {
        var bytes: [UInt8]
        switch try defaults().object(forKey: item.identifier) {
        case let text as String: bytes = Array(text.utf8)
        case let data as Data: bytes = Array(data)
        case nil: throw VaultError(.notFound, "There is no preference '\(item.identifier)'.")
        default: throw VaultError(.wrongKind, "The preference '\(item.identifier)' is neither a text nor data.")
        }
        return try reportingCore { () throws(CoreError) in try SecretBytes(moving: &bytes) }
    }

    /// Removes the preference. Backups that were made before have it still: change secrets that were kept so.
    public func remove(_ item: MigrationItem) async throws(VaultError) {
        let defaults = try defaults()
        defaults.removeObject(forKey: item.identifier)
        _ = defaults.synchronize()
    }

    private func defaults() throws(VaultError) -> UserDefaults {
        guard let suite else { return .standard }
        guard let defaults = UserDefaults(suiteName: suite) else { throw VaultError(.invalidArgument, "There is no suite '\(suite)'.") }
        return defaults
    }
}
