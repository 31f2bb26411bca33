/// Where a program keeps its secrets: tokens, keys, passwords, documents.
///
/// ```swift
/// let vault = try Vault(namespace: .init("com.example.bank", environment: .production), store: .keychain())
/// try await vault.store(token, for: "session", policy: .default)  // this device only, when unlocked
/// let token = try await vault.read("session")
/// try await vault.wipe(scope: .user)
/// ```
/// - Items of one namespace are invisible in every other.
/// - What a call has written is durable when it returns. A write replaces in place; at no moment is there neither the old nor the new value.
/// - A value over ``inlineByteCount`` is sealed to a file under a key in the store, where the store has a folder for such files.
/// - A read never answers "nothing": it throws ``VaultError``, which tells a missing item from a locked one.
/// - Nothing runs on the caller's actor. A call whose task is cancelled throws ``VaultError/Code/cancelled``; a write that has reached the store
///   comes to pass all the same.
/// - Names that begin with `merlon.` are the vault's own.
///
/// A value type: as many as are wanted over one store.
public struct Vault: Sendable {
    /// Whose items these are.
    public let namespace: Namespace
    /// Where they are kept.
    public let store: any SecretStore
    let largeValues: LargeValues?

    /// Where values that are too large for the store go.
    public enum LargeValueFolder: Sendable {
        /// The store's own ``SecretStore/defaultFolder``; none for a store in memory.
        case automatic
        /// The folder at this path, which is made when it is needed. Programs that share a store (an app and its extensions) share the folder
        /// too: one in their app group's container.
        case path(String)
        /// Nowhere: larger values throw ``VaultError/Code/tooLarge``.
        case none
    }

    /// The longest value in bytes that is kept in the store itself: 16 KiB, or what the store takes if that is less.
    public static let inlineByteCount = 16 * 1024

    /// Opens a vault. Nothing is read or written yet.
    public init(namespace: Namespace, store: some SecretStore, largeValues folder: LargeValueFolder = .automatic) throws(VaultError) {
        let path: String? =
            switch folder {
            case .automatic: store.defaultFolder
            case .path(let path): path
            case .none: nil
            }
        if let path, !path.hasPrefix("/") { throw VaultError(.invalidArgument, "The folder for large values is an absolute path.") }
        let files = path.map { LargeValues(folder: $0, app: namespace.app) }
        self.init(namespace: namespace, store: store, largeValues: files)
    }

    init(namespace: Namespace, store: any SecretStore, largeValues: LargeValues?) {
        self.namespace = namespace
        self.store = store
        self.largeValues = largeValues
    }

    /// The same vault for another user of the app; `nil` for what belongs to the app itself.
    public func `for`(user: String?) throws(VaultError) -> Vault {
        Vault(
            namespace: try Namespace(namespace.app, environment: namespace.environment, user: user), store: store, largeValues: largeValues)
    }

    /// The key of a name that a caller gave.
    func itemKey(_ name: String) throws(VaultError) -> ItemKey {
        guard !name.hasPrefix(Self.reservedPrefix) else {
            throw VaultError(.invalidArgument, "Names that begin with '\(Self.reservedPrefix)' are the vault's own.")
        }
        return try ItemKey(name, in: namespace)
    }

    static let reservedPrefix = "merlon."

    /// The most bytes of a record that goes into the store itself.
    var inlineRecordByteCount: Int {
        largeValues == nil ? store.maximumValueSize : min(Self.inlineByteCount + ItemRecord.maximumOverhead, store.maximumValueSize)
    }
}
