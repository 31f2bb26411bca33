import Foundation

/// Finds, and removes, what frameworks keep of an app's content without being asked: at logout, in a test, on a container from a backup.
///
/// ```swift
/// let caches = CacheAudit(container: NSHomeDirectory())
/// try caches.remove([.networkResponses, .snapshots, .cookies])
/// ```
/// It complements the vault's audit of a container, which judges the app's own files. What lies in the memory of other processes (the
/// keyboard, the web view's) is out of reach; stop web views and sessions before removing their files.
public struct CacheAudit: Sendable {
    /// The most files that are looked at.
    public static let maximumFileCount = 100_000

    private let container: String

    /// An audit of the container at this path.
    public init(container: String) { self.container = container }

    /// All leftovers, by path. Links are not followed.
    public func leftovers() throws(PrivacyError) -> [CacheLeftover] {
        var found: [CacheLeftover] = []
        var failed: (name: String, status: Int64)?
        let root = URL(fileURLWithPath: container, isDirectory: true)
        let keys: [URLResourceKey] = [.isRegularFileKey, .isSymbolicLinkKey, .fileSizeKey]
        guard FileManager.default.fileExists(atPath: container),
            let files = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: keys,
                errorHandler: { url, error in
                    failed = failed ?? (url.lastPathComponent, Int64((error as NSError).code))
                    return true
                })
        else { throw PrivacyError(.unreadable, "The container cannot be read.") }
        let prefix = root.standardizedFileURL.path + "/"
        var count = 0
        while let url = files.nextObject() as? URL {
            count += 1
            guard count <= Self.maximumFileCount else { throw PrivacyError(.tooMany, "More than \(Self.maximumFileCount) files.") }
            guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true, values.isSymbolicLink != true
            else { continue }
            let path = url.standardizedFileURL.path
            guard path.hasPrefix(prefix), let kind = CacheKind(path: String(path.dropFirst(prefix.count))) else { continue }
            found.append(CacheLeftover(kind: kind, path: String(path.dropFirst(prefix.count)), byteCount: values.fileSize ?? 0))
        }
        if let failed { throw PrivacyError(.unreadable, "'\(failed.name)' in the container cannot be read.", nativeStatus: failed.status) }
        return found.sorted { $0.path < $1.path }
    }

    /// Removes the leftovers of these kinds, and gives what was removed. Goes on past a file that cannot be removed, and throws at the end.
    @discardableResult
    public func remove(_ kinds: Set<CacheKind>) throws(PrivacyError) -> [CacheLeftover] {
        var kept: [(path: String, status: Int64)] = []
        let removed = try leftovers().filter { kinds.contains($0.kind) }.filter { leftover in
            do {
                try FileManager.default.removeItem(atPath: container + "/" + leftover.path)
                return true
            } catch {
                kept.append((leftover.path, Int64((error as NSError).code)))
                return false
            }
        }
        if let first = kept.first {
            let reason = "\(kept.count) of the caches could not be removed, such as '\(first.path)'."
            throw PrivacyError(.notRemoved, reason, nativeStatus: first.status)
        }
        return removed
    }
}
