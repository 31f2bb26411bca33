import Foundation
import MerlonCore
import MerlonCrypto

/// Values that are too large for a store: sealed to files, each under a key of its own that the store holds.
///
/// ```
/// folder/APP/lock
/// folder/APP/NAMESPACE/ITEM/GENERATION      APP: hash of the app's name; the others: random, or keyed hashes
/// ```
/// The order of a write: the new file, whole and synchronised; then the record in the store, which is the moment at which the value changes;
/// then the old file goes. A kill leaves the old value or the new one, and at worst a file that no record has a key for: ``sweep(_:in:)`` removes
/// it. Writers of one folder wait for each other; readers wait for nobody.
final class LargeValues: Sendable {
    let root: String
    private let folder: String
    private let attributes: any FileAttributes
    private let activity: any BackgroundActivity

    init(
        folder: String, app: String, attributes: any FileAttributes = SystemFileAttributes(),
        activity: any BackgroundActivity = SystemBackgroundActivity()
    ) {
        self.folder = folder
        root = folder + "/" + Hex.encode(HashAlgorithm.sha256.digest(of: Array(app.utf8)).prefix(16))
        self.attributes = attributes
        self.activity = activity
    }

    /// Runs `body` while no other writer of the folder runs.
    func exclusively<Result: Sendable>(
        _ body: (ExclusiveLease) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        try Folder.make(root)
        return try await FolderLock(folder: root, activity: activity).exclusively(body)
    }

    // MARK: Writing

    /// Writes a record that goes into the store itself. Where the item has a file, that file goes after it.
    func writeInline(
        _ encoded: SecretBytes, for key: ItemKey, in store: any SecretStore, _ policy: AccessPolicy, _ password: SecretBytes?,
        mustBeNew: Bool
    ) async throws(VaultError) {
        if try await existingDirectory(of: key, in: store) == nil {
            try await store.put(encoded, for: key, policy, password, mustBeNew: mustBeNew)
            // Whoever writes an item that has just been added comes last.
            if mustBeNew { return }
            // Someone may have written a large value meanwhile: which of the two came last is settled under the lock.
            if try await existingDirectory(of: key, in: store) == nil { return }
        }
        try await exclusively { (lease) async throws(VaultError) in
            try await store.put(encoded, for: key, policy, password, mustBeNew: mustBeNew)
            try lease.check()
            if let directory = try await self.existingDirectory(of: key, in: store) { Folder.remove(directory) }
        }
    }

    /// Seals a record's content to a file, and writes the reference into the store.
    func write(
        _ record: ItemRecord, for key: ItemKey, in store: any SecretStore, _ policy: AccessPolicy, _ password: SecretBytes?,
        mustBeNew: Bool
    ) async throws(VaultError) {
        let sealingKey = try opening("The item") { () throws(CryptoError) in try SealingKey.generate() }
        let sealed = try opening("The item") { () throws(CryptoError) in
            try sealingKey.seal(record.content, context: LargeValueReference.context(key))
        }
        try await replaceFile(
            of: key, kind: record.kind, form: .message, condition: record.condition, sealingKey, in: store, policy, password,
            mustBeNew: mustBeNew
        ) { (path) throws(CryptoError) in
            let file = try NewFile(path, existing: .kept)
            unsafe try sealed.withBytes { (bytes) throws(CryptoError) in unsafe try file.append(bytes) }
            try file.commit()
        }
    }

    /// Writes a new file by `write`, then the record that refers to it, then removes the item's older files.
    func replaceFile(
        of key: ItemKey, kind: ItemRecord.Kind, form: LargeValueReference.Form, condition: String?, _ sealingKey: SealingKey,
        in store: any SecretStore, _ policy: AccessPolicy, _ password: SecretBytes?, mustBeNew: Bool = false,
        write: (String) throws(CryptoError) -> Void
    ) async throws(VaultError) {
        guard !policy.isSynchronised else {
            throw VaultError(.tooLarge, "A synchronised item has at most \(Vault.inlineByteCount) bytes: its file would stay here.")
        }
        try await exclusively { (lease) async throws(VaultError) in
            let index = try await self.index(of: key.namespace, in: store, create: true)
            let generation = Hex.encode(try reportingCore { () throws(CoreError) in try SystemEntropy().bytes(count: 16) })
            let path = [index.directory, try index.itemDirectory(key), generation]
            let directory = self.root + "/" + path[0] + "/" + path[1]
            try Folder.make(directory)
            let file = directory + "/" + generation
            do throws(VaultError) {
                try opening("The item") { () throws(CryptoError) in try write(file) }
                try self.protect(file, policy)
                let reference = LargeValueReference(kind: kind, form: form, path: path, key: sealingKey)
                let content = try reportingCore { () throws(CoreError) in try SecretBytes.encoding(reference) }
                try lease.check()
                try await store.put(
                    try ItemRecord(.reference, content, condition: condition).encoded(), for: key, policy, password, mustBeNew: mustBeNew)
            } catch {
                Folder.remove(file)
                throw error
            }
            if lease.isHeld { Folder.remove(contentsOf: directory, except: [generation]) }
        }
    }

