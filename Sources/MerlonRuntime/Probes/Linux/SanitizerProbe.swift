#if os(Linux)
    import CMerlonProbes

    /// Sanitizers by the function that each run-time library begins with.
    enum SanitizerProbe {
        private static let symbols = [
            ("address", "__asan_init"), ("thread", "__tsan_init"), ("memory", "__msan_init"), ("undefined", "__ubsan_handle_add_overflow"),
            ("coverage", "__llvm_profile_write_file"),
        ]

        static let probe = Probe.linux("linux-sanitizers", tier: .costly, put: { $0?.sanitizers = $1 }) {
            var defined: UInt64 = 0
            let status = unsafe merlon_linux_defines(symbols.map(\.1).joined(separator: " "), &defined)
            guard status == 0 else { return LinuxSystem.failure(status) }
            return .value(symbols.indices.filter { defined >> UInt64($0) & 1 == 1 }.map { symbols[$0].0 })
        }
    }
#endif
