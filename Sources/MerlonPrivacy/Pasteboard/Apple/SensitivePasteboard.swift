#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    import MerlonCore
    public import UIKit

    /// The pasteboard for sensitive text: on this device only, for a short time, taken back when it is still there.
    ///
    /// Every app in the foreground can read it meanwhile, and iOS tells the person so. What was pasted is out of reach.
    @MainActor public final class SensitivePasteboard: Clearable {
        private let pasteboard: UIPasteboard
        private let policy: PasteboardPolicy
        private let tokens = NotificationTokens()
        /// The pasteboard's count after the last copy: as long as it stands, what lies there is ours.
        private var copied: Int?

        /// Makes it over a pasteboard, the general one unless said otherwise.
        public init(policy: PasteboardPolicy = .init(), pasteboard: UIPasteboard = .general) {
            self.policy = policy
            self.pasteboard = pasteboard
            guard policy.clearsInBackground else { return }
            tokens.observe(UIApplication.didEnterBackgroundNotification) { [weak self] _ in self?.clear() }
        }

        /// Copies a text: to no other device, until its time is over.
        public func copy(_ text: String, now: Date = Date()) {
            pasteboard.setItems(
                [["public.utf8-plain-text": text]],
                options: [.localOnly: true, .expirationDate: now.addingTimeInterval(policy.lifetime.inSeconds)])
            copied = pasteboard.changeCount
        }

        /// Takes back what ``copy(_:now:)`` put there, unless something else lies there by now. Reads nothing.
        public func clear() {
            if copied == pasteboard.changeCount { pasteboard.setItems([], options: [:]) }
            copied = nil
        }

        /// Whether there is text to paste. Asks without reading, so that iOS has nothing to announce.
        public var hasText: Bool { pasteboard.hasStrings }
    }
#endif
