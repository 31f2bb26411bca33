#if os(Linux)
    import CAllocationCounter
    import COpenSSL
    import Foundation
    import MerlonCore
    import MerlonPinning

    /// Measures MerlonPinning and prints a line `NAME VALUE` for each figure; Benchmarks/pinning starts the server for it.
    ///
    /// `PinningBenchmark PKI PORT PAIRS`: the folder of Scripts/test-pki, the port of a server that sends its chain `good`, and how many
    /// handshakes are made of each kind.
    func report(_ name: String, _ value: Double) { print(name, value) }

    let arguments = CommandLine.arguments
    let pki = URL(fileURLWithPath: arguments[1])
    let port = UInt16(arguments[2]) ?? 0
    let pairs = Int(arguments[3]) ?? 1000

    func certificate(_ name: String) throws -> Certificate {
        try CertificateFile.certificates(in: Array(Data(contentsOf: pki.appendingPathComponent("\(name).pem"))))[0]
    }

    /// Processor time of this process in seconds.
    func processorSeconds() -> Double { Double(clock()) / 1e6 }

    // Evaluation: a chain of four, a hundred hosts, the pin at the last certificate, the host found by its parent.
    let now = SystemTimeSource().wallTime
    let unused = Pin(.publicKey, PinDigest(hashing: [0]))
    let chain = try ["good", "inter", "inter2", "root"].map(certificate)
    let sets = try (0..<100).map { index in
        try PinSet("host\(index).example.org", .publicKey(of: chain[3], at: .authority), backup: unused, includingSubdomains: true)
    }
    let policy = try PinningPolicy(sets)
    let host = try HostName("www.host57.example.org")
    let validated = try ValidatedChain(validatedByPlatform: chain, for: host)
    guard policy.evaluate(validated, host: host, now: now).isAccepted else { throw PinningError(.backendFailure, "not accepted") }
    let stranger = try PinningPolicy([
        PinSet("example.org", unused, backup: .publicKey(of: certificate("root2")), includingSubdomains: true)
    ])
    guard !stranger.evaluate(validated, host: host, now: now).isAccepted else { throw PinningError(.backendFailure, "accepted") }

    func measure(_ policy: PinningPolicy) -> (microseconds: Double, allocations: Double) {
        let count = 200_000
        var accepted = 0
        let allocations = allocation_count()
        let start = processorSeconds()
        for _ in 0..<count { accepted += policy.evaluate(validated, host: host, now: now).isAccepted ? 1 : 0 }
        let seconds = processorSeconds() - start
        precondition(accepted == 0 || accepted == count)
        return (seconds / Double(count) * 1e6, Double(allocation_count() - allocations) / Double(count))
    }
    for (name, policy) in [("accept", policy), ("reject", stranger)] {
        let result = measure(policy)
        report("evaluate-\(name)", result.microseconds)
        report("evaluate-\(name)-allocations", result.allocations)
    }
    let ders = chain.map(\.der)
    let start = processorSeconds()
    for _ in 0..<5000 { _ = try ValidatedChain(validatedByPlatform: ders.map { try Certificate(der: $0) }, for: host) }
    report("read-chain", (processorSeconds() - start) / 5000 * 1e6)

    // Handshakes: OpenSSL's own validation, and the same client with the policy in its place. Versions, ciphers and authorities are the same.
    @safe final class Client {
        let context: OpaquePointer
        private let verification: PinnedVerification
        private let tls: TLSContext
        private let isPinned: Bool

        init(pinned: Bool) throws {
            guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw PinningError(.backendFailure, "no context") }
            unsafe self.context = context
            isPinned = pinned
            let name = try HostName("localhost")
            let root = try certificate("root")
            let pins = try PinSet(host: name, pins: [.publicKey(of: root, at: .authority), unused])
            let policy = try PinningPolicy([pins], anchors: .only([root]))
            (tls, verification) = (try TLSContext(trusting: policy.anchors), PinnedVerification(policy, host: name, now: now))
            guard unsafe tls.govern(context, by: verification) else { throw PinningError(.backendFailure, "no context") }
            if !pinned { unsafe SSL_CTX_set_cert_verify_callback(context, nil, nil) }
        }

        deinit { unsafe SSL_CTX_free(context) }

        func shakeHands() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var on: Int32 = 1
            _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let connected = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0, let ssl = unsafe SSL_new(context) else { throw PinningError(.connectionFailed, "no connection") }
            defer { unsafe SSL_free(ssl) }
            unsafe SSL_set_fd(ssl, descriptor)
            var name = Array("localhost".utf8CString)
            _ = unsafe SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &name)
            if !isPinned { unsafe SSL_set1_host(ssl, "localhost") }
            guard unsafe SSL_connect(ssl) == 1, (verification.evaluation != nil) == isPinned else {
                throw PinningError(.handshakeFailed, "no handshake, or one of the other kind")
            }
        }
    }

    let clients = [try Client(pinned: false), try Client(pinned: true)]
    for client in clients { for _ in 0..<50 { try client.shakeHands() } }
    /// One of each kind after the other, so that what else runs on the machine meets both alike; the middle pair counts.
    var seconds: [[Double]] = [[], []]
    for pair in 0..<pairs {
        for index in pair % 2 == 0 ? [0, 1] : [1, 0] {
            let begin = SystemTimeSource().monotonicTime
            try clients[index].shakeHands()
            seconds[index].append((SystemTimeSource().monotonicTime - begin).inSeconds)
        }
    }
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    report("handshakes-plain", 1 / middle(seconds[0]))
    report("handshakes-pinned", 1 / middle(seconds[1]))
    report("handshakes-ratio", middle(zip(seconds[0], seconds[1]).map { $0 / $1 }))
#endif
