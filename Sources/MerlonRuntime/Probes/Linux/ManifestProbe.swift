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
            Probe.linux("linux-manifest", tier: .costly, deadline: .seconds(10), put: { $0?.manifest = $1 }) { read(manifest) }
        }

        private static func read(_ manifest: IntegrityManifest) -> Fact<IntegrityFindings> {
            guard let executable = executablePath(), let slash = executable.lastIndex(of: "/") else { return .unsupported }
            return LinuxSystem.executableMap().map { text in
                let scan = FileScan(manifest: manifest, root: String(executable[..<slash]))
                var seen: Set<String> = []
                let lines = MemoryMap(text).lines.filter { $0.backing == .file || $0.backing == .deletedFile }
                let objects = lines.compactMap { line -> FileScan.Object? in
                    seen.insert(line.name).inserted ? object(line, executable, scan) : nil
                }
                return scan.examine(objects)
            }
        }

        private static func object(_ line: MemoryMap.Line, _ executable: String, _ scan: FileScan) -> FileScan.Object {
            let suffix = " (deleted)"
            // The file that runs, also when another one has taken its path.
            let open = line.name == executable ? "/proc/self/exe" : line.name
            // A file may have a name that ends like the kernel's mark.
            guard line.backing == .deletedFile, inode(at: line.name) != line.inode else {
                let isSystem = FileScan.isSystem(line.name) && scan.binary(of: line.name) == nil
                return FileScan.Object(path: line.name, digest: isSystem ? .unsupported : digest(open, inode: line.inode))
            }
            let path = String(line.name.dropLast(suffix.count))
            guard scan.binary(of: path) != nil else { return FileScan.Object(path: path, digest: .unsupported, successor: .unsupported) }
            let mapped = line.name == executable ? digest(open, inode: line.inode) : .unsupported
            return FileScan.Object(path: path, digest: mapped, successor: digest(path, inode: nil))
        }

        /// The inode of what is at a path now.
        private static func inode(at path: String) -> UInt64? {
            var (file, size, found): (Int32, UInt64, UInt64) = (0, 0, 0)
            guard unsafe merlon_linux_open(path, &file, &size, &found) == 0 else { return nil }
            merlon_linux_close(file)
            return found
        }

        /// As the kernel says it: with its mark when the file is gone.
        private static func executablePath() -> String? {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = unsafe readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// SHA-256 of a file; unsupported when it is not the one that is mapped any more, as after an update.
        private static func digest(_ path: String, inode: UInt64?) -> Fact<[UInt8]> {
            var (file, size, found): (Int32, UInt64, UInt64) = (0, 0, 0)
            let status = unsafe merlon_linux_open(path, &file, &size, &found)
            guard status == 0 else { return .denied(status) }
            defer { merlon_linux_close(file) }
            guard found == inode ?? found, size <= maximumFile else { return .unsupported }
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
