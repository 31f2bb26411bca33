import FuzzRunner
import MerlonCore
import MerlonCrypto

/// The two sides of a channel that know each other in one of the ways there are.
struct Parties {
    let client: ChannelClient
    let server: ChannelServer

    static func all() throws(CryptoError) -> [Parties] {
        var all: [Parties] = []
        for curve in AgreementCurve.allCases {
            let (one, other) = (try AgreementPrivateKey.generate(curve), try AgreementPrivateKey.generate(curve))
            all.append(
                Parties(
                    client: try ChannelClient(server: one.publicKey, identity: other, context: "fuzz"),
                    server: try ChannelServer(identity: one, clients: [other.publicKey], context: "fuzz")))
        }
        let key = try AgreementPrivateKey.generate(.x25519)
        all.append(
            Parties(
                client: try ChannelClient(server: key.publicKey, context: "fuzz"),
                server: try ChannelServer(dangerouslyAllowAnonymousClientsOf: key, context: "fuzz")))
        // 32 bytes that nobody else has; how they were drawn does not matter here.
        guard let shared = try? SystemEntropy().secret(count: 32) else { throw CryptoError(.entropyUnavailable, "No random bytes.") }
        all.append(
            Parties(
                client: try ChannelClient(preSharedKey: shared, cipher: .aes256GCM, context: "fuzz"),
                server: try ChannelServer(preSharedKey: shared, cipher: .aes256GCM, context: "fuzz")))
        return all
    }

    /// Puts forgeries in the place of the handshake's messages and of one after it: nothing that the other side did not write passes.
    func attack(_ stage: UInt8, with bytes: [UInt8]) throws(CryptoError) {
        switch stage {
        case 0:
            for forged in forgeries(of: try client.begin().message, with: bytes) {
                if (try? server.answer(forged)) != nil { preconditionFailure("a first message passes that no client wrote") }
            }
        case 1:
            let start = try client.begin()
            // The start is good for one answer.
            let forged = forgery(of: try server.answer(start.message).message, with: bytes)
            if (try? start.finish(forged)) != nil { preconditionFailure("an answer passes that the server did not write") }
        case 2:
            let start = try client.begin()
            let answer = try server.answer(start.message)
            let confirmation = try start.finish(answer.message).confirmation
            let forged = forgery(of: confirmation, with: bytes)
            if (try? answer.confirm(forged)) != nil { preconditionFailure("a confirmation passes that the client did not write") }
        default:
            let start = try client.begin()
            let answer = try server.answer(start.message)
            let (near, confirmation) = try start.finish(answer.message)
            let far = try answer.confirm(confirmation)
            for (sender, receiver) in [(near, far), (far, near)] {
                let first = try sender.seal([1])
                if try receiver.open(first) != [1] { preconditionFailure("a message is not what was sent") }
                let second = try sender.seal(bytes.isEmpty ? [2] : Array(bytes.prefix(Channel.maximumMessageByteCount)))
                for forged in forgeries(of: second, with: bytes) + [first] {
                    if (try? receiver.open(forged)) != nil { preconditionFailure("a message passes that nobody sent there") }
                }
                if (try? receiver.open(second)) != nil { preconditionFailure("a direction goes on after a forgery") }
            }
        }
    }
}

guard let all = try? Parties.all() else { preconditionFailure("no channel can be set up") }
fuzz { bytes in
    // The first byte says which parties and which message.
    guard let choice = bytes.first else { return }
    do throws(CryptoError) {
        try all[Int(choice) % all.count].attack(choice >> 6, with: Array(bytes.dropFirst()))
    } catch { preconditionFailure("the real messages do not pass: \(error)") }
}
