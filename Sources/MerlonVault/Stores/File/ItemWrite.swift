import MerlonCore

/// The write of one item, for this thread or for another one.
struct ItemWrite: Sendable {
    private let value: SecretBytes
    private let head: RecordHead
    private let place: Record.Place
    private let namespace: Namespace
    private let passwordKey: SecretBytes?
    private let mustBeNew: Bool
    private let session: VaultSession

    init(
        value: SecretBytes, head: RecordHead, place: Record.Place, namespace: Namespace, passwordKey: SecretBytes?, mustBeNew: Bool,
        session: VaultSession
    ) {
        self.value = value
        self.head = head
        self.place = place
        self.namespace = namespace
        self.passwordKey = passwordKey
        self.mustBeNew = mustBeNew
        self.session = session
    }

    /// Within ``VaultEngine/writing(_:)`` or ``VaultEngine/writingIfFree(_:)``.
    func make(in engine: VaultEngine) throws(VaultError) {
        try engine.change(session) { (change) throws(VaultError) in
            if mustBeNew, try change.update.tag(of: place.id) != nil {
                throw VaultError(.duplicate, "There is such an item already.")
            }
            try change.put(value, head, at: place, in: namespace, passwordKey: passwordKey)
        }
    }
}
