import Foundation
public import MerlonCore
import MerlonCrypto

/// Looks through an app's container, on the device itself or restored from a backup, for data that is not where and how the policy wants it.
///
/// ```swift
/// let issues = try await ContainerAudit(policy: policy).issues(in: NSHomeDirectory())
/// ```
/// Facts are gathered by reading file attributes, the first bytes of declared files, and preferences; nothing is changed. An empty answer means
/// that nothing was found, not that nothing is wrong: it cannot see into sealed or foreign formats.
public struct ContainerAudit: Sendable {
    private let policy: PlacementPolicy
    private let attributes: any FileAttributes
    private let leftovers: (any LeftoverCatalogue)?

    /// The most files that are looked at.
    public static let maximumFileCount = 100_000

    /// An audit by a policy, whose ``PlacementPolicy/files`` say what the app's own files hold.
    ///
    /// - Parameter leftovers: knows what frameworks leave behind, such as MerlonPrivacy's `CacheCatalogue`. Files that the policy declares are
    ///   the app's own, wherever they are.
    public init(
        policy: PlacementPolicy = .standard, attributes: any FileAttributes = SystemFileAttributes(),
        leftovers: (any LeftoverCatalogue)? = nil
    ) {
        self.policy = policy
        self.attributes = attributes
        self.leftovers = leftovers
    }

    /// The issues of a container, by path. Throws `tooLarge` for one of more than ``maximumFileCount`` files, and when it cannot be read.
    public func issues(in container: String) async throws(VaultError) -> [ContainerIssue] {
        try await BlockingWork.run { () throws(VaultError) in
            let paths = try Folder.files(in: container, atMost: Self.maximumFileCount)
            let all = Set(paths)
            var issues: [ContainerIssue] = []
            for path in paths {
                issues += preferenceIssues(of: path, in: container)
                issues += try attributeIssues(of: path, in: container, all)
            }
            return issues.sorted { ($0.path, $0.kind.rawValue, $0.detail) < ($1.path, $1.kind.rawValue, $1.detail) }
        }
    }

    private func preferenceIssues(of path: String, in container: String) -> [ContainerIssue] {
        guard path.hasPrefix("Library/Preferences/"), path.hasSuffix(".plist"),
            let bytes = try? Folder.contents(ofFile: container + "/" + path, atMost: 8 << 20)
        else { return [] }
        return SuspiciousPreference.names(in: bytes).map {
            ContainerIssue(kind: .secretInPreferences, path: path, detail: "the preference '\($0)' looks like a secret")
        }
    }

    private func attributeIssues(of path: String, in container: String, _ all: Set<String>) throws(VaultError) -> [ContainerIssue] {
        let file = container + "/" + path
        var status = stat()
        guard unsafe lstat(file, &status) == 0 else { return [] }
        var issues: [ContainerIssue] = []
        func add(_ kind: ContainerIssue.Kind, _ detail: String) { issues.append(.init(kind: kind, path: path, detail: detail)) }
        if let database = Self.database(of: path), all.contains(database) {
            let (main, own) = (try facts(container + "/" + database), try facts(file))
            if let mine = own.protection, let its = main.protection, mine.strength < its.strength {
                add(.unprotectedCompanion, "its class is \(mine), that of '\(database)' is \(its)")
            }
            if main.isExcluded, !own.isExcluded { add(.unprotectedCompanion, "backups carry it, and not '\(database)'") }
            return issues
        }
        guard let kind = policy.declaredKind(of: path) else {
            if let leftover = leftovers?.leftover(at: path) { add(.leftover, leftover) }
            if !policy.files.isEmpty, Self.isAppsOwn(path) { add(.undeclared, "the policy does not say what it holds") }
            return issues
        }
        let own = try facts(file)
        let start = (try? Folder.start(ofFile: file, count: 64)) ?? []
        let placement = DataPlacement(
            Self.place(of: path, start), protection: own.protection, isExcludedFromBackup: own.isExcluded, isSealed: Self.isSealed(start))
        if kind.isSecret || kind.isPersonal, status.st_mode & 0o077 != 0 {
            add(.openToOthers, "its mode is \(String(status.st_mode & 0o777, radix: 8))")
        }
        if kind.isSecret || kind.isPersonal && placement.place == .preferences
            || kind.isPersonal && kind != .personalCache && placement.place == .temporary
        {
            add(.misplaced, "\(kind) data in \(placement.place)")
        }
        let wanted = policy.placement(of: kind)
        if let least = wanted.protection, let actual = own.protection, actual.strength < least.strength {
            add(.weakProtection, "its class is \(actual), and \(kind) data wants \(least)")
        }
        if wanted.isExcludedFromBackup, placement.place.facts.isInBackups, own.protection != nil, !own.isExcluded {
            add(.inBackups, "\(kind) data is left out of backups")
        }
        // Whether the fields of a database are sealed cannot be told from outside.
        if wanted.isSealed, !placement.isSealed, placement.place != .databases { add(.notSealed, "\(kind) data in a readable file") }
        return issues
    }

    private func facts(_ file: String) throws(VaultError) -> (protection: FileProtection?, isExcluded: Bool) {
        do throws(VaultError) {
            return (try attributes.protection(ofFileAt: file), try attributes.isExcludedFromBackup(fileAt: file))
        } catch  where error.code == .notFound { return (nil, false) }
    }

    // MARK: What paths and first bytes tell

    private static func place(of path: String, _ start: [UInt8]) -> StoragePlace {
        if path.hasPrefix("Library/Preferences/") { return .preferences }
        if path.hasPrefix("Library/Caches/") || path.hasPrefix("tmp/") { return .temporary }
        return start.starts(with: Array("SQLite format 3".utf8)) ? .databases : .files
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
