import Foundation
public import MerlonCrypto

/// A folder in which everything is kept under one protection class and out of backups: databases with their companions, files of others' making.
///
/// ```swift
/// let folder = try ProtectedDirectory(at: path)
/// open(folder.database("notes.db"))            // SQLite, Core Data …
/// try folder.protect()                          // after it was opened, and whenever files were made or replaced
/// ```
/// New files take the folder's class on iOS; replaced ones, and those made by other processes, may not: hence ``protect()``. SQLite's `-wal`,
/// `-shm` and `-journal` files hold rows too, and are protected with the database.
///
/// A database under ``FileProtection/complete`` cannot be written while the device is locked: work in the background wants
/// ``FileProtection/completeUntilFirstUserAuthentication``, and sealed fields (``SealedField``) for what must stay closed.
public struct ProtectedDirectory: Sendable {
    /// Its path.
    public let path: String
    /// The class of all that is in it.
    public let protection: FileProtection
    /// Whether backups leave it out, with all that is in it.
    public let isExcludedFromBackup: Bool
    private let attributes: any FileAttributes

    /// How many files are looked at.
    public static let maximumFileCount = 100_000

    /// A folder at an absolute path, which is made for the owner alone when it is missing.
    public init(
        at path: String, protection: FileProtection = .complete, isExcludedFromBackup: Bool = true,
        attributes: any FileAttributes = SystemFileAttributes()
    ) throws(VaultError) {
        guard path.hasPrefix("/") else { throw VaultError(.invalidArgument, "A protected directory has an absolute path.") }
        self.path = path
        self.protection = protection
        self.isExcludedFromBackup = isExcludedFromBackup
        self.attributes = attributes
        try Folder.make(path)
        try attributes.setProtection(protection, ofFileAt: path)
        try attributes.setExcludedFromBackup(isExcludedFromBackup, fileAt: path)
    }

    /// The path of a database in it.
    public func database(_ name: String) -> String { path + "/" + name }

    /// A sealed file in it, of the same class.
    public func file(_ name: String, keys: KeySet) -> ProtectedFile {
        ProtectedFile(
            at: path + "/" + name, keys: keys, protection: protection, isExcludedFromBackup: isExcludedFromBackup, attributes: attributes)
    }

    /// Sets class and exclusion of the folder and of all files in it, and in folders in it, that have others.
    ///
    /// - Returns: the paths that were not as they should be, relative to the folder.
    @discardableResult
    public func protect() throws(VaultError) -> [String] {
        let astray = try audit()
        for name in astray {
            let file = name.isEmpty ? path : path + "/" + name
            do throws(VaultError) {
                try attributes.setProtection(protection, ofFileAt: file)
                try attributes.setExcludedFromBackup(isExcludedFromBackup, fileAt: file)
            } catch  where error.code == .notFound { continue }  // SQLite removes its companions when it likes.
        }
        return astray
    }

    /// The paths that are not as they should be; the empty path is the folder itself. Empty where the system has neither class nor exclusion.
    public func audit() throws(VaultError) -> [String] {
        var astray: [String] = []
        if try !isAsItShouldBe(path) { astray.append("") }
        for name in try Folder.files(in: path, atMost: Self.maximumFileCount) {
            do throws(VaultError) { if try !isAsItShouldBe(path + "/" + name) { astray.append(name) } } catch  where error.code == .notFound
            {
                continue
            }
        }
        return astray
    }

    private func isAsItShouldBe(_ file: String) throws(VaultError) -> Bool {
        guard let actual = try attributes.protection(ofFileAt: file) else { return true }
        let isExcluded = try attributes.isExcludedFromBackup(fileAt: file)
        return actual == protection && isExcluded == isExcludedFromBackup
    }
}
