import FuzzRunner
import MerlonAuth

fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let key = try? JSONWebKey(parsing: text) else { return }
    _ = try? key.verificationKey()
    _ = try? key.signer()
    guard let json = try? key.publicJSON() else { return }
    let again = try? JSONWebKey(parsing: json)
    precondition(again != nil, "a public half that cannot be read")
    precondition((try? again?.thumbprint()) == (try? key.thumbprint()), "the public half is another key's")
    precondition((try? again?.signer()) == nil, "a public half that signs")
}
