import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

@Suite struct ChannelTests {
    /// Both sides of a pattern.
    static func parties(
        _ pattern: NoisePattern, _ mine: AgreementPrivateKey, _ theirs: AgreementPrivateKey, _ psk: SecretBytes, _ cipher: ChannelCipher,
        _ context: SealingContext
    ) throws -> (ChannelClient, ChannelServer) {
        let (key, curve) = (theirs.publicKey, theirs.curve)
        switch pattern {
        case .nn:
            return (
                try ChannelClient(dangerouslyAllowAnonymousServerOn: curve, cipher: cipher, context: context),
                try ChannelServer(dangerouslyAllowAnonymousClientsOn: curve, cipher: cipher, context: context)
            )
        case .nnPSK0:
            return (
                try ChannelClient(preSharedKey: psk, curve: curve, cipher: cipher, context: context),
                try ChannelServer(preSharedKey: psk, curve: curve, cipher: cipher, context: context)
            )
        case .nk:
            return (
                try ChannelClient(server: key, cipher: cipher, context: context),
                try ChannelServer(dangerouslyAllowAnonymousClientsOf: theirs, cipher: cipher, context: context)
            )
        case .nkPSK0:
            return (
                try ChannelClient(server: key, preSharedKey: psk, cipher: cipher, context: context),
                try ChannelServer(identity: theirs, preSharedKey: psk, cipher: cipher, context: context)
            )
        case .ik:
            return (
                try ChannelClient(server: key, identity: mine, cipher: cipher, context: context),
                try ChannelServer(identity: theirs, clients: [mine.publicKey], cipher: cipher, context: context)
            )
        case .ikPSK2:
            return (
                try ChannelClient(server: key, identity: mine, preSharedKey: psk, cipher: cipher, context: context),
                try ChannelServer(identity: theirs, clients: [mine.publicKey], preSharedKey: psk, cipher: cipher, context: context)
            )
        }
    }

    /// Keys for both sides, and a pre-shared one.
    struct Keys {
        let mine, theirs: AgreementPrivateKey
        let psk: SecretBytes
        init(_ curve: AgreementCurve) throws {
            (mine, theirs) = (try .generate(curve), try .generate(curve))
            psk = try SystemEntropy().secret(count: 32)
        }
        func parties(_ pattern: NoisePattern, _ context: SealingContext = "c", _ cipher: ChannelCipher = .aes256GCM) throws
            -> (ChannelClient, ChannelServer)
        {
            try ChannelTests.parties(pattern, mine, theirs, psk, cipher, context)
        }
    }

    static func connect(_ client: ChannelClient, _ server: ChannelServer) throws -> (Channel, Channel) {
        let start = try client.begin()
        let answer = try server.answer(start.message)
        let (channel, confirmation) = try start.finish(answer.message)
        return (channel, try answer.confirm(confirmation))
    }

    @Test(arguments: NoisePattern.allCases, AgreementCurve.allCases)
    func messagesGoBothWays(pattern: NoisePattern, curve: AgreementCurve) throws {
        let keys = try Keys(curve)
        let (client, server) = try keys.parties(pattern)
        let (up, down) = try Self.connect(client, server)
        #expect(up.peer == (pattern.knowsResponder ? keys.theirs.publicKey : nil))
        #expect(down.peer == (pattern.hasInitiator ? keys.mine.publicKey : nil))
        #expect(try up.binding == down.binding && up.agreedKey.secret("s") == down.agreedKey.secret("s"))
        let large = try SystemEntropy().bytes(count: Channel.maximumMessageByteCount)
        for message in [[1], large] {
            #expect(try down.open(up.seal(message)) == message && up.open(down.seal(message)) == message)
        }
        let secret = try SystemEntropy().secret(count: 32)
        #expect(try down.openSecret(up.seal(secret)) == secret)
        // The end is a message like any other: without it the peer knows that the connection was cut.
        #expect(!down.isFinishedByPeer)
        let end = try up.finish()
        #expect(try down.open(end).isEmpty && down.isFinishedByPeer && !up.isFinishedByPeer)
        #expect(throws: CryptoError(.invalidArgument, "")) { try up.seal([1]) }
        #expect(throws: CryptoError.authenticationFailed) { try down.open(end) }
        #expect(try up.open(down.seal([2])) == [2])
        for message in [[], large + [0]] {
            #expect(throws: CryptoError(.invalidArgument, "")) { try down.seal(message) }
        }
        // Each connection has keys of its own.
        let (other, otherDown) = try Self.connect(client, server)
        #expect(try other.binding != up.binding && other.agreedKey.secret("s") != up.agreedKey.secret("s"))
        #expect(throws: CryptoError.authenticationFailed) { try otherDown.open(try Self.connect(client, server).0.seal([1])) }
    }

