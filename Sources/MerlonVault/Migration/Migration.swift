import MerlonCore

/// Moves secrets from another layout into a vault: all or nothing.
///
/// ```swift
/// let migration = Migration(from: KeychainLayout.keychainAccess(service: "com.example.bank").source(), into: vault)
/// let report = try await migration.run(removingFromSource: true)
/// ```
/// Each item is read, checked against the vault's limits and policies, and compared with what the vault has (the plan). Only when nothing stands in
/// the way is anything written. Each write is read back, but for an item that asks for a person: of that it is checked that it is there. When one fails, what this run has written is removed again, and the source is as it was.
/// The source is touched last, when all is verified. A run that was killed is run again: what is there already is recognised.
public struct Migration: Sendable {
    private let source: any MigrationSource
    private let vault: Vault
    private let policy: @Sendable (MigrationItem) -> PolicyRequest
    private let rename: @Sendable (MigrationItem) -> String?

    /// Makes it; nothing happens yet.
    /// - Parameters:
    ///   - policy: under which policy an item is kept: ``PolicyRequest/default`` unless said otherwise.
    ///   - rename: an item's name in the vault; `nil` leaves the item out.
    public init(
        from source: some MigrationSource, into vault: Vault,
        policy: @escaping @Sendable (MigrationItem) -> PolicyRequest = { _ in .default },
        rename: @escaping @Sendable (MigrationItem) -> String? = { $0.name }
    ) {
        self.source = source
        self.vault = vault
        self.policy = policy
        self.rename = rename
    }

    /// Finds out what would happen. Reads the source and the vault, and writes nothing.
    public func preflight() async throws(VaultError) -> MigrationPlan { try await examine().plan }

    /// Migrates.
    ///
    /// Throws the first problem's error when the plan has one, and what a write or a check threw after undoing the run.
    /// - Parameter removingFromSource: whether items leave the source, after all of them are verified.
    public func run(removingFromSource: Bool) async throws(VaultError) -> MigrationReport {
        let (plan, items) = try await examine()
        if let problem = plan.problems.first {
            throw VaultError(
                problem.error.code, "'\(problem.name)' cannot be migrated, and so nothing was: \(problem.error.reason)",
                nativeStatus: problem.error.nativeStatus)
        }
        var written: [(name: String, item: MigrationItem)] = []
        do throws(VaultError) {
            for (name, item) in items where !plan.present.contains(name) {
                let value = try await source.read(item)
                // What came into being since the examination is not overwritten, up to this moment: the store makes the item, or says that it is there.
                do throws(VaultError) { try await vault.add(value, for: name, policy: policy(item)) } catch {
                    if error.code == .duplicate { throw VaultError(.duplicate, "'\(name)' came into being meanwhile.") }
                    written.append((name, item))
                    throw error
                }
                written.append((name, item))
                guard try await isWritten(value, name) else {
                    throw VaultError(.corrupted, "'\(name)' did not read back as it was.")
                }
            }
        } catch {
            for (name, item) in written { try? await undo(name, item) }
            throw error
        }
        var report = MigrationReport(migrated: items.map(\.name))
        guard removingFromSource else { return report }
        for (name, item) in items {
            do throws(VaultError) { try await source.remove(item) } catch  where error.code != .notFound {
                report.leftInSource.append(name)
            } catch {}
        }
        return report
    }

    /// Removes what this run has written, unless somebody has changed it since.
    private func undo(_ name: String, _ item: MigrationItem) async throws(VaultError) {
        guard try await isWritten(source.read(item), name) else { return }
        try await vault.remove(name)
    }

    /// Whether the vault has the value. One that asks for a person, whom a migration does not trouble, is looked up and not read.
    private func isWritten(_ value: SecretBytes, _ name: String) async throws(VaultError) -> Bool {
        if try await vault.policy(of: name).presence != .none { return true }
        return try await vault.read(name) == value
    }

    private func examine() async throws(VaultError) -> (plan: MigrationPlan, items: [(name: String, item: MigrationItem)]) {
        var plan = MigrationPlan()
        var items: [(name: String, item: MigrationItem)] = []
        var names: Set<String> = []
        for item in try await source.items() {
            guard let name = rename(item) else { continue }
            items.append((name, item))
            do throws(VaultError) {
                guard names.insert(name).inserted else { throw VaultError(.duplicate, "Two items of the source have the name '\(name)'.") }
                let value = try await source.read(item)
                if try await check(value, name, item) { plan.present.append(name) } else { plan.new.append(name) }
            } catch { plan.problems.append(.init(name: name, error: error)) }
        }
        return (plan, items)
    }

    /// Whether the item is in the vault already. Throws when it cannot go there.
    private func check(_ value: SecretBytes, _ name: String, _ item: MigrationItem) async throws(VaultError) -> Bool {
        _ = try vault.itemKey(name)
        let policy = try policy(item).resolved(for: vault.store)
        guard policy.presence != .applicationPassword else {
            throw VaultError(.unsupportedPolicy, "An item under an application password is written with one.")
        }
        let isInline = value.count + ItemRecord.maximumOverhead <= vault.inlineRecordByteCount
        guard isInline || vault.largeValues != nil && !policy.isSynchronised else {
            throw VaultError(.tooLarge, "'\(name)' has \(value.count) bytes.")
        }
        guard try await vault.contains(name) else { return false }
        guard try await vault.read(name) == value else { throw VaultError(.duplicate, "The vault has another '\(name)'.") }
        return true
    }
}
