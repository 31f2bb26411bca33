import Foundation
public import MerlonCore

extension Vault {
    /// Keeps a secret, new or in place of the one that is there; value and policy change at once.
    ///
    /// - Parameters:
    ///   - policy: see ``PolicyRequest/default``. A store that cannot enforce the policy throws `unsupportedPolicy` and keeps nothing.
    ///   - condition: when given, reads need a condition of the same name that says "release".
    ///   - applicationPassword: for ``AccessPolicy/Presence/applicationPassword`` alone, and needed there.
    ///   - deadline: after it, `timedOut`; the write may still come to pass.
    public func store(
        _ value: SecretBytes, for name: String, policy: PolicyRequest = .default, condition: (any ReleaseCondition)? = nil,
        applicationPassword: SecretBytes? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) {
        try await put(.bytes, value, name, policy, condition, applicationPassword, deadline)
    }

    /// Keeps a value whose fields, secrets among them, are encoded in protected memory.
    public func store(
        _ value: some Sealable, for name: String, policy: PolicyRequest = .default, condition: (any ReleaseCondition)? = nil,
        applicationPassword: SecretBytes? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) {
        let content = try reportingCore { () throws(CoreError) in try SecretBytes.encoding(value) }
        try await put(.sealable, content, name, policy, condition, applicationPassword, deadline)
    }

    /// Keeps a `Codable` value as JSON. Its fields pass through ordinary memory, where they were already; a `SecretBytes` cannot be among them:
    /// what holds one is ``Sealable``.
    public func store(
        encoding value: some Encodable & Sendable, for name: String, policy: PolicyRequest = .default,
        condition: (any ReleaseCondition)? = nil, applicationPassword: SecretBytes? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) {
        var json: [UInt8]
        do { json = Array(try JSONEncoder().encode(value)) } catch {
            throw VaultError(.invalidArgument, "The value cannot be encoded.")
        }
        let content = try reportingCore { () throws(CoreError) in try SecretBytes(moving: &json) }
        try await put(.json, content, name, policy, condition, applicationPassword, deadline)
    }

    /// Reads a secret.
    ///
    /// - Parameters:
    ///   - prompt: how a person is asked, for items whose policy wants them there; without one such an item throws, and nobody is asked.
    ///   - condition: for items that were stored under one.
    ///   - deadline: after it, `timedOut`, and a prompt is taken away.
    /// - Throws: `notFound`, `locked`, `authenticationFailed`, `userCancelled`, `biometryChanged`, `conditionNotMet`, `wrongKind`, `corrupted` …
    public func read(
        _ name: String, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) -> SecretBytes {
        try await content(.bytes, of: name, prompt, condition, deadline)
    }

    /// Reads a ``Sealable`` value.
    public func read<Value: Sealable>(
        _ name: String, as type: Value.Type, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil,
        deadline: TimeSpan? = nil
    ) async throws(VaultError) -> Value {
        let content = try await content(.sealable, of: name, prompt, condition, deadline)
        return try content.value(as: type)
    }

    /// Reads a `Codable` value.
    public func read<Value: Decodable & Sendable>(
        _ name: String, decoding type: Value.Type, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil,
        deadline: TimeSpan? = nil
    ) async throws(VaultError) -> Value {
        let content = try await content(.json, of: name, prompt, condition, deadline)
        var json = unsafe content.withUnsafeBytes { unsafe Data($0) }
        defer { json.resetBytes(in: 0..<json.count) }
        do { return try JSONDecoder().decode(type, from: json) } catch {
            throw VaultError(.wrongKind, "The item does not decode as a \(type).")
        }
    }

    /// Whether there is such an item. Asks no person, and answers while the item is locked.
    public func contains(_ name: String, deadline: TimeSpan? = nil) async throws(VaultError) -> Bool {
        let key = try itemKey(name)
        return try await Deadline.run(deadline) { [store] () async throws(VaultError) in try await store.contains(key) }
    }

    /// The names of all items in the namespace, sorted. No value is read.
    public func list(deadline: TimeSpan? = nil) async throws(VaultError) -> [String] {
        let keys = try await Deadline.run(deadline) { [store, namespace] () async throws(VaultError) in
            try await store.keys(in: namespace)
        }
        return keys.map(\.name).filter { !$0.hasPrefix(Self.reservedPrefix) }
    }

    /// The policy that an item is kept under.
    public func policy(of name: String) async throws(VaultError) -> AccessPolicy { try await store.policy(of: try itemKey(name)) }

    /// Removes an item, its file included; `notFound` when there is none.
    public func remove(_ name: String) async throws(VaultError) {
        let key = try itemKey(name)
        guard let largeValues else { return try await store.remove(key) }
        try await largeValues.remove(key, from: store)
    }
}

extension Vault {
    private func put(
        _ kind: ItemRecord.Kind, _ content: SecretBytes, _ name: String, _ request: PolicyRequest, _ condition: (any ReleaseCondition)?,
        _ password: SecretBytes?, _ deadline: TimeSpan?
    ) async throws(VaultError) {
        let key = try itemKey(name)
        let policy = try request.resolved(for: store)
        guard (policy.presence == .applicationPassword) == (password != nil) else {
            throw VaultError(.invalidArgument, "An application password is for items under that presence, and they need one.")
        }
        let record = try ItemRecord(kind, content, condition: condition?.name)
        try await Deadline.run(deadline) { [self] () async throws(VaultError) in
            try await write(record, for: key, policy: policy, applicationPassword: password)
        }
    }

