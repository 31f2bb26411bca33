#if os(Linux)
    public import MerlonCore

    extension SecretStore where Self == SecretServiceStore {
        /// The Secret Service of the desktop: GNOME Keyring, KeePassXC. See ``SecretServiceStore``.
        public static func secretService(patience: TimeSpan = .seconds(10)) -> SecretServiceStore { SecretServiceStore(patience: patience) }
    }
#endif
