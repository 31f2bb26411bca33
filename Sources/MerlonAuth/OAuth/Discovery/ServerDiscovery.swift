public import MerlonCore
public import MerlonPinning

/// Finds out about an authorization server by its issuer, and keeps what it found (RFC 8414, OpenID Connect Discovery).
///
/// The description is looked for in both places where it may be. It is kept as long as its `Cache-Control` says, between five minutes and a day,
/// and another day while the server is silent. However many callers wait, one request is on its way.
public actor ServerDiscovery {
    private let issuer: IssuerIdentifier
    private let transport: any HTTPTransport
    private let time: any TimeSource
    private var known: Known?
    private var asking: Task<Result<ServerMetadata, AuthError>, Never>?

    private struct Known {
        let metadata: ServerMetadata
        let freshUntil: MonotonicTime
    }

    /// How long a description is used after its freshness while no new one can be had.
    private static let staleness = TimeSpan.hours(24)

    /// A server by its issuer: an `https` URL without query and fragment, which is compared byte for byte. Nothing is asked yet.
    public init(_ issuer: String, transport: any HTTPTransport, time: any TimeSource = SystemTimeSource()) throws(AuthError) {
        self.issuer = try IssuerIdentifier(issuer)
        self.transport = transport
        self.time = time
    }

    /// The server's description.
    ///
    /// - Throws: ``AuthError/Code/unavailable`` when it cannot be had; ``AuthError/Code/malformed``, ``AuthError/Code/claimMismatch`` and
    ///   ``AuthError/Code/unsupported`` as ``ServerMetadata/init(parsing:issuer:)`` does.
    public func metadata() async throws(AuthError) -> ServerMetadata {
        if let known, time.monotonicTime < known.freshUntil { return known.metadata }
        // Not a child of the caller: when the caller is cancelled, the others still want the answer.
        let task = asking ?? Task { await ask() }
        asking = task
        return try await task.value.get()
    }

    private func ask() async -> Result<ServerMetadata, AuthError> {
        defer { asking = nil }
        do throws(AuthError) {
            let (metadata, freshness) = try await request()
            known = Known(metadata: metadata, freshUntil: time.monotonicTime + freshness)
            return .success(metadata)
        } catch {
            if error.code == .unavailable, let known, time.monotonicTime < known.freshUntil + Self.staleness {
                return .success(known.metadata)
            }
            return .failure(error)
        }
    }

    private func request() async throws(AuthError) -> (ServerMetadata, TimeSpan) {
        var status = 0
        for url in issuer.descriptions {
            let response = try await transport.answer(
                to: HTTPRequest(
                    .get, url, headers: .acceptingJSON, maximumResponseBody: ServerMetadata.maximumByteCount, timeout: .seconds(15),
                    redirects: .reject))
            if response.status == 200 {
                let freshness = CachePolicy.freshness(response.headers, otherwise: .hours(1), limits: .minutes(5) ... .hours(24))
                return (try ServerMetadata(parsing: response.body, issuer: issuer.text), freshness)
            }
            status = response.status
            // The other place is looked at only when there is nothing here.
            guard status == 404 || status == 410 else { break }
        }
        throw AuthError(.unavailable, "The issuer answers with status \(status).")
    }
}
