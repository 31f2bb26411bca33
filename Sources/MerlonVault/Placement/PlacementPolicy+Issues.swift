public import MerlonCore
import MerlonCrypto

extension PlacementPolicy {
    /// What is not as the policy wants it, by path: a pure function of the facts. What is not known of a file is not held against it.
    ///
    /// An empty answer means that nothing was found, not that nothing is wrong: sealed and foreign formats are not seen into.
    /// - Parameters:
    ///   - files: all files of the container.
    ///   - leftovers: knows what frameworks leave behind, such as MerlonPrivacy's `CacheCatalogue`.
    public func issues(of files: [ContainerFile], leftovers: (any LeftoverCatalogue)? = nil) -> [ContainerIssue] {
        let byPath = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        return files.flatMap { preferenceIssues(of: $0) + placementIssues(of: $0, among: byPath, leftovers) }
            .sorted { ($0.path, $0.kind.rawValue, $0.detail) < ($1.path, $1.kind.rawValue, $1.detail) }
    }

    private func preferenceIssues(of file: ContainerFile) -> [ContainerIssue] {
        guard ContainerFile.isPreferences(file.path), let list = file.propertyList else { return [] }
        return SuspiciousPreference.names(in: list).map {
            ContainerIssue(kind: .secretInPreferences, path: file.path, detail: "the preference '\($0)' looks like a secret")
        }
    }

    private func placementIssues(
        of file: ContainerFile, among files: [String: ContainerFile], _ leftovers: (any LeftoverCatalogue)?
    ) -> [ContainerIssue] {
        var issues: [ContainerIssue] = []
        func add(_ kind: ContainerIssue.Kind, _ detail: String) { issues.append(.init(kind: kind, path: file.path, detail: detail)) }
        if let path = Self.database(of: file.path), let database = files[path] {
            if let mine = file.protection, let its = database.protection, mine.strength < its.strength {
                add(.unprotectedCompanion, "its class is \(mine), that of '\(path)' is \(its)")
            }
            if database.isExcludedFromBackup == true, file.isExcludedFromBackup == false {
                add(.unprotectedCompanion, "backups carry it, and not '\(path)'")
            }
            return issues
        }
        // A backup may carry a companion without its database, which it holds rows of.
        let companionKind = file.isInBackup == true ? Self.database(of: file.path).flatMap(declaredKind) : nil
        guard let kind = declaredKind(of: file.path) ?? companionKind else {
            if let leftover = leftovers?.leftover(at: file.path) { add(.leftover, leftover) }
            guard Self.isAppsOwn(file.path) else { return issues }
            if !self.files.isEmpty { add(.undeclared, "the policy does not say what it holds") }
            // Weaker than what iOS gives a file that asks for nothing: somebody asked for it, and no declared kind of data wants it.
            if file.protection == FileProtection.none { add(.weakProtection, "its class is none: it opens before the first unlock") }
            return issues
        }
        let place = Self.place(of: file)
        if let mode = file.mode, kind.isSecret || kind.isPersonal, mode & 0o077 != 0 {
            add(.openToOthers, "its mode is \(String(mode & 0o777, radix: 8))")
        }
        if kind.isSecret || kind.isPersonal && place == .preferences || kind.isPersonal && kind != .personalCache && place == .temporary {
            add(.misplaced, "\(kind) data in \(place)")
        }
        let wanted = placement(of: kind)
        if let least = wanted.protection, let actual = file.protection, actual.strength < least.strength {
            add(.weakProtection, "its class is \(actual), and \(kind) data wants \(least)")
        }
        if wanted.isExcludedFromBackup, place.facts.isInBackups, file.isExcludedFromBackup == false {
            add(.inBackups, "\(kind) data is left out of backups")
        } else if wanted.isExcludedFromBackup || kind.isSecret, file.isInBackup == true {
            add(.inBackups, "\(kind) data, and a backup has it")
        }
        // Whether the fields of a database are sealed cannot be told from outside.
        if wanted.isSealed, !Self.isSealed(file.start), place != .databases { add(.notSealed, "\(kind) data in a readable file") }
        return issues
    }

    // MARK: What paths and first bytes tell

    private static func place(of file: ContainerFile) -> StoragePlace {
        if file.path.hasPrefix("Library/Preferences/") { return .preferences }
        if file.path.hasPrefix("Library/Caches/") || file.path.hasPrefix("tmp/") { return .temporary }
        return file.start.starts(with: Array("SQLite format 3".utf8)) ? .databases : .files
    }

    private static func isAppsOwn(_ path: String) -> Bool {
        path.hasPrefix("Documents/") || path.hasPrefix("Library/Application Support/")
    }

    private static func isSealed(_ start: [UInt8]) -> Bool {
        start.starts(with: SealedFileHeader.magic) || SealedHeader(of: start) != nil
    }

    private static func database(of path: String) -> String? {
        ["-wal", "-shm", "-journal"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) }
    }
}