    /// Writes an item that must be new: `duplicate` where there is one by now, and that one is as it was.
    func add(_ value: SecretBytes, for name: String, policy: PolicyRequest) async throws(VaultError) {
        let record = try ItemRecord(.bytes, value, condition: nil)
        try await write(record, for: try itemKey(name), policy: try policy.resolved(for: store), mustBeNew: true)
    }

    /// Writes a record where its size belongs.
    func write(
        _ record: ItemRecord, for key: ItemKey, policy: AccessPolicy, applicationPassword: SecretBytes? = nil, mustBeNew: Bool = false
    ) async throws(VaultError) {
        let encoded = try record.encoded()
        let isInline = encoded.count <= inlineRecordByteCount
        guard let largeValues else {
            guard isInline else {
                throw VaultError(.tooLarge, "This vault has no folder for values of more than \(inlineRecordByteCount) bytes.")
            }
            return try await store.put(encoded, for: key, policy, applicationPassword, mustBeNew: mustBeNew)
        }
        if isInline {
            try await largeValues.writeInline(encoded, for: key, in: store, policy, applicationPassword, mustBeNew: mustBeNew)
        } else {
            try await largeValues.write(record, for: key, in: store, policy, applicationPassword, mustBeNew: mustBeNew)
        }
    }

    private func content(
        _ kind: ItemRecord.Kind, of name: String, _ prompt: PresencePrompt?, _ condition: (any ReleaseCondition)?, _ deadline: TimeSpan?
    ) async throws(VaultError) -> SecretBytes {
        let key = try itemKey(name)
        return try await Deadline.run(deadline) { [self] () async throws(VaultError) in
            let record = try await record(of: key, prompt, condition)
            guard record.kind == kind else { throw Self.wrongKind }
            return record.content
        }
    }

    /// Reads a record, from its file if it has one. The condition is asked before the store is, so that nobody is prompted in vain.
    func record(
        of key: ItemKey, _ prompt: PresencePrompt?, _ condition: (any ReleaseCondition)?
    ) async throws(VaultError) -> ItemRecord {
        try await permit(condition)
        let record = try await releasedRecord(of: key, prompt, condition)
        guard record.kind == .reference else { return record }
        guard let largeValues else { throw Self.noFolder }
        return try await largeValues.content(of: record, for: key) { () async throws(VaultError) in
            try await releasedRecord(of: key, prompt, condition)
        }
    }

    static let wrongKind = VaultError(.wrongKind, "The item holds another kind of value.")
    static let noFolder = VaultError(
        .storeUnavailable, "The value is in a file, and this vault was opened without a folder for files.")

    /// Asks the condition.
    func permit(_ condition: (any ReleaseCondition)?) async throws(VaultError) {
        guard let condition, case .refuse(let reason) = await condition.decide() else { return }
        throw VaultError(.conditionNotMet, "The condition '\(condition.name)' is not met: \(reason)")
    }

    /// Reads a record that the condition that was asked may release.
    func releasedRecord(
        of key: ItemKey, _ prompt: PresencePrompt?, _ condition: (any ReleaseCondition)?
    ) async throws(VaultError) -> ItemRecord {
        let record = try ItemRecord(decoding: try await store.read(key, prompt: prompt))
        guard record.condition == nil || record.condition == condition?.name else {
            throw VaultError(.conditionNotMet, "The item is released under the condition '\(record.condition ?? "")' alone.")
        }
        return record
    }
}

extension SecretStore {
    /// Writes with or without an application password, as the policy wants; or adds, which goes without one.
    func put(
        _ value: SecretBytes, for key: ItemKey, _ policy: AccessPolicy, _ applicationPassword: SecretBytes?, mustBeNew: Bool
    ) async throws(VaultError) {
        if mustBeNew { return try await add(value, for: key, policy: policy) }
        guard let applicationPassword else { return try await write(value, for: key, policy: policy) }
        try await write(value, for: key, availability: policy.availability, applicationPassword: applicationPassword)
    }
}

extension SecretBytes {
    /// The fields of a value.
    static func encoding(_ value: some Sealable) throws(CoreError) -> SecretBytes {
        var encoder = try SealedEncoder()
        try encoder.encode(value)
        return try encoder.finish()
    }

    /// The value whose fields a record holds. Whatever is no such value, of another version too, is `corrupted`.
    func value<Value: Sealable>(as type: Value.Type) throws(VaultError) -> Value {
        do throws(CoreError) { return try decoded(as: type) } catch {
            if error.code == .lockedMemoryExhausted { throw VaultError(error) }
            throw VaultError(.corrupted, "The item holds no such value: \(error.reason)")
        }
    }

    /// The value whose fields these are.
    func decoded<Value: Sealable>(as type: Value.Type) throws(CoreError) -> Value {
        var decoder = SealedDecoder(self)
        let value = try decoder.value(type)
        try decoder.finish()
        return value
    }
}
