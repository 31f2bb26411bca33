public import MerlonCore

/// Keeps secrets. One conformance suite runs over every implementation.
///
/// All of them: a write is durable when the call returns, and replaces value and policy in place, never by removing first. A read of an item
/// that is there but cannot be read now throws ``VaultError/Code/locked``, not `notFound`. A policy that cannot be enforced is refused.
/// Nothing blocks the caller's actor.
public protocol SecretStore: Sendable {
    /// The strictest policy that it can enforce here and now.
    var strictestPolicy: AccessPolicy { get }

    /// The longest value in bytes; larger ones throw ``VaultError/Code/tooLarge``.
    var maximumValueSize: Int { get }

    /// Whether it can enforce the policy here and now, and if not why.
    func obstacle(to policy: AccessPolicy) -> String?

    /// Writes an item, new or not.
    func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError)

    /// Writes an item that must be new: of several callers at once, in any processes, one succeeds and the others get
    /// ``VaultError/Code/duplicate``. The item that is there is not touched, whatever its policy.
    func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError)

    /// Writes an item under ``AccessPolicy/Presence/applicationPassword``. Stores without such items throw `unsupportedPolicy`.
    func write(
        _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
    ) async throws(VaultError)

    /// Reads an item. One that asks for presence shows `prompt`; without one it throws `authenticationFailed`.
    func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes

    /// Whether there is such an item. Never asks a person, and says so too while the item cannot be read.
    func contains(_ key: ItemKey) async throws(VaultError) -> Bool

    /// The policy that an item is kept under.
    func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy

    /// The keys of all items in the namespace, sorted by name; values are not read.
    func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey]

    /// The namespaces of an app that hold items: all environments, all users, in no particular order. Values are not read.
    func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace]

    /// Removes an item; `notFound` when there is none.
    func remove(_ key: ItemKey) async throws(VaultError)

    /// Removes every item of the namespace, and of no other.
    func removeAll(in namespace: Namespace) async throws(VaultError)

    /// The folder in which a vault keeps, sealed, what is too large for this store; `nil` when it should keep nothing there.
    var defaultFolder: String? { get }

    /// Whether ``keys(in:)`` and ``namespaces(ofApp:)`` show every item that there is. A store of which a part may be out of sight, as a password
    /// manager's database that is closed, says no: then no file of a large value is removed because nothing seems to refer to it.
    var showsEveryItem: Bool { get }
}

extension SecretStore {
    public func write(
        _ value: SecretBytes, for key: ItemKey, availability: AccessPolicy.Availability, applicationPassword: SecretBytes
    ) async throws(VaultError) {
        throw VaultError(.unsupportedPolicy, "This store has no items under an application password.")
    }

    public var defaultFolder: String? { nil }

    public var showsEveryItem: Bool { true }
}
