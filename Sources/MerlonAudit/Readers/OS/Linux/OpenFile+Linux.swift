#if os(Linux)
    import Glibc

    extension OpenFile {
        static func openDescriptor(_ path: String) throws(SystemFailure) -> Int32 {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            guard descriptor >= 0 else { throw .current }
            return descriptor
        }

        static func openDescriptor(_ name: [UInt8], in folder: Int32) throws(SystemFailure) -> Int32 {
            let descriptor = unsafe withCString(name) {
                unsafe openat(folder, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
            }
            guard descriptor >= 0 else { throw .current }
            return descriptor
        }

        static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

        static func status(of descriptor: Int32) throws(SystemFailure) -> Status {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw .current }
            return Status(kind: kind(status.st_mode), size: UInt64(max(status.st_size, 0)))
        }

        static func status(of name: [UInt8], in folder: Int32) throws(SystemFailure) -> Status {
            var status = stat()
            let result = unsafe withCString(name) { unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
            guard result == 0 else { throw .current }
            return Status(kind: kind(status.st_mode), size: UInt64(max(status.st_size, 0)))
        }

        private static func kind(_ mode: mode_t) -> Kind {
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        }

        static func linkTarget(_ name: [UInt8], in folder: Int32) -> [UInt8] {
            var target = [UInt8](repeating: 0, count: 4096)
            let count = unsafe target.withUnsafeMutableBytes { buffer in
                unsafe withCString(name) { unsafe readlinkat(folder, $0, buffer.baseAddress!, buffer.count) }
            }
            return Array(target.prefix(max(count, 0)))
        }

        static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
            while true {
                let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 { return count }
                guard errno == EINTR else { throw .current }
            }
        }

        static func read(
            _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
        ) throws(SystemFailure) -> Int {
            while true {
                let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(clamping: offset))
                if count >= 0 { return count }
                guard errno == EINTR else { throw .current }
            }
        }

        /// The names in a folder but for `.` and `..`, at most `limit` of them and one more.
        static func names(in descriptor: Int32, limit: Int) throws(SystemFailure) -> [[UInt8]] {
            // fdopendir takes the descriptor over, and the folder's own is still needed.
            let copy = dup(descriptor)
            guard copy >= 0 else { throw .current }
            guard let stream = unsafe fdopendir(copy) else {
                let failure = SystemFailure.current
                close(copy)
                throw failure
            }
            defer { unsafe closedir(stream) }
            var names: [[UInt8]] = []
            while names.count <= limit {
                errno = 0
                guard let entry = unsafe readdir(stream) else {
                    guard errno == 0 else { throw .current }
                    break
                }
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
                if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
            }
            return names
        }

        private static func withCString<R>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
            unsafe (name + [0]).withUnsafeBufferPointer { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress!) }
            }
        }
    }

    extension SystemFailure {
        /// What the call before failed with.
        static var current: SystemFailure { SystemFailure(status: errno) }

        var isMissing: Bool { status == ENOENT || status == ENOTDIR }

        var text: String { unsafe strerror(status).map { unsafe String(cString: $0) } ?? "error \(status)" }
    }

    /// Makes the calling thread take names for UTF-8 while `body` runs, whatever locale the process has.
    func withUTF8Names<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let previous = unsafe uselocale(utf8Locale)
        defer { _ = unsafe uselocale(previous) }
        return try body()
    }

    nonisolated(unsafe) private let utf8Locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
#endif
