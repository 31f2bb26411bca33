public import MerlonCore
import MerlonVault

/// The app lock as other modules see it: a session or a screen asks, and learns no more than an ``OwnerAnswer``.
public struct AppLockDoor: OwnerLock {
    private let lock: AppLock
    private let clock: any TimeSource
    private let enterPIN: @Sendable (_ reason: String) async -> AppLockPIN?

    /// A door that asks by biometry where it is switched on, and else, or when that comes to nothing, by PIN.
    ///
    /// - Parameter enterPIN: Shows the app's own screen for the PIN; `nil` when the person goes back.
    public init(
        lock: AppLock, clock: any TimeSource = SystemTimeSource(), enterPIN: @escaping @Sendable (_ reason: String) async -> AppLockPIN?
    ) {
        self.lock = lock
        self.clock = clock
        self.enterPIN = enterPIN
    }

    public func ask(reason: String) async -> OwnerAnswer {
        do throws(AuthError) {
            let status = try await lock.status()
            guard status.isSetUp else { return .unavailable(reason: "The app lock has no PIN yet.") }
            if status.hasBiometry, await openedByBiometry(reason) { return .confirmed }
            guard let pin = await enterPIN(reason) else { return .cancelled }
            // A duress PIN opens, too: what may be seen then is decided by the key.
            _ = try await lock.unlock(pin: pin)
            return .confirmed
        } catch {
            switch error.code {
            case .authenticationFailed: return .refused
            case .userCancelled: return .cancelled
            case .lockedOut: return .delayed(until: clock.wallTime + (error.retryAfter ?? .zero))
            default: return .unavailable(reason: error.reason)
            }
        }
    }

    /// Whether biometry opened it. Whatever else came of it, the PIN is the way on.
    private func openedByBiometry(_ reason: String) async -> Bool {
        do throws(AuthError) {
            _ = try await lock.unlock(biometry: PresencePrompt(reason: reason))
            return true
        } catch { return false }
    }
}
