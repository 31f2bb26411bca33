#if canImport(Glibc)
    import Glibc

    /// Names the present start of the system.
    enum BootIdentity {
        /// The kernel's random name for it; `nil` when /proc is not there.
        static let current: String? = {
            let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 36 else { return nil }
            return String(decoding: bytes[..<36], as: UTF8.self)
        }()
    }
#endif
