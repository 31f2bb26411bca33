#if os(Linux)
    import Foundation
    public import MerlonCore

    /// Keeps items in the Secret Service of the desktop session, GNOME Keyring or KeePassXC. libsecret is loaded at run time.
    ///
    /// - No call asks for a prompt: a locked keyring throws ``VaultError/Code/locked``, an absent service `storeUnavailable`, and so does one that does
    ///   not answer within the patience. KeePassXC asks the person before it removes an item, unless its settings say otherwise: removing waits for the
    ///   answer, and throws `storeUnavailable` when that is no, or none.
    /// - Durability and what is left of a removed item are the service's: KeePassXC saves its file some moments after a write is acknowledged or, if
    ///   its settings say so, when it is locked, and keeps earlier values of an item in the item's history and removed items in its recycle bin, where
    ///   it has one. No program can see which of these settings are on.
    /// - Names and namespaces are attributes, which the service keeps in the clear; values are encrypted under the keyring's password. Any program of
    ///   the same session can read all of them while the keyring is unlocked.
    /// - Policies: this device, when unlocked or after first unlock, without presence: both mean while the keyring is unlocked.
    /// - The protocol has no "add if new": processes that use this store take turns by a lock file in the session's runtime folder.
    public final class SecretServiceStore: SecretStore {
        /// Some services refuse larger secrets, and all of them pass through the bus.
        public let maximumValueSize = 64 * 1024

        private let service: SecretService
        private static let schema = "org.merlon.Vault"

        /// Makes a store.
        /// - Parameter patience: how long a call waits for the service.
        public init(patience: TimeSpan = .seconds(10)) { service = SecretService(patience: patience) }

        public var strictestPolicy: AccessPolicy { .thisDevice(.whenUnlocked) }

        public func obstacle(to policy: AccessPolicy) -> String? {
            if policy.isSynchronised { return "the Secret Service does not synchronise" }
            if policy.availability == .whenPasscodeSet { return "the Secret Service knows of no device passcode" }
            return policy.presence == .none ? nil : "the Secret Service cannot see who is there"
        }

        public func write(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
            try await put(value, for: key, policy: policy, mustBeNew: false)
        }

        public func add(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy) async throws(VaultError) {
            try await put(value, for: key, policy: policy, mustBeNew: true)
        }

        private func put(_ value: SecretBytes, for key: ItemKey, policy: AccessPolicy, mustBeNew: Bool) async throws(VaultError) {
            guard value.count <= maximumValueSize else {
                throw VaultError(.tooLarge, "The Secret Service store takes at most \(maximumValueSize) bytes.")
            }
            if let obstacle = obstacle(to: policy) { throw VaultError(.unsupportedPolicy, "The item cannot be kept so: \(obstacle).") }
            let sealed = try Self.encoded(value, policy)
            try await service.run { [service] () throws(VaultError) in
                try SessionLock.withLock { () throws(VaultError) in
                    if mustBeNew, try !service.search(Self.attributes(of: key)).isEmpty {
                        throw VaultError(.duplicate, "There is such an item already.")
                    }
                    try service.store(sealed, label: SecretAttribute.label("\(key.namespace.app): \(key.name)"), Self.attributes(of: key))
                }
            }
        }

        public func read(_ key: ItemKey, prompt: PresencePrompt?) async throws(VaultError) -> SecretBytes {
            try await open(key).value
        }

        public func policy(of key: ItemKey) async throws(VaultError) -> AccessPolicy { try await open(key).policy }

        public func contains(_ key: ItemKey) async throws(VaultError) -> Bool {
            try await service.run { [service] () throws(VaultError) in try !service.search(Self.attributes(of: key)).isEmpty }
        }

        public func keys(in namespace: Namespace) async throws(VaultError) -> [ItemKey] {
            let items = try await service.run { [service] () throws(VaultError) in try service.search(Self.attributes(of: namespace)) }
            var keys: Set<ItemKey> = []
            for item in items where item.space == SecretAttribute.value(namespace.label) {
                guard let name = SecretAttribute.text(item.name) else {
                    throw VaultError(.corrupted, "An item was not written by this store.")
                }
                keys.insert(try ItemKey(name, in: namespace))
            }
            return keys.sorted { $0.name < $1.name }
        }

        /// Never: a database of KeePassXC that is closed is not there for its service.
        public var showsEveryItem: Bool { false }

        public func namespaces(ofApp app: String) async throws(VaultError) -> [Namespace] {
            let form = try NameForm.checked(app)
            let items = try await service.run { [service] () throws(VaultError) in
                try service.search([("xdg:schema", Self.schema), ("app", SecretAttribute.value(form))])
            }
            return Set(items.map(\.space)).compactMap(SecretAttribute.text).compactMap(Namespace.init(label:)).filter { $0.app == form }
        }

        public func remove(_ key: ItemKey) async throws(VaultError) {
            try await service.run { [service] () throws(VaultError) in try service.clear(Self.attributes(of: key)) }
        }

        public func removeAll(in namespace: Namespace) async throws(VaultError) {
            do throws(VaultError) {
                try await service.run { [service] () throws(VaultError) in try service.clear(Self.attributes(of: namespace)) }
            } catch {
                if error.code != .notFound { throw error }
            }
        }

        private func open(_ key: ItemKey) async throws(VaultError) -> (value: SecretBytes, policy: AccessPolicy) {
            let items = try await service.run { [service] () throws(VaultError) in
                try service.search(Self.attributes(of: key), withSecrets: true)
            }
            guard let item = items.first else { throw VaultError(.notFound, "There is no such item.") }
            if items.count > 1 { throw VaultError(.corrupted, "The Secret Service has the item twice.") }
            if item.isLocked { throw VaultError(.locked, SecretService.lockedReason) }
            guard let secret = item.secret else { throw VaultError(.storeUnavailable, "The Secret Service gave no secret.") }
            return try Self.decoded(secret)
        }

        // MARK: Items in the service's terms

        private static func attributes(of namespace: Namespace) -> [(String, String)] {
            [
                ("xdg:schema", schema), ("app", SecretAttribute.value(namespace.app)),
                ("namespace", SecretAttribute.value(namespace.label)),
            ]
        }

        private static func attributes(of key: ItemKey) -> [(String, String)] {
            attributes(of: key.namespace) + [("name", SecretAttribute.value(key.name))]
        }

        private static let header: [UInt8] = Array("MV1".utf8)

        /// Header, availability, value: the policy cannot be an attribute, since attributes are what an item is found by.
        private static func encoded(_ value: SecretBytes, _ policy: AccessPolicy) throws(VaultError) -> SecretBytes {
            try reportingCore { () throws(CoreError) in
                unsafe try SecretBytes(count: header.count + 1 + value.count) { (buffer) throws(CoreError) in
                    unsafe buffer.copyBytes(from: header + [policy.availability == .whenUnlocked ? 0 : 1])
                    unsafe value.withUnsafeBytes {
                        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[(header.count + 1)...]).copyMemory(from: $0)
                    }
                }
            }
        }

        private static func decoded(_ secret: SecretBytes) throws(VaultError) -> (value: SecretBytes, policy: AccessPolicy) {
            let start = unsafe secret.withUnsafeBytes { unsafe Array($0.prefix(header.count + 1)) }
            guard start.count == header.count + 1, Array(start.dropLast()) == header, start[header.count] <= 1 else {
                throw VaultError(.corrupted, "The item was not written by this store.")
            }
            let value = try reportingCore { () throws(CoreError) in try secret.extracting(start.count..<secret.count) }
            return (value, .thisDevice(start[header.count] == 0 ? .whenUnlocked : .afterFirstUnlock))
        }
    }

    /// Lets the processes of a session take turns.
    private enum SessionLock {
        static func withLock(_ body: () throws(VaultError) -> Void) throws(VaultError) {
            let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(geteuid())"
            let path = FileManager.default.isWritableFile(atPath: folder) ? folder : NSTemporaryDirectory()
            let name = "\(path)/merlon-secret-service-\(geteuid()).lock"
            let descriptor = unsafe Foundation.open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                throw VaultError(.storeUnavailable, "The session's lock file cannot be made.", nativeStatus: errno)
            }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    throw VaultError(.storeUnavailable, "The session's lock cannot be taken.", nativeStatus: errno)
                }
            }
            try body()
        }
    }
#endif
