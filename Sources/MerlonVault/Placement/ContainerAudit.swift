import Foundation
public import MerlonCore

/// Looks through an app's container, on the device itself or restored from a backup, for data that is not where and how the policy wants it.
///
/// ```swift
/// let issues = try await ContainerAudit(policy: policy).issues(in: NSHomeDirectory())
/// ```
/// Facts are gathered by reading file attributes, the first bytes of files, and preferences; nothing is changed. An empty answer means
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
            var files: [ContainerFile] = []
            for path in paths { if let file = try facts(of: path, in: container) { files.append(file) } }
            return policy.issues(of: files, leftovers: leftovers)
        }
    }

    /// The facts of a file; `nil` when it is gone meanwhile.
    private func facts(of path: String, in container: String) throws(VaultError) -> ContainerFile? {
        let place = container + "/" + path
        var status = stat()
        guard unsafe lstat(place, &status) == 0 else { return nil }
        var file = ContainerFile(path: path, mode: UInt16(truncatingIfNeeded: status.st_mode & 0o777))
        do throws(VaultError) {
            file.protection = try attributes.protection(ofFileAt: place)
            // A file system without classes has no mark for backups either.
            if file.protection != nil { file.isExcludedFromBackup = try attributes.isExcludedFromBackup(fileAt: place) }
        } catch  where error.code == .notFound { return nil }
        file.start = (try? Folder.start(ofFile: place, count: ContainerFile.startByteCount)) ?? []
        if ContainerFile.isPreferences(path) { file.propertyList = try? Folder.contents(ofFile: place, atMost: 8 << 20) }
        return file
    }
}