    func protect(_ file: String, _ policy: AccessPolicy) throws(VaultError) {
        let protection: FileProtection =
            policy.availability == .afterFirstUnlock ? .completeUntilFirstUserAuthentication : .complete
        try attributes.setProtection(protection, ofFileAt: file)
        // Its key stays on this device, so a copy elsewhere would be noise.
        try attributes.setExcludedFromBackup(true, fileAt: file)
    }

    // MARK: Reading

    /// The record of the value in an item's file; `record` itself when its value is in the store.
    func content(
        of record: ItemRecord, for key: ItemKey, readingAgain: () async throws(VaultError) -> ItemRecord
    ) async throws(VaultError) -> ItemRecord {
        try await withFile(of: record, readingAgain: readingAgain) { (record, reference) throws(VaultError) in
            guard let reference else { return record }
            return try value(of: reference, in: record, for: key)
        }
    }

    /// The record of the value that a reference stands for.
    func value(of reference: LargeValueReference, in record: ItemRecord, for key: ItemKey) throws(VaultError) -> ItemRecord {
        try ItemRecord(reference.kind, try open(reference, for: key), condition: record.condition)
    }

    /// Runs `body` with a record and what it says of its file, if it has one. When a writer has replaced the file meanwhile, runs it again with the
    /// record of now: `readingAgain` reads that, and checks it as the first one was.
    func withFile<Result>(
        of record: ItemRecord, readingAgain: () async throws(VaultError) -> ItemRecord,
        _ body: (ItemRecord, LargeValueReference?) throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        var record = record
        for _ in 0..<3 {
            guard record.kind == .reference else { break }
            do throws(VaultError) { return try body(record, try reference(in: record)) } catch  where error.code == .notFound {
                record = try await readingAgain()
            }
        }
        guard record.kind != .reference else { throw VaultError(.corrupted, "The item's file is gone.") }
        return try body(record, nil)
    }

    func reference(in record: ItemRecord) throws(VaultError) -> LargeValueReference {
        try record.content.value(as: LargeValueReference.self)
    }

    /// Where a reference's file is.
    func path(of reference: LargeValueReference) -> String { root + "/" + reference.path.joined(separator: "/") }

    private func open(_ reference: LargeValueReference, for key: ItemKey) throws(VaultError) -> SecretBytes {
        let context = LargeValueReference.context(key)
        switch reference.form {
        case .message:
            let sealed = try Folder.contents(
                ofFile: path(of: reference), atMost: SecretMemory.maximumByteCount + SealingKey.overhead(of: .aes256GCM))
            return try opening("The item") { () throws(CryptoError) in try reference.key.openSecret(sealed, context: context) }
        case .file:
            try Folder.requireFile(path(of: reference))
            return try opening("The item") { () throws(CryptoError) in
                let reader = try SealedFileReader(path(of: reference), with: .key(reference.key), context: context)
                guard reader.byteCount <= SecretMemory.maximumByteCount else {
                    throw CryptoError(.limitExceeded, "The value is too large for memory: read it to a file.")
                }
                var bytes = try reader.read(0..<reader.byteCount)
                return try translatingCoreErrors { () throws(CoreError) in try SecretBytes(moving: &bytes) }
            }
        }
    }

    // MARK: Places

    /// The namespace's index; made when there is none and `create` says so.
    func index(of namespace: Namespace, in store: any SecretStore, create: Bool) async throws(VaultError) -> LargeValueIndex {
        let key = try LargeValueIndex.key(in: namespace)
        do throws(VaultError) { return try await read(key, in: store) } catch  where error.code == .notFound && create {
            let index = try LargeValueIndex.generate()
            let content = try reportingCore { () throws(CoreError) in try SecretBytes.encoding(index) }
            // Readable whenever an item can be written, else a write that replaces a large value could not find its file.
            let policies: [AccessPolicy] = [.thisDevice(.afterFirstUnlock), .thisDevice(.whenUnlocked)]
            guard let policy = policies.first(where: { store.obstacle(to: $0) == nil }) else {
                throw VaultError(.unsupportedPolicy, "The store can keep nothing on this device alone.")
            }
            do throws(VaultError) { try await store.add(try ItemRecord(.sealable, content).encoded(), for: key, policy: policy) } catch
                where error.code == .duplicate
            { return try await read(key, in: store) }
            return index
        }
    }

    private func read(_ key: ItemKey, in store: any SecretStore) async throws(VaultError) -> LargeValueIndex {
        let record = try ItemRecord(decoding: try await store.read(key, prompt: nil))
        return try record.content.value(as: LargeValueIndex.self)
    }

    /// The directory of an item's files, if there is one. One system call while the vault has no large values at all.
    func existingDirectory(of key: ItemKey, in store: any SecretStore) async throws(VaultError) -> String? {
        guard Folder.exists(root) else { return nil }
        do throws(VaultError) {
            let index = try await index(of: key.namespace, in: store, create: false)
            let directory = root + "/" + index.directory + "/" + (try index.itemDirectory(key))
            return Folder.exists(directory) ? directory : nil
        } catch  where error.code == .notFound { return nil }
    }
}
