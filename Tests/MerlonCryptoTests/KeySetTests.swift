import MerlonCore
@testable import MerlonCrypto
import Testing

@Suite struct KeySetTests {
    @Test func rotationResealingAndRetirement() throws {
        var keys = try KeySet.generate()
        let first = keys.primary.id
        let old = try keys.seal([1, 2], context: "c")
        try keys.rotate()
        #expect(keys.ids == [keys.primary.id, first])
        #expect(try keys.open(old, context: "c") == [1, 2])
        #expect(keys.needsResealing(old))
        let new = try keys.reseal(old, context: "c")
        #expect(!keys.needsResealing(new))
        #expect(throws: CryptoError.authenticationFailed) { try keys.reseal(old, context: "d") }
        try keys.retire(first)
        #expect(keys.retiredIDs == [first])
        #expect(throws: CryptoError.authenticationFailed) { try keys.open(old, context: "c") }
        #expect(try keys.openSecret(new, context: "c") == SecretBytes(copying: [1, 2]))
    }

    @Test func unknownIDsNeverFallBack() throws {
        let keys = try KeySet.generate()
        let sealed = try keys.seal([1], context: "c")
        // The same material under another id, in a set that lacks it: no key is tried.
        let alias = try SealingKey(material: keys.primary.material, id: KeyID(rawValue: keys.primary.id.rawValue ^ 1))
        #expect(throws: CryptoError.authenticationFailed) { try KeySet(primary: alias).open(sealed, context: "c") }
        for cut in [0, 5, 6, 49] { #expect(throws: CryptoError.authenticationFailed) { try keys.open(sealed.prefix(cut), context: "c") } }
        var changed = sealed
        changed[0] = 2
        #expect(throws: CryptoError.authenticationFailed) { try keys.open(changed, context: "c") }
    }

    @Test func misuseIsRefused() throws {
        var keys = try KeySet.generate()
        let primary = keys.primary
        #expect(throws: CryptoError(.invalidArgument, "")) { try keys.retire(primary.id) }
        #expect(throws: CryptoError(.keyNotFound, "")) { try keys.retire(KeyID(rawValue: primary.id.rawValue ^ 1)) }
        #expect(throws: CryptoError(.invalidArgument, "")) { try keys.rotate(to: primary) }
        #expect(throws: CryptoError(.invalidArgument, "")) { try keys.sealed(by: primary) }
        try keys.rotate()
        try keys.retire(primary.id)
        #expect(throws: CryptoError(.invalidArgument, "")) { try keys.rotate(to: primary) }
    }

    @Test func exportKeepsEverything() throws {
        var keys = try KeySet.generate(.xChaCha20Poly1305)
        let old = try keys.seal([9], context: "c")
        let retired = keys.primary.id
        try keys.rotate()
        try keys.retire(retired)
        try keys.rotate(to: SealingKey.generate(.chaCha20Poly1305))
        let sealed = try keys.seal([8], context: "c")
        let master = try SealingKey.generate()
        let export = try keys.sealed(by: master)
        let opened = try KeySet(opening: export, with: master)
        #expect(opened.ids == keys.ids && opened.retiredIDs == [retired] && opened.primary.algorithm == .chaCha20Poly1305)
        #expect(try opened.open(sealed, context: "c") == [8])
        #expect(throws: CryptoError.authenticationFailed) { try opened.open(old, context: "c") }
        #expect(throws: CryptoError.authenticationFailed) { try KeySet(opening: export, with: SealingKey.generate()) }
        // A message of the same key for another purpose is no key set.
        #expect(throws: CryptoError.authenticationFailed) { try KeySet(opening: master.seal([1], context: "c"), with: master) }
    }

    @Test func derivedKeysDependOnEveryPart() throws {
        let root = try DerivationKey(material: SecretBytes(copying: Array(0..<32)))
        let secrets = [
            try root.secret("a"), try root.secret("b"), try root.secret("a", context: [0]),
            try root.secret("a", count: 33).extracting(1..<33),
            try DerivationKey(material: SecretBytes(copying: Array(1..<33))).secret("a"),
        ]
        for (index, secret) in secrets.enumerated() { #expect(!secrets[..<index].contains(secret)) }
        #expect(try root.secret("a") == secrets[0])
        let key = try root.sealingKey("k")
        #expect(try root.sealingKey("k").open(key.seal([5], context: "c"), context: "c") == [5])
        #expect(try root.sealingKey("l").id != key.id)
        #expect(throws: CryptoError(.invalidKey, "")) { try DerivationKey(material: SecretBytes(copying: Array(0..<15))) }
    }

    @Test func authenticationCodes() throws {
        let key = try AuthenticationKey.generate()
        let code = try key.code(for: [1, 2], context: "c")
        #expect(code.count == AuthenticationKey.codeByteCount)
        try key.verify(code, for: [1, 2], context: "c")
        #expect(throws: CryptoError.authenticationFailed) { try key.verify(code, for: [1, 3], context: "c") }
        #expect(throws: CryptoError.authenticationFailed) { try key.verify(code, for: [2], context: SealingContext("c", "\u{1}")) }
        #expect(throws: CryptoError.authenticationFailed) { try key.verify(code.dropLast(), for: [1, 2], context: "c") }
        #expect(throws: CryptoError.authenticationFailed) { try key.verify([], for: [1, 2], context: "c") }
    }
}
