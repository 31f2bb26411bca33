import FuzzRunner
import MerlonCore
import MerlonVault

// What a store gives back for an item: a store that is no file of ours, such as the Secret Service, keeps what others write into it. Every way to
// read an item has to take it, and to refuse what it is not.
let store = MemoryStore()
let namespace = try Namespace("fuzz", environment: .production)
let key = try ItemKey("item", in: namespace)
let vault = try Vault(namespace: namespace, store: store)

@Sendable func read(_ bytes: [UInt8]) async {
    guard let record = try? SecretBytes(copying: bytes), (try? await store.write(record, for: key, policy: .thisDevice())) != nil else {
        return
    }
    let value = try? await vault.read("item")
    let number = try? await vault.read("item", decoding: [Int].self)
    let sealable = try? await vault.read("item", as: VaultArchive.self)
    let made = try? await vault.key("item", create: .once)
    let found = [value != nil, number != nil, sealable != nil, made != nil].filter { $0 }.count
    precondition(found <= 1, "a record was read as two kinds of value")
    // What is no record of a vault stays as it is: nothing is made in its place.
    let kept = try? await store.read(key, prompt: nil)
    precondition(made == nil || found == 1 && bytes.count > 3, "a key was made of nothing")
    precondition(kept == record, "reading changed a record")
}

fuzz(read)