    /// A handshake with somebody in the middle, who changes one of its three messages. Gives how it failed.
    private func attacked(
        _ client: ChannelClient, _ server: ChannelServer, _ number: Int, _ change: ([UInt8]) -> [UInt8]
    ) -> CryptoError.Code? {
        do throws(CryptoError) {
            let start = try client.begin()
            let answer = try server.answer(number == 0 ? change(start.message) : start.message)
            let (_, confirmation) = try start.finish(number == 1 ? change(answer.message) : answer.message)
            _ = try answer.confirm(number == 2 ? change(confirmation) : confirmation)
            return nil
        } catch { return error.code }
    }

    /// A bit of every byte of the three messages, every cut, and bytes too many.
    @Test(arguments: NoisePattern.allCases, AgreementCurve.allCases)
    func changedHandshakesFail(pattern: NoisePattern, curve: AgreementCurve) throws {
        let (client, server) = try Keys(curve).parties(pattern)
        #expect(attacked(client, server, 3) { $0 } == nil)
        let start = try client.begin()
        let counts = [start.message.count, try server.answer(start.message).message.count, 16]
        var outcomes: Set<CryptoError.Code?> = []
        for (number, count) in counts.enumerated() {
            for index in 0..<count {
                outcomes.insert(
                    attacked(client, server, number) { message in
                        var changed = message
                        changed[index] ^= 1 << UInt8(index % 8)
                        return changed
                    })
                outcomes.insert(attacked(client, server, number) { Array($0.prefix(index)) })
            }
            outcomes.insert(attacked(client, server, number) { $0 + [0] })
            outcomes.insert(attacked(client, server, number) { $0 + $0 })
        }
        #expect(outcomes == [.authenticationFailed])
    }

    /// Two sides that differ in one thing never have a channel.
    @Test(arguments: AgreementCurve.allCases) func bothSidesMustAgreeOnEverything(curve: AgreementCurve) throws {
        let (keys, others) = (try Keys(curve), try Keys(curve))
        var clients: [ChannelClient] = []
        var servers: [ChannelServer] = []
        for pattern in NoisePattern.allCases {
            for (context, cipher) in [("c", ChannelCipher.aes256GCM), ("d", .aes256GCM), ("c", .chaCha20Poly1305)] {
                let (client, server) = try keys.parties(pattern, SealingContext(context), cipher)
                clients.append(client)
                servers.append(server)
            }
            let (client, server) = try others.parties(pattern)
            // An anonymous handshake has nothing by which keys could differ.
            if pattern != .nn {
                clients.append(client)
                servers.append(server)
            }
        }
        // Each key of the pair wrong by itself.
        clients.append(try ChannelClient(server: keys.theirs.publicKey, identity: others.mine, cipher: .aes256GCM, context: "c"))
        servers.append(try ChannelServer(identity: keys.theirs, clients: [], cipher: .aes256GCM, context: "c"))
        clients.append(try ChannelClient(server: others.theirs.publicKey, identity: keys.mine, cipher: .aes256GCM, context: "c"))
        servers.append(try ChannelServer(identity: others.theirs, clients: [], cipher: .aes256GCM, context: "c"))
        clients.append(
            try ChannelClient(
                server: keys.theirs.publicKey, identity: keys.mine, preSharedKey: others.psk, cipher: .aes256GCM, context: "c"))
        servers.append(
            try ChannelServer(
                identity: keys.theirs, clients: [others.mine.publicKey], preSharedKey: keys.psk, cipher: .aes256GCM, context: "c"))
        var wrong: [String] = []
        for (i, client) in clients.enumerated() {
            for (j, server) in servers.enumerated() {
                let shouldWork = i == j && i < 23
                do { _ = try Self.connect(client, server) } catch {
                    if shouldWork || error as? CryptoError != .authenticationFailed { wrong.append("\(i) \(j) \(error)") }
                    continue
                }
                if !shouldWork { wrong.append("\(i) \(j) connected") }
            }
        }
        #expect(clients.count == 26 && wrong.isEmpty, "\(wrong)")
    }

    @Test func recordedHandshakesAreWorthNothing() throws {
        for pattern in NoisePattern.allCases {
            let (client, server) = try Keys(.x25519).parties(pattern)
            let start = try client.begin()
            let first = start.message
            let answer = try server.answer(first)
            let recorded = answer.message
            let (channel, confirmation) = try start.finish(recorded)
            let data = try channel.seal([1])
            let served = try answer.confirm(confirmation)
            #expect(try served.open(data) == [1])
            // The first message again: the server answers, and what was recorded after it confirms nothing.
            for replayed in [confirmation, data] {
                #expect(throws: CryptoError.authenticationFailed) { _ = try server.answer(first).confirm(replayed) }
            }
            #expect(throws: CryptoError.authenticationFailed) { _ = try client.begin().finish(recorded) }
        }
    }

