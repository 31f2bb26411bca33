#if os(Linux)
    import CMerlonMemory
    import Glibc

    extension OperatingSystem {
        static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

        static func wallTime() -> WallTime {
            var now = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &now)
            return WallTime(seconds: Int64(now.tv_sec), nanoseconds: UInt32(now.tv_nsec))
        }

        /// CLOCK_BOOTTIME: CLOCK_MONOTONIC stands still while the machine is suspended.
        static func monotonicTime() -> MonotonicTime {
            var now = timespec()
            unsafe clock_gettime(CLOCK_BOOTTIME, &now)
            return MonotonicTime(nanoseconds: UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec))
        }

        static func fillWithEntropy(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) {
            guard let base = buffer.baseAddress else { return }
            var filled = 0
            while filled < buffer.count {
                let count = unsafe merlon_getrandom(base + filled, buffer.count - filled)
                if count > 0 {
                    filled += count
                } else if errno != EINTR {
                    throw CoreError(.entropyUnavailable, "getrandom failed.", nativeStatus: errno)
                }
            }
        }

        static func mapSecretPages(byteCount: Int, allowPageable: Bool) throws(CoreError) -> SecretPages {
            let reserved = unsafe try reserve(byteCount: byteCount)
            let protection: SecretMemory.Protection
            if unsafe mapHidden(reserved.data, byteCount) {
                protection = .hidden
            } else {
                let status = unsafe mapLocked(reserved.data, byteCount)
                if status != 0, !allowPageable {
                    unsafe munmap(reserved.start, byteCount + 2 * pageSize)
                    throw CoreError(.lockedMemoryExhausted, "The system refuses to lock \(byteCount) more bytes.", nativeStatus: status)
                }
                protection = status == 0 ? .locked : .pageable
            }
            // A dump or a child that has the pages would be a copy of the secret that nobody wipes.
            let excluded = unsafe (madvise(reserved.data, byteCount, MADV_DONTDUMP), madvise(reserved.data, byteCount, MADV_DONTFORK))
            guard excluded == (0, 0), unsafe merlon_wipe_on_crash(reserved.data, byteCount) == 1 else {
                let status = errno
                unsafe munmap(reserved.start, byteCount + 2 * pageSize)
                throw CoreError(.lockedMemoryExhausted, "The system refuses to keep pages out of dumps and children.", nativeStatus: status)
            }
            return unsafe SecretPages(
                base: reserved.data, byteCount: byteCount, protection: protection, forkGeneration: merlon_fork_generation())
        }

        static func unmapSecretPages(_ pages: SecretPages) {
            unsafe merlon_forget_on_crash(pages.base)
            unsafe munmap(pages.base - pageSize, pages.byteCount + 2 * pageSize)
        }

        /// Address space for the data and a guard page on either side, all of it inaccessible.
        private static func reserve(
            byteCount: Int
        ) throws(CoreError) -> (start: UnsafeMutableRawPointer, data: UnsafeMutableRawPointer) {
            let start = unsafe mmap(nil, byteCount + 2 * pageSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            guard let start = unsafe start, unsafe start != MAP_FAILED else {
                throw CoreError(.lockedMemoryExhausted, "No address space for \(byteCount) bytes.", nativeStatus: errno)
            }
            return unsafe (start, start + pageSize)
        }

        /// memfd_secret(2): not even the kernel reads it, so neither /proc/PID/mem nor ptrace does. False where the system has none,
        /// or where its share of locked memory is used up.
        private static func mapHidden(_ address: UnsafeMutableRawPointer, _ byteCount: Int) -> Bool {
            let descriptor = merlon_memfd_secret(UInt32(O_CLOEXEC))
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            guard ftruncate(descriptor, off_t(byteCount)) == 0 else { return false }
            return unsafe mmap(address, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) != MAP_FAILED
        }

        /// Ordinary pages, locked. Returns 0, or `errno` when they are mapped but could not be locked.
        private static func mapLocked(_ address: UnsafeMutableRawPointer, _ byteCount: Int) -> Int32 {
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
            guard unsafe mmap(address, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED else { return errno }
            return unsafe mlock(address, byteCount) == 0 ? 0 : errno
        }
    }
#endif
