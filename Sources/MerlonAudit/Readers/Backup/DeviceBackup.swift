import MerlonCore

/// A device backup as Finder and iTunes make it: a folder with `Manifest.plist`, `Manifest.db`, and files named after hashes.
struct DeviceBackup {
    /// The data of one domain.
    struct Container {
        let domain: BackupDomain
        fileprivate(set) var files: [File] = []
        /// Files that are listed, and cannot be found by what is listed of them.
        fileprivate(set) var unread: [String] = []
    }

    /// A file, and the name under which it lies in the backup: 40 hexadecimal digits.
    struct File {
        let path: String
        let fileID: [UInt8]
        /// What the backup says of it; `nil` when that cannot be read.
        var record: BackupFileRecord?
    }

    private static let database = "Manifest.db"
    private static let list = "Manifest.plist"
    /// How many identifiers an error or a note names.
    private static let namedCount = 40
    private static let maximumDomainCount = 20_000
    private static let maximumKeychainByteCount: UInt64 = 64 << 20

    let folder: OpenFile
    private let path: String
    private let place: String
    private let limits: ReaderLimits
    private(set) var notes: NoteList
    private var keychain: [UInt8]?

    /// `nil` when the folder is no device backup.
    /// - Throws: when it is one whose content cannot be read.
    init?(_ folder: OpenFile, path: String, place: String, limits: ReaderLimits) throws(AuditError) {
        guard folder.status.kind == .folder, Self.has(Self.list, in: folder), Self.has(Self.database, in: folder) else { return nil }
        (self.folder, self.path, self.place, self.limits) = (folder, path, place, limits)
        notes = NoteList(limit: limits.notes)
        try refuseEncrypted()
        guard try size("\(Self.database)-wal") ?? 0 == 0 else {
            throw AuditError(.malformed, at: place, "the backup is unfinished: a log beside \(Self.database) has files that are not in it")
        }
    }

    private static func has(_ name: String, in folder: OpenFile) -> Bool {
        (try? OpenFile.status(of: Array(name.utf8), in: folder.descriptor)) != nil
    }

    private func refuseEncrypted() throws(AuditError) {
        let manifest: PropertyList
        let bytes = try start(of: Self.list, atMost: 16 << 20)
        do throws(PropertyListError) { manifest = try PropertyListReader.read(bytes) } catch {
            throw AuditError(.malformed, at: "\(place): \(Self.list)", "\(error)")
        }
        switch manifest["IsEncrypted"] {
        case nil, .boolean(false)?: break
        default: throw AuditError(.encrypted, at: place, "the backup is encrypted; its content cannot be read")
        }
        guard try start(of: Self.database, atMost: 16).elementsEqual("SQLite format 3\0".utf8) else {
            throw AuditError(
                .encrypted, at: place,
                "\(Self.database) is no SQLite database: the backup is encrypted or damaged; its content cannot be read")
        }
    }

    private func size(_ name: String) throws(AuditError) -> UInt64? {
        do throws(SystemFailure) { return try OpenFile.status(of: Array(name.utf8), in: folder.descriptor).size } catch {
            if error.isMissing { return nil }
            throw AuditError(.unreadable, at: "\(place): \(name)", "cannot be read: \(error.text)", status: error.status)
        }
    }

    /// The first bytes of a file, at most `limit`. A property list of more is cut, and then none.
    private func start(of name: String, atMost limit: Int) throws(AuditError) -> [UInt8] {
        let kind: OpenFile.Kind
        do throws(SystemFailure) {
            // A link is refused.
            let file = try OpenFile(Array(name.utf8), in: folder)
            kind = file.status.kind
            if kind == .file { return try file.read(Int(min(file.status.size, UInt64(limit))), at: 0) }
        } catch {
            throw AuditError(.unreadable, at: "\(place): \(name)", "cannot be read: \(error.text)", status: error.status)
        }
        throw AuditError(.unreadable, at: "\(place): \(name)", "is a \(kind), and no file")
    }

