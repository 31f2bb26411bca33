#if os(Linux)
    import CMerlonProbes
    import Glibc

    /// What several probes for Linux ask the system.
    enum LinuxSystem {
        /// A whole file, at most `limit` bytes of it.
        static func read(_ path: String, limit: Int) -> Fact<[UInt8]> {
            // Hardly any is larger than the first try; memory for the limit would be taken from the system with each sweep.
            let usual = 64 << 10
            guard limit > usual else { return readOnce(path, limit: limit) }
            let first = readOnce(path, limit: usual)
            return first.value?.count == usual ? readOnce(path, limit: limit) : first
        }

        private static func readOnce(_ path: String, limit: Int) -> Fact<[UInt8]> {
            var status: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                status = unsafe merlon_linux_read(path, base, limit, &count)
                if status != 0 { count = 0 }
            }
            return status == 0 ? .value(bytes) : failure(status)
        }

        /// The lines of `/proc/self/maps` for executable memory, of all memory where the kernel does not give those alone.
        static func executableMap() -> Fact<[UInt8]> {
            var status: Int32 = 0
            let lines = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                status = unsafe merlon_linux_executable_maps(base, buffer.count, &count)
                if status != 0 { count = 0 }
            }
            // A process has code: none at all is no answer.
            return status == 0 && !lines.isEmpty ? .value(lines) : read("/proc/self/maps", limit: 16 << 20)
        }

        /// A copy that has no more memory than it needs.
        static func copy(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
            unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { copy, count in
                unsafe UnsafeMutableRawBufferPointer(copy).copyMemory(from: bytes)
                count = bytes.count
            }
        }

        /// Whether the bytes are the same.
        static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
            one.count == other.count && (unsafe merlon_linux_same(one, other, one.count))
        }

        /// A short text, without white space at its ends.
        static func text(_ path: String, limit: Int = 4096) -> Fact<String> {
            read(path, limit: limit).map { ProcText.trimmed(String(decoding: $0, as: UTF8.self)) }
        }

        /// Whether there is something at the path.
        static func exists(_ path: String) -> Fact<Bool> {
            switch unsafe merlon_linux_exists(path) {
            case 0: .value(true)
            case ENOENT, ENOTDIR: .value(false)
            case let status: .denied(status)
            }
        }

        /// A call that the system does not have is unsupported; any other failure is a refusal.
        static func failure<Value>(_ status: Int32) -> Fact<Value> {
            [ENOSYS, ENOTSUP, ENOENT, ENODEV].contains(status) ? .unsupported : .denied(status)
        }

        /// The text in a C array of characters.
        static func string<Characters>(_ characters: Characters) -> String {
            unsafe withUnsafeBytes(of: characters) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }
#endif
