import MerlonCore
import MerlonCrypto
import MerlonPinning
import PinningConformance
import TestSupport
import Testing

@Suite struct PinUpdateTests {
    static let now = WallTime(seconds: 1_796_000_000)
    static let day = TimeSpan.hours(24)

    struct Key: SigningKey {
        let secret: SecretBytes
        let verifyingKey: VerifyingKey
        var attributes: KeyAttributes { KeyAttributes(residence: .software, exposure: .extractable, isPersistent: false) }

        init() throws {
            secret = try SystemEntropy().secret(count: 32)
            verifyingKey = try VerifyingKey(rawRepresentation: Backend.publicKey(of: secret, .ed25519), algorithm: .ed25519)
        }

        func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
            try unsafe message.withBytes { (bytes) throws(CryptoError) in unsafe try Backend.sign(bytes, with: secret, .ed25519) }
        }
    }

    static func policy(_ host: String) throws -> PinningPolicy {
        try PinningPolicy([PinSet(host, PinningPolicyTests.a, backup: PinningPolicyTests.b)])
    }

    static func update(_ sequence: Int64, _ key: Key, host: String = "example.org", issued: WallTime = now, days: Int64 = 30) throws
        -> [UInt8]
    {
        try PinUpdate(sequence: sequence, issued: issued, expires: issued + .hours(24 * days), policy: policy(host)).signed(with: key)
    }

    @Test func signedUpdatesAreRead() throws {
        let key = try Key()
        let bytes = try Self.update(7, key)
        let update = try PinUpdate(verifying: bytes, keys: [Key().verifyingKey, key.verifyingKey], now: Self.now)
        #expect((update.sequence, update.policy.pinSets.first?.host.description) == (7, "example.org"))
        #expect(throws: PinningError(.untrustedUpdate, "")) { try PinUpdate(verifying: bytes, keys: [Key().verifyingKey], now: Self.now) }
        #expect(throws: PinningError(.invalidArgument, "")) { try PinUpdate(verifying: bytes, keys: [], now: Self.now) }
        for (offset, isValid) in [(-2, false), (0, true), (29, true), (30, false), (3650, false), (-3650, false)] as [(Int64, Bool)] {
            let result = Result { try PinUpdate(verifying: bytes, keys: [key.verifyingKey], now: Self.now + .hours(24 * offset)) }
            #expect(((try? result.get()) != nil) == isValid, "\(offset) days")
            if !isValid { #expect(throws: PinningError(.expiredUpdate, "")) { try result.get() } }
        }
        #expect(throws: PinningError(.invalidArgument, "")) { try Self.update(0, key) }
        #expect(throws: PinningError(.invalidArgument, "")) { try Self.update(1, key, days: 0) }
        #expect(throws: PinningError(.invalidArgument, "")) { try Self.update(1, key, days: 1000) }
    }

    @Test func noChangedByteIsAccepted() throws {
        let key = try Key()
        let bytes = try Self.update(7, key)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            // Blanks of the envelope are not signed; all that counts is.
            guard let update = try? PinUpdate(verifying: changed, keys: [key.verifyingKey], now: Self.now) else { continue }
            #expect(update.sequence == 7 && bytes[index] <= 0x20, "byte \(index)")
        }
        for count in 0..<bytes.count - 1 {
            #expect(throws: PinningError.self) { try PinUpdate(verifying: Array(bytes[..<count]), keys: [key.verifyingKey], now: Self.now) }
        }
        // The same bytes signed for another purpose.
        let value = try JSONValue(parsing: bytes)
        let payload = try Base64URL.decode(#require(value["payload"]?.string))
        let other = try key.sign(payload, context: "another purpose")
        let file = JSONValue.object(["payload": .string(Base64URL.encode(payload)), "signatures": [.string(Base64URL.encode(other))]])
        #expect(throws: PinningError(.untrustedUpdate, "")) {
            try PinUpdate(verifying: Array(file.serialized().utf8), keys: [key.verifyingKey], now: Self.now)
        }
    }

    actor Store: RotatingPolicy.Storage {
        var bytes: [UInt8]?
        var isBroken = false
        init(_ bytes: [UInt8]? = nil) { self.bytes = bytes }
        func load() throws -> [UInt8]? {
            if isBroken { throw CoreError(.malformed, "") }
            return bytes
        }
        func save(_ update: [UInt8]) throws {
            if isBroken { throw CoreError(.malformed, "") }
            bytes = update
        }
        func breakDown(_ isBroken: Bool = true) { self.isBroken = isBroken }
    }

    /// Waits with every answer until it is let go.
    actor SlowStore: RotatingPolicy.Storage {
        private(set) var saved: [[UInt8]]
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private(set) var calls = 0
        init(_ bytes: [UInt8]) { saved = [bytes] }
        private func wait() async {
            calls += 1
            await withCheckedContinuation { waiting.append($0) }
        }
        func load() async throws -> [UInt8]? {
            await wait()
            return saved.last
        }
        func save(_ update: [UInt8]) async throws {
            await wait()
            saved.append(update)
        }
        func letGo() { while let next = waiting.popLast() { next.resume() } }
    }

    /// What is stored is read before anything is decided, and changes are made one after the other: no order of calls brings an older update back.
    @Test func noRaceTakesItBack() async throws {
        let key = try Key()
        let store = try SlowStore(Self.update(5, key, host: "five.example"))
        let rotating = try RotatingPolicy(
            bundled: Self.policy("bundle.example"), keys: [key.verifyingKey], storage: store, time: FixedTime(wallTime: Self.now))
        let bytes = try [4, 7, 6].map { try Self.update($0, key, host: "n\($0).example") }
        let reading = (0..<2).map { _ in Task { await rotating.current().pinSets.first?.host.description } }
        let changes = bytes.map { bytes in
            Task { () -> Result<PinUpdate, PinningError> in
                do throws(PinningError) { return .success(try await rotating.apply(bytes)) } catch { return .failure(error) }
            }
        }
        let done = Task {
            for task in reading { #expect(await task.value == "five.example") }
            var taken: [Int64] = []
            for task in changes { if let update = try? await task.value.get() { taken.append(update.sequence) } }
            return taken
        }
        let pump = Task {
            while !Task.isCancelled {
                for _ in 0..<50 { await Task.yield() }
                await store.letGo()
            }
        }
        let taken = await done.value
        pump.cancel()
        #expect(!taken.contains(4) && taken.contains(7))
        #expect(await rotating.sequence() == 7)
        #expect(await store.saved.last == bytes[1])
        #expect(await store.calls == 1 + taken.count)
    }

    struct Server: HTTPTransport {
        var status = 200
        var body: [UInt8]
        func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
            HTTPResponse(status: status, body: body, url: request.url)
        }
    }

    @Test func theNewestValidUpdateIsInForce() async throws {
        let key = try Key()
        let store = Store()
        let make = { (store: Store, days: Int64) in
            try RotatingPolicy(
                bundled: Self.policy("bundle.example"), bundledSequence: 3, keys: [key.verifyingKey], storage: store,
                time: FixedTime(wallTime: Self.now + .hours(24 * days)))
        }
        let inForce = { (policy: RotatingPolicy) in await policy.current().pinSets.first?.host.description }
        let rotating = try make(store, 0)
        #expect(await inForce(rotating) == "bundle.example")
        for sequence in [1, 3] as [Int64] {
            await #expect(throws: PinningError(.staleUpdate, "")) { try await rotating.apply(Self.update(sequence, key)) }
        }
        try await rotating.apply(Self.update(5, key, host: "five.example"))
        #expect(await inForce(rotating) == "five.example")
        await #expect(throws: PinningError(.staleUpdate, "")) { try await rotating.apply(Self.update(5, key, host: "again.example")) }
        await #expect(throws: PinningError(.untrustedUpdate, "")) { try await rotating.apply(Self.update(9, Key())) }
        #expect(await inForce(rotating) == "five.example")

        // The next launch finds it; when it has expired, or was changed, the bundle holds; what cannot be kept is not used.
        #expect(try await inForce(make(store, 1)) == "five.example")
        let expired = try make(store, 31)
        #expect(await inForce(expired) == "bundle.example")
        // It keeps its place in the sequence all the same.
        await #expect(throws: PinningError(.staleUpdate, "")) {
            try await expired.apply(Self.update(4, key, issued: Self.now + .hours(24 * 31)))
        }
        #expect(try await inForce(make(Store(Self.update(2, key)), 0)) == "bundle.example")
        #expect(try await inForce(make(Store(Self.update(9, Key())), 0)) == "bundle.example")
        #expect(try await inForce(make(Store([1, 2, 3]), 0)) == "bundle.example")
        await store.breakDown()
        await #expect(throws: PinningError(.backendFailure, "")) { try await rotating.apply(Self.update(6, key, host: "six.example")) }
        #expect(await inForce(rotating) == "five.example")

        // A storage that cannot be read yet is read again; until then nobody knows what would be newer.
        let early = try make(store, 0)
        #expect(await inForce(early) == "bundle.example")
        await #expect(throws: PinningError(.backendFailure, "")) { try await early.apply(Self.update(4, key)) }
        await store.breakDown(false)
        #expect(await inForce(early) == "five.example")

        let url = try HTTPURL("https://example.org/pins")
        let fetching = try make(Store(), 0)
        #expect(try await fetching.refresh(from: url, over: Server(body: Self.update(4, key, host: "four.example"))))
        #expect(try await !fetching.refresh(from: url, over: Server(body: Self.update(4, key))))
        await #expect(throws: PinningError(.invalidResponse, "")) {
            try await fetching.refresh(from: url, over: Server(status: 404, body: []))
        }
        #expect(await fetching.sequence() == 4)
    }
}
