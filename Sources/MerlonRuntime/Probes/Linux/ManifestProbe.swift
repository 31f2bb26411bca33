#if os(Linux)
    import CMerlonProbes
    import Glibc
    import MerlonCore
    import MerlonCrypto

    /// The files of everything that is mapped as code against a manifest.
    enum ManifestProbe {
        private static let maximumFile: UInt64 = 4 << 30
        private static let pieceSize = 1 << 20

        static func probe(_ manifest: IntegrityManifest) -> Probe {
            Probe.linux("linux-manifest", tier: .costly, deadline: .seconds(10), \.manifest) { read(manifest) }
        }

        private static func read(_ manifest: IntegrityManifest) -> Fact<IntegrityFindings> {
            guard let executable = executablePath(), let slash = executable.lastIndex(of: "/") else { return .unsupported }
            return LinuxSystem.read("/proc/self/maps", limit: 4 << 20).map { text in
                let scan = FileScan(manifest: manifest, root: String(executable[..<slash]))
                var seen: Set<String> = []
                let lines = MemoryMap(text).lines.filter { $0.backing == .file || $0.backing == .deletedFile }
                let objects = lines.compactMap { line -> FileScan.Object? in
                    guard seen.insert(line.name).inserted else { return nil }
                    let isListed = scan.binary(of: line.name) != nil
                    // The file that runs, also when another one has taken its path.
                    let path = line.name == executable ? "/proc/self/exe" : line.name
                    return FileScan.Object(path: line.name, digest: isListed ? digest(path, inode: line.inode) : .unsupported)
                }
                return scan.examine(objects)
            }
        }

        /// Without the mark that the kernel adds when the file is gone.
        private static func executablePath() -> String? {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = unsafe readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// SHA-256 of a file; unsupported when it is not the one that is mapped any more, as after an update.
        private static func digest(_ path: String, inode: UInt64) -> Fact<[UInt8]> {
            var (file, size, found): (Int32, UInt64, UInt64) = (0, 0, 0)
            let status = unsafe merlon_linux_open(path, &file, &size, &found)
            guard status == 0 else { return .denied(status) }
            defer { merlon_linux_close(file) }
            guard found == inode, size <= maximumFile else { return .unsupported }
            var stream = HashStream(.sha256)
            var piece = [UInt8](repeating: 0, count: pieceSize)
            var offset: UInt64 = 0
            while true {
                var count = 0
                let status = unsafe merlon_linux_read_at(file, offset, &piece, pieceSize, &count)
                guard status == 0 else { return .denied(status) }
                if count == 0 { break }
                stream.update(piece[..<count])
                offset += UInt64(count)
                guard offset <= maximumFile else { return .unsupported }
            }
            return .value(stream.finish())
        }
    }
#endif
