extension StoreReceipt {
    /// Which receipt there is.
    ///
    /// - Parameters:
    ///   - home: The app's container (iOS: `StoreKit/receipt`).
    ///   - bundle: The app's bundle (macOS: `Contents/_MASReceipt/receipt`).
    ///   - exists: Whether there is a file of that path.
    init(home: String, bundle: String, exists: (String) -> Bool) {
        if exists(home + "/StoreKit/receipt") || exists(bundle + "/Contents/_MASReceipt/receipt") {
            self = .store
        } else {
            self = exists(home + "/StoreKit/sandboxReceipt") ? .sandbox : .none
        }
    }
}
