#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// A container whose content is not drawn while the screen is recorded, mirrored or sent by AirPlay: for a card number, a QR code, a seed.
    ///
    /// iOS offers apps no supported way to keep a view out of a screenshot: what circulates for it (the layer of a secure text field) is
    /// undocumented, and breaks. So a screenshot shows the content; ``ScreenShield/onScreenshot`` tells the app afterwards.
    @MainActor open class CaptureHiddenView: UIView {
        /// What is hidden while the screen is captured.
        public let content: UIView
        private let tokens = NotificationTokens()

        /// Makes a container around a view.
        public init(content: UIView) {
            self.content = content
            super.init(frame: content.frame)
            content.frame = bounds
            content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            addSubview(content)
            tokens.observe(UIScreen.capturedDidChangeNotification) { [weak self] _ in self?.update() }
            update()
        }

        /// Not from an archive.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { return nil }

        open override func didMoveToWindow() {
            super.didMoveToWindow()
            update()
        }

        private func update() { content.isHidden = (window?.windowScene?.screen ?? .main).isCaptured }
    }
#endif
