import Foundation
import MerlonAuth
import MerlonCore
import MerlonCrypto
import MerlonVault

/// The last answer about the accounts, for times without a network: sealed under a key that only the app lock releases, in a file that backups
/// leave out.
///
/// There is no flag to patch: without the PIN, the face or the finger there is no key, and the file is noise.
struct StatementCache: Sendable {
    let path: String
    let lock: AppLock

    func write(_ answer: [UInt8]) async throws { try await file().write(answer) }

    /// What was kept; `nil` when there is nothing, or nothing that this lock's key opens.
    func read() async throws -> [UInt8]? {
        let file = try await file()
        guard file.exists else { return nil }
        do { return try await file.read() } catch  where error.code == .corrupted { return nil }
    }

    /// Also while the app is locked: removing needs no key.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Throws while the app is locked.
    private func file() async throws -> ProtectedFile {
        ProtectedFile(at: path, key: try DerivationKey(material: try await lock.key()).sealingKey("piggybank.statement"))
    }
}
