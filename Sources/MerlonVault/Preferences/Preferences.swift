import Foundation
public import MerlonCore
public import MerlonCrypto

/// Preferences: how the app looks and behaves. A property list in the clear that every backup carries (``StoragePlace/preferences``), so secrets do
/// not compile here.
///
/// ```swift
/// let preferences = Preferences()
/// preferences["theme"] = "dark"
/// let theme: String? = preferences["theme"]
/// ```
/// A text is taken on trust: no type tells a token in a `String` from a colour. Keep tokens in ``SecretBytes``, and they cannot get here. Names
/// that sound like a secret are an issue for ``ContainerAudit``.
public struct Preferences: Sendable {
    private let suite: String?

    /// The preferences of the app, or of a suite such as an app group.
    public init(suite: String? = nil) { self.suite = suite }

    private var defaults: UserDefaults { suite.flatMap(UserDefaults.init(suiteName:)) ?? .standard }

    /// A preference; `nil` where there is none or it is of another type.
    public subscript<Value: PreferenceValue>(name: String) -> Value? {
        get { defaults.object(forKey: name).flatMap(Value.init(stored:)) }
        nonmutating set {
            if let newValue { defaults.set(newValue.stored, forKey: name) } else { defaults.removeObject(forKey: name) }
        }
    }

    /// A secret is no preference.
    @available(*, unavailable, message: "preferences are in the clear: keep a secret in a Vault")
    public subscript(name: String) -> SecretBytes? {
        get { nil }
        nonmutating set {}
    }

    /// A secret is no preference.
    @available(*, unavailable, message: "preferences are in the clear: keep a secret in a Vault")
    public subscript<Value>(name: String) -> Redacted<Value>? {
        get { nil }
        nonmutating set {}
    }

    /// A password is no preference.
    @available(*, unavailable, message: "preferences are in the clear: keep a password in a Vault")
    public subscript(name: String) -> Password? {
        get { nil }
        nonmutating set {}
    }

    /// A key is no preference.
    @available(*, unavailable, message: "preferences are in the clear: a Vault keeps keys")
    public subscript<Key: VaultKey>(name: String) -> Key? {
        get { nil }
        nonmutating set {}
    }
}
