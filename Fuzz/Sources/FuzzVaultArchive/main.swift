import FuzzRunner
import MerlonCore
import MerlonVault

// An export, after its seal was opened: whoever may seal to its recipients may have written it. A record of format 1 and kind 3 leads to its reader.
let source = MemoryStore()
let namespace = try Namespace("fuzz", environment: .production)
let key = try ItemKey("archive", in: namespace)
let vault = try Vault(namespace: namespace, store: source)

@Sendable func restore(_ bytes: [UInt8]) async {
    guard let record = try? SecretBytes(copying: [1, 3, 0] + bytes),
        (try? await source.write(record, for: key, policy: .thisDevice())) != nil,
        let archive = try? await vault.read("archive", as: VaultArchive.self)
    else { return }
    let store = MemoryStore()
    let count = try? await archive.restore(to: store)
    let namespaces = (try? await store.namespaces(ofApp: "app")) ?? []
    precondition(count != nil || namespaces.isEmpty, "an archive that was refused left something behind")
    precondition((count ?? 0) <= archive.count, "more came out than was in it")
    // What went in comes out again, all of it and nothing else.
    if let count, let again = try? await VaultArchive(of: namespaces, in: store) {
        precondition(again.count <= count, "an item was made out of nothing")
        let back = try? await again.restore(to: MemoryStore())
        precondition(back == again.count, "an archive of a vault does not come back")
    }
}

fuzz(restore)