    @Test func messagesThatAreChangedDroppedRepeatedOrSwappedEndTheChannel() throws {
        let (client, server) = try Keys(.x25519).parties(.ik)
        let attacks: [([[UInt8]]) -> [[UInt8]]] = [
            { [$0[0], $0[0]] }, { [$0[1]] }, { [$0[0], $0[2]] }, { [Array($0[0].dropLast())] }, { [$0[0] + [0]] }, { _ in [[]] },
            { [$0[0], $0[1], $0[0]] }, { [[$0[0][0] ^ 1] + $0[0].dropFirst()] }, { [$0[3]] },
        ]
        for attack in attacks {
            let (up, down) = try Self.connect(client, server)
            // The last one is the channel's other direction, sent back.
            let messages = try (0..<3).map { try up.seal([UInt8($0)]) } + [try down.seal([0])]
            let attacked = attack(messages)
            for message in attacked.dropLast() { _ = try down.open(message) }
            #expect(throws: CryptoError.authenticationFailed) { try down.open(attacked[attacked.count - 1]) }
            // Also what would have been right is refused now; the other direction goes on.
            for message in messages { #expect(throws: CryptoError.authenticationFailed) { try down.open(message) } }
            #expect(try up.open(messages[3]) == [0])
        }
        let (up, down) = try Self.connect(client, server)
        var refused = 0
        let sealed = try up.seal([1, 2, 3])
        for bit in 0..<8 * sealed.count {
            let (_, fresh) = try bit % 50 == 0 ? Self.connect(client, server) : (up, down)
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            do throws(CryptoError) { _ = try fresh.open(changed) } catch { if error == .authenticationFailed { refused += 1 } }
        }
        #expect(refused == 8 * sealed.count)
    }

    @Test func keysAreReplacedAndMessagesAreCounted() throws {
        let (client, server) = try Keys(.x25519).parties(.ik)
        let (up, down) = try Self.connect(client, server)
        up.skip(to: UInt64(Channel.messagesPerKey) - 1)
        down.skip(to: UInt64(Channel.messagesPerKey) - 1)
        for message in 0..<UInt8(3) {
            #expect(try down.open(up.seal([message])) == [message] && up.open(down.seal([message])) == [message])
        }
        up.skip(to: Channel.maximumMessageCount - 1)
        down.skip(to: Channel.maximumMessageCount - 1)
        #expect(throws: CryptoError(.limitExceeded, "")) {
            _ = try up.seal([1])
            _ = try up.seal([1])
        }
    }

    @Test func argumentsThatWeakenAreRefused() throws {
        let (p256, x25519) = (try Keys(.p256), try Keys(.x25519))
        #expect(throws: CryptoError(.invalidKey, "")) {
            try ChannelClient(server: p256.theirs.publicKey, identity: x25519.mine, context: "c")
        }
        #expect(throws: CryptoError(.invalidKey, "")) { try ChannelClient(server: p256.mine.publicKey, identity: p256.mine, context: "c") }
        #expect(throws: CryptoError(.invalidKey, "")) {
            try ChannelServer(identity: p256.theirs, clients: [x25519.mine.publicKey], context: "c")
        }
        for count in [0, 16, 31, 33] {
            let psk = try SystemEntropy().secret(count: count)
            #expect(throws: CryptoError(.invalidKey, "")) { try ChannelClient(preSharedKey: psk, context: "c") }
            #expect(throws: CryptoError(.invalidKey, "")) {
                try ChannelServer(identity: p256.theirs, clients: [], preSharedKey: psk, context: "c")
            }
        }
    }

    @Test func identitiesInHardwareServe() throws {
        let keys = try Keys(.p256)
        let client = try ChannelClient(
            server: keys.theirs.publicKey, identity: AgreementPrivateKey(HPKETests.TokenKey(key: keys.mine)), context: "c")
        let server = try ChannelServer(
            identity: AgreementPrivateKey(HPKETests.TokenKey(key: keys.theirs)), clients: [keys.mine.publicKey], context: "c")
        let (up, down) = try Self.connect(client, server)
        #expect(try down.open(up.seal([1])) == [1] && down.peer == keys.mine.publicKey)
        let absent = HPKETests.TokenKey(key: keys.theirs, failure: CryptoError(.hardwareUnavailable, ""))
        let locked = try ChannelServer(identity: AgreementPrivateKey(absent), clients: [keys.mine.publicKey], context: "c")
        #expect(throws: CryptoError(.hardwareUnavailable, "")) { _ = try locked.answer(try client.begin().message) }
    }
}
