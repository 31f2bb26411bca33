import Foundation
import MerlonMachO
import TestSupport
import Testing

/// The iOS and macOS libraries of other people that `Scripts/fetch-binaries` brought here.
enum RealLibraries {
    static let missing: Comment = "real binaries are not here: Scripts/fetch-binaries brings them, and needs a network"
    private static let store = PackageFolder.url.appendingPathComponent(".build/real-binaries")
    static let arePresent = ["ios", "macos"].allSatisfy {
        FileManager.default.fileExists(atPath: store.appendingPathComponent("\($0)/PINS").path)
    }

    /// Packages of a platform.
    static func packages(_ platform: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: store.appendingPathComponent(platform).path)) ?? []
        return names.filter { !$0.contains(".") && $0 != "PINS" }.sorted()
    }

    /// Slices of 64 bits, of files up to `limit` bytes: path, slice, the whole file. Those that old linkers made are left out: they are bound by
    /// relocation entries, which no system that Merlon supports reads.
    static func slices(of platform: String, _ package: String, limit: Int) throws -> [(path: String, image: MachOImage, bytes: [UInt8])] {
        let folder = store.appendingPathComponent("\(platform)/\(package)")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])?.compactMap { $0 as? URL }
        return try (found ?? []).sorted { $0.path < $1.path }.flatMap { url -> [(path: String, image: MachOImage, bytes: [UInt8])] in
            guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { return [] }
            let data = try Data(contentsOf: url, options: .mappedIfSafe)
            guard data.count <= limit, let file = try? MachOFile(ByteView(copying: data)), file.container != .archive else { return [] }
            return file.images.filter {
                ($0.header.architecture.isARM64 || $0.header.architecture.isX86_64)
                    && ($0.commands.chainedFixups != nil || $0.commands.dyldInfo != nil)
            }
            .map { (url.path, $0, [UInt8](data)) }
        }
    }
}
