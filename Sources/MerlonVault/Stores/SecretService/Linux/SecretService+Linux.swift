#if os(Linux)
    import CMerlonSecretService
    import Dispatch
    import Glibc
    import MerlonCore

    /// The Secret Service in Swift's terms: attributes in, items out, each call with a deadline. None asks for a prompt.
    struct SecretService: Sendable {
        /// One item that was found.
        struct Item: Sendable {
            let space: String
            let name: String
            let isLocked: Bool
            let secret: SecretBytes?
        }

        /// How long a call may take.
        let patience: TimeSpan

        private static let queue = DispatchQueue(label: "MerlonVault.SecretService")
        private static let timers = DispatchQueue(label: "MerlonVault.SecretService.deadline")

        /// Runs `body` on the one queue of all calls.
        func run<Value: Sendable>(_ body: @escaping @Sendable () throws(VaultError) -> Value) async throws(VaultError) -> Value {
            try await BlockingWork.run(on: Self.queue, body)
        }

        /// All items that have these attributes.
        func search(_ attributes: [(String, String)], withSecrets: Bool = false) throws(VaultError) -> [Item] {
            final class Visit {
                var items: [Item] = []
                var failure: CoreError?
            }
            let visit = Visit()
            unsafe try perform("Searching", attributes) { (list, token) in
                unsafe merlon_secret_search(
                    list, withSecrets ? 1 : 0, token,
                    { context, space, name, isLocked, secret, count in
                        guard let context = unsafe context else { return }
                        let visit = unsafe Unmanaged<Visit>.fromOpaque(context).takeUnretainedValue()
                        var value: SecretBytes?
                        if let secret = unsafe secret {
                            do throws(CoreError) {
                                value = unsafe try SecretBytes(copying: UnsafeRawBufferPointer(start: secret, count: count))
                            } catch { visit.failure = error }
                        }
                        visit.items.append(
                            unsafe Item(
                                space: String(cString: space), name: String(cString: name), isLocked: isLocked != 0, secret: value))
                    }, Unmanaged.passUnretained(visit).toOpaque())
            }
            if let failure = visit.failure { throw VaultError(failure) }
            return visit.items
        }

        /// Changes the item with these attributes, or makes one where there is none.
        func store(_ secret: SecretBytes, label: String, _ attributes: [(String, String)]) throws(VaultError) {
            unsafe try perform("Writing", attributes) { (list, token) in
                unsafe secret.withUnsafeBytes { unsafe merlon_secret_store(list, label, $0.baseAddress, $0.count, token) }
            }
        }

        /// Removes all items that have these attributes; `notFound` when there is none.
        func clear(_ attributes: [(String, String)]) throws(VaultError) {
            unsafe try perform("Removing", attributes) { (list, token) in unsafe merlon_secret_clear(list, token) }
        }

        private func perform(
            _ what: String, _ attributes: [(String, String)],
            _ body: (UnsafePointer<merlon_secret_attribute>, UnsafeMutableRawPointer) -> merlon_secret_status
        ) throws(VaultError) {
            guard let token = unsafe merlon_secret_token() else { throw Self.error(merlon_secret_no_library, what) }
            let deadline = unsafe Deadline(token)
            let nanoseconds = Int(clamping: max(0, patience.nanoseconds))
            Self.timers.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { deadline.pass() }
            let strings = unsafe attributes.map { unsafe (strdup($0.0), strdup($0.1)) }
            defer {
                deadline.release()
                for unsafe(name, value) in unsafe strings {
                    unsafe free(name)
                    unsafe free(value)
                }
            }
            var list = unsafe strings.map { unsafe merlon_secret_attribute(name: UnsafePointer($0.0), value: UnsafePointer($0.1)) }
            unsafe list.append(merlon_secret_attribute(name: nil, value: nil))
            let status = unsafe list.withUnsafeBufferPointer { list in
                guard let base = list.baseAddress else { return merlon_secret_failed }
                return unsafe body(base, token)
            }
            if status != merlon_secret_done { throw Self.error(status, what) }
        }

        /// What is locked, in words: an item in an open keyring can be, too.
        static let lockedReason = "The keyring is locked, or wants to ask before it gives the item to this program."

        private static func error(_ status: merlon_secret_status, _ what: String) -> VaultError {
            let number = Int32(bitPattern: status.rawValue)
            switch status {
            case merlon_secret_absent: return VaultError(.notFound, "There is no such item.", nativeStatus: number)
            case merlon_secret_locked: return VaultError(.locked, Self.lockedReason, nativeStatus: number)
            case merlon_secret_twice: return VaultError(.corrupted, "The Secret Service has the item twice.", nativeStatus: number)
            case merlon_secret_no_library:
                return VaultError(.storeUnavailable, "libsecret is not installed (libsecret-1-0 on Debian).", nativeStatus: number)
            case merlon_secret_no_service:
                return VaultError(.storeUnavailable, "Nobody keeps secrets on the session bus.", nativeStatus: number)
            case merlon_secret_cancelled:
                return VaultError(.storeUnavailable, "\(what): the Secret Service did not answer in time.", nativeStatus: number)
            default: return VaultError(.storeUnavailable, "\(what) failed.", nativeStatus: number)
            }
        }

        /// Ends a call when its time is up, and not after it has come back.
        @safe private final class Deadline: @unchecked Sendable {
            private let lock = Lock()
            private var token: UnsafeMutableRawPointer?

            init(_ token: UnsafeMutableRawPointer) { unsafe self.token = token }

            func pass() { lock.withLock { if let token = unsafe token { unsafe merlon_secret_cancel(token) } } }

            func release() {
                lock.withLock {
                    if let token = unsafe token { unsafe merlon_secret_token_release(token) }
                    unsafe token = nil
                }
            }
        }
    }
#endif
