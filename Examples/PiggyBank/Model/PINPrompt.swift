import MerlonAuth
public import MerlonCore

/// The question for the PIN, between the app lock that asks and the screen that shows it.
@MainActor public final class PINPrompt {
    /// Why the PIN is asked for; `nil` while it is not.
    public private(set) var reason: String? {
        didSet { onChange?(reason) }
    }
    /// Called when the question comes and goes.
    public var onChange: (@MainActor (String?) -> Void)?
    private var answer: CheckedContinuation<AppLockPIN?, Never>?

    init() {}

    /// Shows the question and waits. A question that is there already is taken back.
    func ask(_ reason: String) async -> AppLockPIN? {
        cancel()
        return await withCheckedContinuation { continuation in
            answer = continuation
            self.reason = reason
        }
    }

    /// The person typed a PIN. What was in the field is protected memory already; a PIN that is none counts as going back.
    public func enter(_ secret: SecretBytes) { finish(try? AppLockPIN(secret.text)) }

    /// The person goes back, or the app leaves the screen.
    public func cancel() { finish(nil) }

    private func finish(_ pin: AppLockPIN?) {
        guard let waiting = answer else { return }
        answer = nil
        reason = nil
        waiting.resume(returning: pin)
    }
}

extension SecretBytes {
    /// The secret as text, for an interface that takes nothing else. The text lies in ordinary memory until it is gone.
    var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
