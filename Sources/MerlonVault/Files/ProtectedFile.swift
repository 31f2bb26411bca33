import MerlonCore
public import MerlonCrypto

/// A file that is kept as its content deserves: sealed, under a protection class, out of backups, readable by its owner alone.
///
/// ```swift
/// let file = ProtectedFile(at: path, key: try await vault.key("diary", create: .once))
/// try await file.write(text)
/// ```
/// - A write replaces the whole file at once, durably: a kill leaves the old content or the new.
/// - Replacing makes another file with the folder's defaults, which drops protection class and exclusion: they are set again after each write, and
///   checked at each read, which mends what a kill between the two left.
/// - The content is bound to the file's name: a file that is renamed or put in another's place does not open.
/// - Linux has neither class nor exclusion: there the sealing is what protects, with mode 600.
///
/// Content passes through ordinary memory, at most ``maximumByteCount``; larger files are `Vault.storeFile`'s.
public struct ProtectedFile: Sendable {
    /// Its path.
    public let path: String
    /// Its protection class.
    public let protection: FileProtection
    /// Whether backups leave it out.
    public let isExcludedFromBackup: Bool
    private let keys: KeySet
    private let attributes: any FileAttributes

    /// The most bytes of content: 64 MiB.
    public static let maximumByteCount = 64 << 20

    /// A file under a key of a vault. Nothing is read or written yet.
    /// - Parameters:
    ///   - protection: ``FileProtection/complete`` unless the app needs it while the device is locked.
    ///   - isExcludedFromBackup: a sealed file is worth nothing without its key, which backups do not carry when it stays on this device.
    public init(
        at path: String, key: SealingKey, protection: FileProtection = .complete, isExcludedFromBackup: Bool = true,
        attributes: any FileAttributes = SystemFileAttributes()
    ) {
        self.init(
            at: path, keys: KeySet(primary: key), protection: protection, isExcludedFromBackup: isExcludedFromBackup, attributes: attributes
        )
    }

    /// A file under a key set, whose keys can be rotated.
    public init(
        at path: String, keys: KeySet, protection: FileProtection = .complete, isExcludedFromBackup: Bool = true,
        attributes: any FileAttributes = SystemFileAttributes()
    ) {
        self.path = path
        self.keys = keys
        self.protection = protection
        self.isExcludedFromBackup = isExcludedFromBackup
        self.attributes = attributes
    }

    /// Replaces the content.
    public func write(_ content: [UInt8]) async throws(VaultError) {
        guard content.count <= Self.maximumByteCount else {
            throw VaultError(.tooLarge, "A protected file has at most \(Self.maximumByteCount) bytes.")
        }
        try await BlockingWork.run { () throws(VaultError) in
            try reportingCrypto { () throws(CryptoError) in
                let sealed = try keys.seal(content, context: context)
                let file = try NewFile(path, existing: .replaced)
                unsafe try sealed.withBytes { (bytes) throws(CryptoError) in unsafe try file.append(bytes) }
                try file.commit()
            }
            try protect()
        }
    }

    /// The content.
    ///
    /// Throws `notFound`, `corrupted` for what was changed, moved or sealed by others, `locked` while its class keeps it closed.
    public func read() async throws(VaultError) -> [UInt8] {
        try await BlockingWork.run { () throws(VaultError) in
            let sealed = try Folder.contents(
                ofFile: path, atMost: Self.maximumByteCount + SealingKey.overhead(of: .aes256GCM))
            let content = try opening("The file") { () throws(CryptoError) in try keys.open(sealed, context: context) }
            if try !isAsItShouldBe() { try protect() }
            return content
        }
    }

    /// Whether it is there.
    public var exists: Bool { Folder.exists(path) }

    /// Removes it; no error when there is none.
    public func remove() async throws(VaultError) {
        try await BlockingWork.run { () throws(VaultError) in Folder.remove(path) }
        if exists { throw VaultError(.storeUnavailable, "The file cannot be removed.") }
    }

    /// Whether class and exclusion are what they should be. True where the system has neither.
    public func isAsItShouldBe() throws(VaultError) -> Bool {
        guard let actual = try attributes.protection(ofFileAt: path) else { return true }
        let isExcluded = try attributes.isExcludedFromBackup(fileAt: path)
        return actual == protection && isExcluded == isExcludedFromBackup
    }

    private func protect() throws(VaultError) {
        try attributes.setProtection(protection, ofFileAt: path)
        try attributes.setExcludedFromBackup(isExcludedFromBackup, fileAt: path)
    }

    private var context: SealingContext {
        SealingContext("merlon.protected-file", path.split(separator: "/").last.map(String.init) ?? "")
    }
}
