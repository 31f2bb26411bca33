#if canImport(UIKit) && !os(watchOS)
    import Foundation

    /// Observers of notifications, removed when this goes.
    final class NotificationTokens: @unchecked Sendable {
        // Filled on the main actor, emptied when nobody else has it any more.
        private var tokens: [any NSObjectProtocol] = []

        /// Calls the handler on the thread that posts; UIKit posts on the main thread.
        @MainActor func observe(_ name: Notification.Name, _ handler: @escaping @MainActor (AnyObject?) -> Void) {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                    let object = Unchecked(value: notification.object as AnyObject?)
                    MainActor.assumeIsolated { handler(object.value) }
                })
        }

        deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

        private struct Unchecked: @unchecked Sendable { let value: AnyObject? }
    }
#endif
