import MerlonCommandLine
import MerlonCrypto
import MerlonVault

/// The options about a vault's counter against being put back.
enum CounterOptions {
    static let counter = Option.optional(
        "counter", .text("NAME"),
        "the counter in this machine's TPM that the vault is bound to (Linux); 'init' and 'counter bind' make it when it is missing")
    static let acceptRollback = Option.flag(
        "dangerously-accept-rollback",
        "open a vault that is older than its counter or its anchor, as after a restoration from a backup; with --counter it is bound anew")

    /// The guard that was asked for.
    ///
    /// Each run of the tool opens the vault anew, so each one that changes it adds to the counter.
    static func rollbackGuard(_ invocation: Invocation, makes: Bool = false) throws -> RollbackGuard? {
        guard let name = try invocation.value(of: counter) else { return nil }
        return RollbackGuard(try SystemDevices.counter(name, makes: makes))
    }
}
