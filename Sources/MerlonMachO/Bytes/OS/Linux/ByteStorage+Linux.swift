#if os(Linux)
    import Glibc

    extension ByteStorage {
        /// Maps a regular file for reading. The descriptor is closed before this returns.
        ///
        /// A file that another process truncates while it is mapped makes its missing pages fault (SIGBUS): map only files that are the
        /// caller's to keep, and read others into a buffer.
        /// - Throws: ``MachOError`` with code `unreadable` and the system's status.
        public static func mapped(path: String) throws(MachOError) -> ByteStorage {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw MachOError(.unreadable, "cannot open the file", status: errno) }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw MachOError(.unreadable, "cannot examine the file", status: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw MachOError(.unreadable, "not a regular file", status: EINVAL) }
            guard status.st_size > 0 else { return ByteStorage(copying: []) }
            guard let size = Int(exactly: status.st_size), let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
                unsafe memory != MAP_FAILED
            else { throw MachOError(.unreadable, "cannot map the file", status: errno) }
            return unsafe ByteStorage(unsafeBytes: UnsafeRawBufferPointer(start: memory, count: size)) { bytes in
                _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
            }
        }
    }
#endif
