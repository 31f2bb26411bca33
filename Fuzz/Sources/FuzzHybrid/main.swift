import FuzzRunner
import MerlonCore
import MerlonCrypto

let keys = try AgreementCurve.allCases.map { try AgreementPrivateKey.generate($0) }
let senders = try AgreementCurve.allCases.map { try AgreementPrivateKey.generate($0) }
let ciphers: [HPKECipher] = [.aes128GCM, .aes256GCM, .chaCha20Poly1305]
let old = try LegacyAgreementKey(.p384, material: SystemEntropy().secret(count: 48))

/// Nothing opens that nobody sealed, from anybody or from a named sender; nothing that anybody sealed opens as that sender's.
fuzz { bytes in
    guard let choice = bytes.first else { return }
    let place = Int(choice) % keys.count
    let (key, sender, cipher) = (keys[place], senders[place], ciphers[Int(choice >> 4) % ciphers.count])
    let input = Array(bytes.dropFirst())
    guard let anonymous = try? key.publicKey.seal(input, context: "fuzz", cipher: cipher),
        let named = try? key.publicKey.seal(input, context: "fuzz", from: sender, cipher: cipher)
    else { preconditionFailure("a message cannot be sealed") }
    precondition((try? key.open(anonymous, context: "fuzz")) == input, "a sealed message does not open")
    precondition((try? key.open(named, context: "fuzz", from: sender.publicKey)) == input, "a sender's message does not open")
    precondition((try? key.open(named, context: "fuzz")) == nil, "a sender's message opens as anybody's")
    for forged in forgeries(of: anonymous, with: input) {
        precondition((try? key.open(forged, context: "fuzz")) == nil, "a message opens that nobody sealed")
    }
    for forged in forgeries(of: named, with: input) + [anonymous] {
        precondition(
            (try? key.open(forged, context: "fuzz", from: sender.publicKey)) == nil, "a message opens that its sender did not seal")
    }
    // An encapsulated key of any bytes.
    let recipient = try? HPKERecipient(encapsulatedKey: input, with: key, info: [], cipher: cipher)
    precondition((try? recipient?.open(input)) == nil, "a message opens that nobody sealed")
    // What Security made has the like: a point, then ciphertext and tag. Agreeing on P-384 is slow, so not each time.
    guard choice & 8 != 0 else { return }
    let algorithm = SecurityECIESMessage.Algorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    for message in [input, senders[1].publicKey.bytes + input, old.publicKey + input] {
        precondition((try? SecurityECIESMessage(message, algorithm).open(with: keys[1])) == nil, "a message opens that nobody sealed")
        precondition((try? SecurityECIESMessage(message, algorithm).open(with: old)) == nil, "a message opens that nobody sealed")
    }
}
