import Foundation
import MerlonAuth
import MerlonCore
import MerlonCrypto
import MerlonVault

// Somebody who enters wrong PINs as fast as the app lets them, until a test kills the process.
//
//   AppLockProbe VAULT KEYFILE   prints "ready", then "wrong" after each verdict

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: AppLockProbe VAULT KEYFILE\n".utf8))
    exit(2)
}
let store = try await FileStore.open(
    at: CommandLine.arguments[1], with: [KeyFileProtector(path: CommandLine.arguments[2])], patience: .seconds(60))
let vault = try Vault(namespace: .init("com.example.lock", environment: .development), store: store)
// No waits: each kill is to hit an attempt.
let policy = AppLockPolicy(
    freeAttempts: 1_000_000, delays: .seconds(30), .hours(1), wipesAfter: nil, duressWipes: false, grace: .zero,
    cost: .argon2id(memoryKiB: 64, passes: 1))

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// The verdict on a wrong PIN: its error, as it is seen by whoever entered it.
func verdict() async -> String {
    do {
        _ = try await AppLock(vault: vault, policy: policy).unlock(pin: AppLockPIN("999990"))
        return "open"
    } catch { return error == .authenticationFailed ? "wrong" : "error: \(error)" }
}

say("ready")
while true { say(await verdict()) }
