#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    public import SwiftUI
    public import UIKit

    extension View {
        /// Covers all scenes of the app whenever they lose the person's attention: a ``ScreenShield`` that begins when this view appears. For
        /// the root view.
        public func screenShield(policy: ScreenCoverPolicy = .init(), cover: ScreenShield.Cover = .opaque(.systemBackground)) -> some View {
            modifier(ScreenShieldModifier(shield: ScreenShield(policy: policy, cover: cover)))
        }

        /// Takes the view away while the screen is captured, and marks it as sensitive for the system's own redaction.
        public func hiddenWhileCaptured() -> some View { modifier(CaptureHiddenModifier()) }
    }

    private struct ScreenShieldModifier: ViewModifier {
        // Made once for the view's life; the values of later passes are not used.
        @State var shield: ScreenShield

        func body(content: Content) -> some View { content.onAppear { shield.start() } }
    }

    private struct CaptureHiddenModifier: ViewModifier {
        @State private var isCaptured = UIScreen.main.isCaptured
        @State private var tokens = NotificationTokens()

        func body(content: Content) -> some View {
            Group {
                if !isCaptured { content.privacySensitive() }
            }
            .onAppear {
                isCaptured = UIScreen.main.isCaptured
                tokens = NotificationTokens()
                tokens.observe(UIScreen.capturedDidChangeNotification) { object in
                    isCaptured = (object as? UIScreen ?? .main).isCaptured
                }
            }
        }
    }
#endif
