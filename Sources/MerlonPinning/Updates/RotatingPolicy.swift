public import MerlonCore
public import MerlonCrypto

/// The policy in force: the newest valid update, or else the one of the app's bundle.
///
/// The bundle's policy always remains as the fallback: when no update was ever taken, when the stored one is damaged, gone or expired. An update
/// with the sequence of the one in force, or an older, is refused. What is stored is the signed file; it is verified again each time it is read, so
/// whoever can write the store can at most take the app back to its bundle.
public actor RotatingPolicy {
    /// Where the newest update is kept between launches. The app's own choice: a file, or a vault, which others cannot write.
    public protocol Storage: Sendable {
        /// The stored file, or `nil` when there is none.
        func load() async throws -> [UInt8]?
        /// Keeps the file in place of what was there.
        func save(_ update: [UInt8]) async throws
    }

    private let bundled: PinningPolicy
    private let bundledSequence: Int64
    private let keys: [VerifyingKey]
    private let storage: (any Storage)?
    private let time: any TimeSource
    private var update: PinUpdate?
    private var isLoaded = false

    /// Makes it from what is part of the app.
    ///
    /// - Parameters:
    ///   - bundled: the pins of the app's bundle.
    ///   - bundledSequence: the sequence of the update that the bundle's pins are equal to: older updates than the app are refused.
    ///   - keys: the Ed25519 keys of which one must have signed an update.
    ///   - storage: where updates are kept between launches; without, they last for the process.
    public init(
        bundled: PinningPolicy, bundledSequence: Int64 = 0, keys: [VerifyingKey], storage: (any Storage)? = nil,
        time: any TimeSource = SystemTimeSource()
    ) {
        self.bundled = bundled
        self.bundledSequence = bundledSequence
        self.keys = keys
        self.storage = storage
        self.time = time
    }

    /// The policy in force now. Make a new transport when it has changed.
    public func current() async -> PinningPolicy {
        await loadOnce()
        guard let update, time.wallTime < update.expires else { return bundled }
        return update.policy
    }

    /// The sequence in force now: that of the update, or of the bundle.
    public func sequence() async -> Int64 {
        await loadOnce()
        guard let update, time.wallTime < update.expires else { return bundledSequence }
        return update.sequence
    }

    /// Takes an update into force: verifies it, keeps it, and only then uses it.
    ///
    /// - Throws: what ``PinUpdate/init(verifying:keys:anchors:now:)`` throws; ``PinningError/Code/staleUpdate`` for one that is not newer;
    ///   ``PinningError/Code/backendFailure`` when it cannot be kept, in which case the old one stays in force.
    @discardableResult
    public func apply(_ bytes: [UInt8]) async throws(PinningError) -> PinUpdate {
        await loadOnce()
        let new = try PinUpdate(verifying: bytes, keys: keys, anchors: bundled.anchors, now: time.wallTime)
        try checkIsNewer(new)
        if let storage {
            do { try await storage.save(bytes) } catch { throw PinningError(.backendFailure, "The update cannot be kept.") }
            // Another update may have come while this one was written; the newer stays.
            try checkIsNewer(new)
        }
        update = new
        return new
    }

    /// Fetches an update and takes it into force; false when the server has none that is newer.
    ///
    /// The transport should be one under the bundle's or the current pins; the update's own signature holds whatever the connection.
    public func refresh(from url: HTTPURL, over transport: any HTTPTransport) async throws(PinningError) -> Bool {
        let response = try await transport.send(HTTPRequest(.get, url, maximumResponseBody: PinUpdate.maximumByteCount))
        guard response.status == 200 else { throw PinningError(.invalidResponse, "The server answers \(response.status) for the update.") }
        do throws(PinningError) {
            try await apply(response.body)
            return true
        } catch {
            guard error.code == .staleUpdate else { throw error }
            return false
        }
    }

    private func checkIsNewer(_ new: PinUpdate) throws(PinningError) {
        // Also an expired update keeps its place in the sequence: what it replaced must not come back.
        let newest = max(update?.sequence ?? 0, bundledSequence)
        guard new.sequence > newest else {
            throw PinningError(.staleUpdate, "The update has sequence \(new.sequence); \(newest) was in force already.")
        }
    }

    private func loadOnce() async {
        guard !isLoaded else { return }
        isLoaded = true
        guard let storage, let bytes = try? await storage.load() else { return }
        guard let stored = try? PinUpdate(verifying: bytes, keys: keys, anchors: bundled.anchors, now: time.wallTime),
            stored.sequence > max(bundledSequence, update?.sequence ?? 0)
        else { return }
        update = stored
    }
}
