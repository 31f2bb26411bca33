import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault

// A program that uses a vault and is run beside others or killed by tests.
//
//   VaultWorker key VAULT KEYFILE NAME COUNT       makes COUNT keys at first use, prints their ids
//   VaultWorker write VAULT KEYFILE NAME           writes ever newer large values, prints the number of each when it is written
//   VaultWorker rotate VAULT KEYFILE NAME COUNT    rotates a key set

let arguments = CommandLine.arguments
guard arguments.count >= 5 else {
    FileHandle.standardError.write(Data("usage: VaultWorker key|write|rotate VAULT KEYFILE NAME [COUNT]\n".utf8))
    exit(2)
}
let store = try await FileStore.open(
    at: arguments[2], with: [KeyFileProtector(path: arguments[3])], patience: .seconds(60))
let vault = try Vault(namespace: .init("com.example.worker", environment: .production), store: store)
let name = arguments[4]
let count = arguments.count > 5 ? Int(arguments[5]) ?? 1 : 1

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

switch arguments[1] {
case "key":
    say("ready")
    // Begins when the others are there too.
    _ = readLine()
    for index in 0..<count { say(try await vault.key("\(name)-\(index)", create: .once).id.description) }
case "rotate":
    say("ready")
    _ = readLine()
    for _ in 0..<count { try await vault.rotateKeySet(name) }
case "write":
    // Values of two sizes: some in the store, most in files.
    for number in 1... {
        let size = number % 5 == 0 ? 1000 : 20_000 + number % 7 * 3000
        try await vault.store(SecretBytes(copying: value(number, size: size)), for: name)
        say("\(number)")
    }
default: exit(2)
}

/// The number in eight bytes, then bytes that follow from it.
func value(_ number: Int, size: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + (8..<size).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
}