    /// What the backup has of the apps, extensions and groups, by domain.
    /// - Throws: when one of them has nothing in it, or none is named; the error lists those that do.
    mutating func containers(of apps: [String]) throws(AuditError) -> [Container] {
        var domains: [[UInt8]: BackupDomain?] = [:]
        var containers: [BackupDomain: Container] = [:]
        var badRows = 0
        var count = 0
        let databasePlace = "\(place): \(Self.database)"
        try ManifestDatabase.read("\(path)/\(Self.database)", place: databasePlace) { (row) throws(AuditError) in
            let domain: BackupDomain?
            if let known = domains[row.domain] {
                domain = known
            } else {
                guard domains.count < Self.maximumDomainCount else {
                    throw AuditError(.limitExceeded, at: databasePlace, "has more than \(Self.maximumDomainCount) domains")
                }
                do throws(SourcePathProblem) { domain = try BackupDomain(row.domain) } catch {
                    badRows += 1
                    return
                }
                domains[row.domain] = .some(domain)
            }
            if domain == nil, row.domain.elementsEqual(BackupKeychain.domain.utf8), row.path.elementsEqual(BackupKeychain.path.utf8) {
                keychain = row.fileID
            }
            guard let domain, apps.contains(where: domain.isAskedFor) else { return }
            var container = containers.removeValue(forKey: domain) ?? Container(domain: domain)
            defer { containers[domain] = container }
            // Folders and links hold nothing.
            guard row.flags != 2, row.flags != 4 else { return }
            count += 1
            guard count <= limits.entries else {
                throw AuditError(.limitExceeded, at: databasePlace, "has more than \(limits.entries) files of the apps")
            }
            add(row, to: &container)
        }
        let silent = containers.values.reduce(0) { $0 + $1.files.count { $0.record == nil } }
        if silent > 0 {
            notes.add(Self.database, "says nothing of \(silent) files but their names: their protection classes are not known")
        }
        if badRows > 0 { notes.add(Self.database, "\(badRows) rows name no domain that a backup has; left out") }
        let found = Set(domains.values.compactMap { $0 })
        let named = found.filter { $0.kind != .extensionOfApp }.map(\.owner)
        guard !apps.isEmpty else {
            throw AuditError(
                .unknownName, at: place, "is a device backup: say with --app whose data to look at; it has \(Self.names(named))")
        }
        if let missing = apps.first(where: { app in !found.contains { $0.isAskedFor(by: app) } }) {
            throw AuditError(
                .unknownName, at: place, "the backup has nothing of '\(SourcePath.printable(missing.utf8))'; it has \(Self.names(named))")
        }
        let groups = found.filter { $0.kind == .group && containers[$0] == nil }.map(\.owner)
        if !groups.isEmpty {
            notes.add(
                place, "nothing says whose these groups are, and they were not looked at without an --app of theirs: \(Self.names(groups))")
        }
        noteKeychain()
        return containers.values.sorted { $0.domain.name < $1.domain.name }
    }

    /// Says what the backup tells of the keychain: nothing of it can be laid to an app.
    private mutating func noteKeychain() {
        guard let keychain else { return }
        let place = "\(BackupKeychain.domain)/\(BackupKeychain.path)"
        guard Self.isHash(keychain) else { return notes.add(place, "the name under which the backup has it is no hash; unread") }
        do throws(SystemFailure) {
            let file = try Self.open(keychain, in: folder)
            guard file.status.kind == .file, file.status.size <= Self.maximumKeychainByteCount else {
                return notes.add(place, "is no file of at most \(Self.maximumKeychainByteCount) bytes; unread")
            }
            let bytes = try file.read(Int(file.status.size), at: 0)
            do throws(PropertyListError) { notes.add(place, try BackupKeychain(bytes).text) } catch { notes.add(place, "\(error); unread") }
        } catch {
            notes.add(place, "cannot be read: \(error.text); unread")
        }
    }

    /// Opens what the backup keeps under a hash.
    static func open(_ fileID: [UInt8], in folder: OpenFile) throws(SystemFailure) -> OpenFile {
        try OpenFile(fileID, in: OpenFile(Array(fileID.prefix(2)), in: folder))
    }

    private mutating func add(_ row: ManifestDatabase.Row, to container: inout Container) {
        let domain = container.domain.name
        do throws(SourcePathProblem) {
            let path = try SourcePath(row.path, limits: limits)
            guard Self.isHash(row.fileID) else {
                throw SourcePathProblem("the name under which the backup has it is no hash")
            }
            container.files.append(File(path: path.text, fileID: row.fileID, record: BackupFileRecord(row.file)))
        } catch {
            let name = SourcePath.printable(row.path.prefix(200))
            notes.add("\(domain)/\(name)", "\(error.reason); unread")
            container.unread.append(name)
        }
    }

    private static func isHash(_ name: [UInt8]) -> Bool { name.count == 40 && name.allSatisfy(isHexadecimal) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func names(_ names: [String]) -> String {
        let sorted = Set(names).sorted()
        guard !sorted.isEmpty else { return "no app" }
        let further = sorted.count - namedCount
        return sorted.prefix(namedCount).joined(separator: ", ") + (further > 0 ? " and \(further) more" : "")
    }
}
