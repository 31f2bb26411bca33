import Foundation
import MerlonCore
import MerlonCrypto

/// An unlocked vault: its keys, and what was verified of it so far. Shared by all connections and threads; dropped to lock the vault.
final class VaultSession: @unchecked Sendable {
    let ring: KeyRing
    let cipher: RecordCipher
    let tree: IntegrityTree
    private let names: TreeCode

    private let lock = Lock()
    private var verified: VaultState?
    private var newestGeneration: UInt64 = 0
    private var namespaces: [RecordID: (tag: RecordTag, keys: NamespaceKeys)] = [:]
    /// The one that was asked for last.
    private var lastKeys: (id: RecordID, tag: RecordTag, keys: NamespaceKeys)?
    /// A few places that are asked for again and again: writing a label and hashing it is a third of a warm read.
    private var places: [Namespace: Record.Place] = [:]
    private static let maximumPlaceCount = 256
    private var lastPlace: (namespace: Namespace, place: Record.Place)?

    init(ring: KeyRing) {
        self.ring = ring
        cipher = RecordCipher(vault: ring.vault)
        tree = IntegrityTree(code: TreeCode(key: ring.tree, vault: ring.vault))
        names = TreeCode(key: ring.index, vault: ring.vault)
    }

    // MARK: Places

    /// Where the record of a namespace is.
    func place(of namespace: Namespace) throws(VaultError) -> Record.Place {
        let known = lock.withLock { () -> Record.Place? in
            // The same one again is told by its strings' addresses; looking it up hashes them.
            if let lastPlace, lastPlace.namespace == namespace { return lastPlace.place }
            guard let place = places[namespace] else { return nil }
            lastPlace = (namespace, place)
            return place
        }
        if let known { return known }
        let place = Record.Place(id: try names.hash(.namespace, Array(namespace.label.utf8)), namespace: .zero)
        lock.withLock {
            if places.count >= Self.maximumPlaceCount { places = [:] }
            places[namespace] = place
        }
        return place
    }

    /// Where an item is.
    func place(of key: ItemKey) throws(VaultError) -> Record.Place {
        let namespace = try place(of: key.namespace).id
        var name = key.name
        let id = name.withUTF8 { name in
            Result { () throws(VaultError) in unsafe try names.hash(.name, behind: namespace, UnsafeRawBufferPointer(name)) }
        }
        return Record.Place(id: try id.get(), namespace: namespace)
    }

    // MARK: States

    /// The newest generation that was seen. A snapshot that begins after this was asked has it, or a newer one.
    var newest: UInt64 { lock.withLock { newestGeneration } }

    /// The state that a connection has. For a snapshot that begins with this, or that excludes other writers.
    func state(of connection: VaultConnection) throws(VaultError) -> VaultState {
        let newest = newest
        return unsafe try connection.withStateRow { (row) throws(VaultError) in unsafe try state(row, notBefore: newest) }
    }

    /// The state of a row: verified anew unless it is, byte for byte, the newest one that was.
    ///
    /// - Parameter newest: ``newest`` as it was before the snapshot began: other threads go on writing meanwhile.
    func state(_ row: UnsafeRawBufferPointer, notBefore newest: UInt64) throws(VaultError) -> VaultState {
        let known = lock.withLock { verified }
        if let known, unsafe Self.isEqual(known.row, row) { return known }
        return unsafe try verifiedState(Array(row), notBefore: newest)
    }

    /// A state that this process wrote, which is the database's: verified unless it was, since another session may have written it under other keys.
    func state(written: VaultState) throws(VaultError) -> VaultState {
        let (known, newest) = lock.withLock { (verified, newestGeneration) }
        // Mostly the same array, which is told by its address.
        if known == written { return written }
        return try verifiedState(written.row, notBefore: newest)
    }

