import FuzzRunner
import MerlonCore
import MerlonCrypto
import MerlonMachO
import MerlonRuntime

let key = try SoftwareSigningKey.generate(.ed25519)

fuzz { bytes in
    precondition((try? IntegrityManifest(verifying: bytes, keys: [key.verifyingKey])) == nil, "a manifest is accepted that nobody signed")
    // Signed, the bytes reach the reader of the payload.
    guard let signature = try? key.sign(bytes, context: "merlon-runtime/integrity") else { preconditionFailure("nothing can be signed") }
    let file = JSONValue.object(["payload": .string(Base64URL.encode(bytes)), "signatures": [.string(Base64URL.encode(signature))]])
    if let manifest = try? IntegrityManifest(verifying: Array(file.serialized().utf8), keys: [key.verifyingKey]) {
        precondition(manifest.sequence > 0, "a manifest without a number is accepted")
        guard let again = try? manifest.signed(with: key), let read = try? IntegrityManifest(unverified: again) else {
            preconditionFailure("a manifest that was read cannot be written")
        }
        precondition(read == manifest, "a manifest changes when it is written")
    }
    // And as a binary that is digested.
    _ = try? IntegrityManifest.Binary(path: "x", file: ByteView(copying: bytes))
}
