public import MerlonCore
public import MerlonMachO
import MerlonCrypto

/// Makes a manifest of the files of a build, which are given to it one after the other.
public struct ManifestBuilder: Sendable {
    private var application: IntegrityManifest.Application?
    private var profile: [UInt8]?
    private var binaries: [IntegrityManifest.Binary] = []
    /// What the manifest cannot speak for, in words: binaries that are encrypted.
    public private(set) var warnings: [String] = []

    /// Makes a builder.
    public init() {}

    /// Whether a file is of any use to ``add(_:_:)``, by its path from the bundle and its first four bytes.
    public static func needs(_ path: String, _ head: [UInt8]) -> Bool {
        let head = ByteView(copying: head)
        return isInfo(path) || isProfile(path) || ELFImage.isOne(head) || MachOFile.recognise(head).map { $0 != .archive } == true
    }

    private static func isInfo(_ path: String) -> Bool { path == "Info.plist" || path == "Contents/Info.plist" }
    private static func isProfile(_ path: String) -> Bool {
        path == "embedded.mobileprovision" || path == "Contents/embedded.provisionprofile"
    }

    /// Adds a file.
    /// - Parameters:
    ///   - path: From the bundle, or the folder of the executable.
    ///   - bytes: All of it.
    /// - Throws: ``RuntimeError`` `malformed` when a binary or the bundle's Info.plist is damaged.
    public mutating func add(_ path: String, _ bytes: ByteView) throws(RuntimeError) {
        if Self.isInfo(path) {
            guard let list = try? PropertyListReader.read(bytes.array), let identifier = list["CFBundleIdentifier"]?.string else {
                throw RuntimeError(.malformed, "\(path) has no bundle identifier.")
            }
            application = .init(bundleIdentifier: identifier, version: list["CFBundleShortVersionString"]?.string ?? "")
        } else if Self.isProfile(path) {
            profile = HashAlgorithm.sha256.digest(of: bytes.array)
        } else if let binary = try IntegrityManifest.Binary(path: path, file: bytes) {
            binaries.append(binary)
            for slice in binary.slices where slice.isEncrypted {
                warnings.append("\(path) is encrypted for \(slice.architecture), as the App Store delivers it: its code has no digests")
            }
        }
    }

    /// The manifest; binaries in the order of their paths.
    /// - Throws: ``RuntimeError`` `malformed` when there was no binary.
    public func manifest(sequence: Int64, issued: WallTime) throws(RuntimeError) -> IntegrityManifest {
        guard !binaries.isEmpty else { throw RuntimeError(.malformed, "There is no binary.") }
        var application = application
        application?.profileDigest = profile
        return IntegrityManifest(
            sequence: sequence, issued: issued, application: application, binaries: binaries.sorted { $0.path < $1.path })
    }
}
