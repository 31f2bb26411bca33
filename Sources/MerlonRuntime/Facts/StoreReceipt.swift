/// The App Store's receipt beside the app, by its file. It is not verified: that is a server's, with the App Store's own interface.
public enum StoreReceipt: String, Hashable, Codable, CaseIterable, Sendable {
    /// There is none.
    case none
    /// `receipt`: as the App Store leaves it.
    case store = "receipt"
    /// `sandboxReceipt`: as TestFlight and development leave it.
    case sandbox = "sandbox-receipt"
}
