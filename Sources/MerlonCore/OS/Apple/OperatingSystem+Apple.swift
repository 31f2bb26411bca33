#if canImport(Darwin)
    import CMerlonMemory
    import Darwin
    import Security

    extension OperatingSystem {
        static let pageSize = Int(getpagesize())

        static func wallTime() -> WallTime {
            var now = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &now)
            return WallTime(seconds: Int64(now.tv_sec), nanoseconds: UInt32(now.tv_nsec))
        }

        /// Darwin's CLOCK_MONOTONIC_RAW counts through sleep, unlike CLOCK_UPTIME_RAW.
        static func monotonicTime() -> MonotonicTime {
            MonotonicTime(nanoseconds: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        }

        static func fillWithEntropy(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) {
            guard let base = buffer.baseAddress else { return }
            let status = unsafe SecRandomCopyBytes(kSecRandomDefault, buffer.count, base)
            guard status == errSecSuccess else {
                throw CoreError(.entropyUnavailable, "SecRandomCopyBytes failed.", nativeStatus: status)
            }
        }

        static func mapSecretPages(byteCount: Int, allowPageable: Bool) throws(CoreError) -> SecretPages {
            let total = byteCount + 2 * pageSize
            let start = unsafe mmap(nil, total, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
            guard let start = unsafe start, unsafe start != MAP_FAILED else {
                throw CoreError(.lockedMemoryExhausted, "No address space for \(byteCount) bytes.", nativeStatus: errno)
            }
            let base = unsafe start + pageSize
            guard unsafe mprotect(base, byteCount, PROT_READ | PROT_WRITE) == 0,
                unsafe minherit(base, byteCount, CInt(VM_INHERIT_NONE)) == 0
            else {
                let status = errno
                unsafe munmap(start, total)
                throw CoreError(.lockedMemoryExhausted, "The system refuses \(byteCount) private bytes.", nativeStatus: status)
            }
            let locked = unsafe mlock(base, byteCount) == 0
            if !locked, !allowPageable {
                let status = errno
                unsafe munmap(start, total)
                throw CoreError(.lockedMemoryExhausted, "The system refuses to lock \(byteCount) more bytes.", nativeStatus: status)
            }
            return unsafe SecretPages(
                base: base, byteCount: byteCount, protection: locked ? .locked : .pageable, forkGeneration: merlon_fork_generation())
        }

        static func unmapSecretPages(_ pages: SecretPages) {
            unsafe munmap(pages.base - pageSize, pages.byteCount + 2 * pageSize)
        }
    }
#endif
