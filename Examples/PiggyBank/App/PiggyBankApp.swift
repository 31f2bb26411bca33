import PiggyBankModel
import SwiftUI

@main struct PiggyBankApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            if let bank = delegate.bank { RootView(bank: bank) } else { Text("PiggyBank cannot start on this device.") }
        }
    }
}
