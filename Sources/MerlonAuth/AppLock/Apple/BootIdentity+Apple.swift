#if canImport(Darwin)
    import Darwin

    /// Names the present start of the system.
    enum BootIdentity {
        /// The kernel's random name for it (`kern.bootsessionuuid`); `nil` where it may not be read.
        static let current: String? = {
            var bytes = [UInt8](repeating: 0, count: 64)
            var count = bytes.count
            let status = unsafe bytes.withUnsafeMutableBytes { unsafe sysctlbyname("kern.bootsessionuuid", $0.baseAddress, &count, nil, 0) }
            guard status == 0, (36...bytes.count).contains(count) else { return nil }
            return String(decoding: bytes[..<36], as: UTF8.self)
        }()
    }
#endif
