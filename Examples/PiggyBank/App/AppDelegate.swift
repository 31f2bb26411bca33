import MerlonPrivacy
import PiggyBankModel
import UIKit

/// Lives as long as the app, and keeps what has to live so long.
final class AppDelegate: NSObject, UIApplicationDelegate {
    /// `nil` when the bank's own files are not as they were shipped.
    let bank = try? Bank()
    /// Covers every scene before the system takes its picture, and while the screen is recorded.
    private let shield = ScreenShield(policy: ScreenCoverPolicy(coversWhileCaptured: true))

    override init() {
        super.init()
        shield.onScreenshot = { [weak self] in self?.bank?.screenshotTaken() }
        shield.start()
    }

    /// Keyboards of other makers see every key, and may send it away.
    func application(
        _ application: UIApplication, shouldAllowExtensionPointIdentifier point: UIApplication.ExtensionPointIdentifier
    ) -> Bool {
        KeyboardPolicy.systemKeyboardsOnly.allows(point)
    }
}
