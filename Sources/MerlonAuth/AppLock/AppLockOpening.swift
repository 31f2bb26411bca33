public import MerlonCore

/// An open app lock: the key that the PIN or biometry released. What the lock guards is sealed under this key; there is no other "yes".
public struct AppLockOpening: Sendable {
    /// Who opened it.
    public enum Way: Hashable, Sendable {
        /// The owner, by PIN.
        case pin
        /// The owner, by biometry.
        case biometry
        /// Whoever was made to: the key is another one, which opens what may be seen then.
        case duress
    }

    /// 32 bytes of key material: the owner's, always the same, or those of the duress PIN.
    public let key: SecretBytes
    /// Who opened it.
    public let way: Way
}

/// What may be known of an app lock without opening it.
public struct AppLockStatus: Hashable, Sendable {
    /// Whether there is a PIN.
    public let isSetUp: Bool
    /// Wrong PINs in a row.
    public let failures: Int
    /// How long until a PIN is looked at; zero for now.
    public let retryAfter: TimeSpan
    /// Whether biometry is switched on.
    public let hasBiometry: Bool
    /// Whether the app is unlocked now.
    public let isUnlocked: Bool
}
