#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit

    /// Keeps the windows of a Mac app out of screenshots, recordings and shared screens (`NSWindow.SharingType.none`). OWASP MASVS-PLATFORM-3.
    ///
    /// ```swift
    /// let sharing = WindowSharing()        // kept as long as the app runs
    /// sharing.start()
    /// ```
    ///
    /// It stops what captures through the window server's documented interfaces. From macOS 15 on ScreenCaptureKit composes a display without
    /// asking for the sharing type of its windows, so a recording of the whole display can show them: treat this as a courtesy to the person
    /// who shares a screen, not as a wall against software on their Mac.
    @MainActor public final class WindowSharing {
        private var previous: [ObjectIdentifier: NSWindow.SharingType] = [:]
        private var tokens: [any NSObjectProtocol] = []

        /// Makes it; nothing changes before ``start()``.
        public init() {}

        /// Takes all windows out of sharing, and those that open later when they are first shown.
        public func start() {
            guard tokens.isEmpty else { return }
            hideAll()
            for name in [NSWindow.didBecomeKeyNotification, NSWindow.didChangeOcclusionStateNotification] {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                        MainActor.assumeIsolated { self?.hideAll() }
                    })
            }
        }

        /// Gives windows that are still open the sharing that they had.
        public func stop() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
            tokens = []
            for window in NSApplication.shared.windows {
                if let type = previous[ObjectIdentifier(window)] { window.sharingType = type }
            }
            previous = [:]
        }

        private func hideAll() {
            let windows = NSApplication.shared.windows
            previous = previous.filter { id, _ in windows.contains { ObjectIdentifier($0) == id } }
            for window in windows where window.sharingType != .none {
                previous[ObjectIdentifier(window)] = window.sharingType
                window.sharingType = .none
            }
        }
    }
#endif
