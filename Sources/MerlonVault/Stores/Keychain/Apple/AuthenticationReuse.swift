#if canImport(LocalAuthentication)
    import Foundation
    import LocalAuthentication
    import MerlonCore

    /// Keeps the context of a successful authentication for as long as the prompt allowed, and no longer.
    final class AuthenticationReuse: @unchecked Sendable {
        private let lock = Lock()
        private let timeSource: any TimeSource
        private var kept: LAContext?
        private var expires: MonotonicTime?

        init(timeSource: any TimeSource) { self.timeSource = timeSource }

        /// The context to read with: the kept one while it is valid, else a new one with the prompt's reason. Without a prompt nobody is asked.
        func context(for prompt: PresencePrompt?) -> LAContext {
            lock.withLock { contextWhileLocked(for: prompt) }
        }

        private func contextWhileLocked(for prompt: PresencePrompt?) -> LAContext {
            guard let prompt else {
                let silent = LAContext()
                silent.interactionNotAllowed = true
                return silent
            }
            if let kept, let expires {
                if prompt.reuse > .zero, prompt.applicationPassword == nil, timeSource.monotonicTime < expires { return kept }
                kept.invalidate()
                self.kept = nil
                self.expires = nil
            }
            let context = LAContext()
            context.localizedReason = prompt.reason
            if let password = prompt.applicationPassword {
                _ = unsafe password.withUnsafeBytes { unsafe context.setCredential(Data($0), type: .applicationPassword) }
            }
            return context
        }

        /// Keeps the context of a read that succeeded. The time runs from the first authentication, not from the last use.
        func keep(_ context: LAContext, for prompt: PresencePrompt?) {
            lock.withLock {
                guard let prompt, prompt.reuse > .zero, prompt.applicationPassword == nil, kept !== context else { return }
                kept = context
                expires = timeSource.monotonicTime + prompt.reuse
            }
        }
    }
#endif