    private static func isEqual(_ known: [UInt8], _ row: UnsafeRawBufferPointer) -> Bool {
        unsafe known.withBytes { known in
            guard known.count == row.count, let left = known.baseAddress, let right = row.baseAddress else { return false }
            return unsafe memcmp(left, right, known.count) == 0
        }
    }

    private func verifiedState(_ row: [UInt8], notBefore newest: UInt64) throws(VaultError) -> VaultState {
        let state: VaultState
        do throws(VaultError) { state = try VaultState(row, tree.code) } catch {
            if let epoch = VaultState.statedEpoch(row), epoch > ring.epoch {
                throw VaultError(.locked, "The vault's master key was rotated meanwhile: unlock the vault again.")
            }
            throw error
        }
        guard state.generation >= newest else {
            throw .damaged("The vault is older than it was: an old copy was put back while it was open.")
        }
        remember(state)
        return state
    }

    /// Remembers a state that was just verified or committed, unless a newer one was.
    func remember(_ state: VaultState) {
        lock.withLock {
            guard state.generation >= newestGeneration else { return }
            newestGeneration = state.generation
            verified = state
        }
    }

    // MARK: Namespaces

    /// The keys of a namespace; `nil` when the vault has nothing of it.
    func keys(
        of place: Record.Place, in state: VaultState, from connection: VaultConnection
    ) throws(VaultError) -> NamespaceKeys? {
        guard let tag = try tree.tag(of: place.id, in: state, from: connection) else { return nil }
        return try keys(of: place, tag: tag, from: connection)
    }

    /// The keys of a namespace whose record has this tag.
    func keys(of place: Record.Place, tag: RecordTag, from connection: VaultConnection) throws(VaultError) -> NamespaceKeys {
        if let known = lock.withLock({ knownKeys(of: place.id, tag: tag) }) { return known }
        guard let row = try connection.row(place.id), row.tag == tag, row.namespace == .zero else {
            throw .damaged("A namespace is not what was written.")
        }
        let keys = try NamespaceKeys(try openNamespace(row, at: place).value)
        remember(keys, tag: tag, at: place)
        return keys
    }

    /// Within the lock.
    private func knownKeys(of id: RecordID, tag: RecordTag) -> NamespaceKeys? {
        if let lastKeys, lastKeys.id == id, lastKeys.tag == tag { return lastKeys.keys }
        guard let known = namespaces[id], known.tag == tag else { return nil }
        lastKeys = (id, tag, known.keys)
        return known.keys
    }

    /// Opens the record of a namespace, which stands under the ring's key.
    func openNamespace(_ row: VaultConnection.Row, at place: Record.Place) throws(VaultError) -> (head: RecordHead, value: SecretBytes) {
        unsafe try row.body.withBytes { (body) throws(VaultError) in
            unsafe try cipher.open(row.head, body, tag: row.tag, at: place, key: ring.namespaces) { (_) throws(VaultError) in
                throw .damaged("A namespace under a password.")
            }
        }
    }

    /// Seals the record of a namespace.
    func seal(
        _ keys: NamespaceKeys, label: String, at place: Record.Place, version: UInt64, in room: SealingRoom
    ) throws(VaultError) -> SealedRecord {
        unsafe try cipher.seal(
            keys.encoded(), RecordHead(name: label, policy: .thisDevice()), at: place, version: version,
            key: EpochKey(epoch: ring.epoch, key: ring.namespaces), in: room)
    }

    /// Remembers the keys of a namespace, for as long as its record has this tag.
    func remember(_ keys: NamespaceKeys, tag: RecordTag, at place: Record.Place) {
        lock.withLock {
            namespaces[place.id] = (tag, keys)
            // In the place of the keys before, of which some may have been dropped.
            lastKeys = (place.id, tag, keys)
        }
    }

    /// Forgets the keys of a namespace that was removed.
    func forgetNamespace(_ id: RecordID) {
        lock.withLock {
            namespaces[id] = nil
            lastKeys = nil
        }
    }
}
