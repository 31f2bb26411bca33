import MerlonCore

extension LargeValues {
    /// Removes an item: the record, with which the file becomes unreadable, then the file.
    func remove(_ key: ItemKey, from store: any SecretStore) async throws(VaultError) {
        if try await existingDirectory(of: key, in: store) == nil { return try await store.remove(key) }
        try await exclusively { (lease) async throws(VaultError) in
            let directory = try await self.existingDirectory(of: key, in: store)
            try await store.remove(key)
            try lease.check()
            if let directory { Folder.remove(directory) }
        }
    }

    /// Removes all items of some namespaces of one app, their keys first: from then on the files are noise, wherever copies of them are.
    func wipe(_ namespaces: [Namespace], in store: any SecretStore) async throws(VaultError) {
        guard Folder.exists(root) else {
            for namespace in namespaces { try await store.removeAll(in: namespace) }
            return
        }
        try await exclusively { (lease) async throws(VaultError) in
            for namespace in namespaces {
                // A locked device still removes: then the directory stays, as noise, for the next sweep.
                let index = try? await self.index(of: namespace, in: store, create: false)
                try await store.removeAll(in: namespace)
                try lease.check()
                if let index { Folder.remove(self.root + "/" + index.directory) }
            }
            // What a wipe before this one left when it was cut off. On a locked device nobody can tell, and the next sweep does it.
            if store.showsEveryItem, let app = namespaces.first?.app, let known = try? await self.directories(ofApp: app, in: store) {
                _ = try self.removeStrangers(to: known, lease)
            }
        }
    }

    /// Removes files that no record refers to: what a kill or a wipe on a locked device left. Does nothing where it cannot be sure.
    ///
    /// - Returns: how many files and directories went.
    func sweep(app: String, in store: any SecretStore) async throws(VaultError) -> Int {
        guard store.showsEveryItem, Folder.exists(root) else { return 0 }
        return try await exclusively { (lease) async throws(VaultError) in
            let known = try await self.directories(ofApp: app, in: store)
            var removed = try self.removeStrangers(to: known, lease)
            for (directory, owner) in known where Folder.exists(self.root + "/" + directory) {
                try lease.check()
                removed += try await self.sweep(self.root + "/" + directory, of: owner.namespace, owner.index, in: store)
            }
            return removed
        }
    }

    /// The directories of all namespaces of an app. Throws when one cannot be read now.
    private func directories(
        ofApp app: String, in store: any SecretStore
    ) async throws(VaultError) -> [String: (namespace: Namespace, index: LargeValueIndex)] {
        var known: [String: (namespace: Namespace, index: LargeValueIndex)] = [:]
        for namespace in try await store.namespaces(ofApp: app) {
            do throws(VaultError) {
                let index = try await index(of: namespace, in: store, create: false)
                known[index.directory] = (namespace, index)
            } catch  where error.code == .notFound { continue }
        }
        return known
    }

    /// Removes the directories that no namespace has: nobody has a key for what is in them.
    private func removeStrangers(
        to known: [String: (namespace: Namespace, index: LargeValueIndex)], _ lease: ExclusiveLease
    ) throws(VaultError) -> Int {
        var removed = 0
        for directory in Folder.directories(in: root) where known[directory] == nil {
            try lease.check()
            Folder.remove(root + "/" + directory)
            removed += 1
        }
        return removed
    }

    private func sweep(
        _ path: String, of namespace: Namespace, _ index: LargeValueIndex, in store: any SecretStore
    ) async throws(VaultError) -> Int {
        var items: [String: ItemKey] = [:]
        for key in try await store.keys(in: namespace) { items[try index.itemDirectory(key)] = key }
        var removed = 0
        for directory in Folder.directories(in: path) {
            let place = path + "/" + directory
            guard let key = items[directory] else {
                Folder.remove(place)
                removed += 1
                continue
            }
            // What cannot be read now may refer to any of its files.
            guard let value = try? await store.read(key, prompt: nil), let record = try? ItemRecord(decoding: value) else { continue }
            if record.kind == .reference {
                guard let reference = try? self.reference(in: record) else { continue }
                removed += Folder.remove(contentsOf: place, except: [reference.path[2]])
            } else {
                Folder.remove(place)
                removed += 1
            }
        }
        return removed
    }
}
