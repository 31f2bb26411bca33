import MerlonCore
import MerlonVault

/// What a backup says of one of its files: the object `MBFile` that the column `file` of `Manifest.db` archives (`NSKeyedArchiver`).
///
/// Written by the device that was backed up, and read by nobody who must trust it: a damaged one says nothing, and fails nothing.
struct BackupFileRecord: Hashable {
    /// The file's protection class on the device; `nil` for a number that no class has, such as that of folders.
    var protection: FileProtection?
    /// How many bytes the file has.
    var size: UInt64?

    /// The most bytes that are read of one; those of real backups have some hundreds.
    static let maximumByteCount = 64 << 10
    private static let limits = PropertyListLimits(size: maximumByteCount, depth: 16, objects: 4096, contentBytes: maximumByteCount)

    /// `nil` when it is no archived file.
    init?(_ archive: [UInt8]) {
        guard let list = try? PropertyListReader.read(archive, limits: Self.limits), let objects = list["$objects"]?.array,
            let file = Self.object(list["$top"]?["root"], in: objects),
            Self.object(file["$class"], in: objects)?["$classname"]?.string == "MBFile"
        else { return nil }
        protection = file["ProtectionClass"]?.integer.flatMap(Self.protection)
        size = file["Size"]?.integer.flatMap { UInt64(exactly: $0) }
    }

    private static func object(_ number: PropertyList?, in objects: [PropertyList]) -> PropertyList? {
        guard let index = number?.integer.flatMap({ Int(exactly: $0) }), objects.indices.contains(index) else { return nil }
        return objects[index]
    }

    /// Classes A to D. Apple Platform Security, "Data Protection classes".
    private static func protection(_ number: Int64) -> FileProtection? {
        switch number {
        case 1: .complete
        case 2: .completeUnlessOpen
        case 3: .completeUntilFirstUserAuthentication
        case 4: FileProtection.none
        default: nil
        }
    }
}
