#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import UIKit

    /// Keeps custom keyboards out of the whole app: they see every key, and may send it away. OWASP MASVS-PLATFORM-3.
    ///
    /// ```swift
    /// func application(_ application: UIApplication, shouldAllowExtensionPointIdentifier point: UIApplication.ExtensionPointIdentifier) -> Bool {
    ///     KeyboardPolicy.systemKeyboardsOnly.allows(point)
    /// }
    /// ```
    public enum KeyboardPolicy: Sendable {
        /// No custom keyboard, in any field.
        case systemKeyboardsOnly
        /// Custom keyboards where iOS allows them: in no field with secure entry.
        case dangerouslyAllowCustomKeyboards

        /// What the application's delegate answers.
        public func allows(_ point: UIApplication.ExtensionPointIdentifier) -> Bool {
            self == .dangerouslyAllowCustomKeyboards || point != .keyboard
        }
    }
#endif
