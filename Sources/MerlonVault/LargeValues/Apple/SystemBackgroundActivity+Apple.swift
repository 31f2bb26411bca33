#if canImport(UIKit)
    import Dispatch
    import Foundation
    import UIKit

    /// Asks iOS for the time that a write needs, in apps and in extensions. Apple: "performExpiringActivity(withReason:using:)".
    ///
    /// The system calls the block once to begin, and keeps the program awake until it returns; it calls it again when time is up.
    package struct SystemBackgroundActivity: BackgroundActivity {
        package init() {}

        private final class Token: Sendable {
            private let semaphore = DispatchSemaphore(value: 0)
            func wait() { semaphore.wait() }
            func finish() { semaphore.signal() }
        }

        package func begin(expire: @escaping @Sendable () -> Void) -> any Sendable {
            let token = Token()
            ProcessInfo.processInfo.performExpiringActivity(withReason: "Writing to a vault") { isExpiring in
                if isExpiring { expire() } else { token.wait() }
            }
            return token
        }

        package func end(_ token: any Sendable) { (token as? Token)?.finish() }
    }
#endif
