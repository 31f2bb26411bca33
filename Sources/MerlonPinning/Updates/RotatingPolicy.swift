public import MerlonCore
public import MerlonCrypto

/// The policy in force: the newest valid update, or else the one of the app's bundle.
///
/// The bundle's policy always remains as the fallback: when no update was ever taken, when the stored one is damaged, gone, expired or cannot be read. An update
/// with the sequence of the one in force, or an older, is refused. What is stored is the signed file; it is verified again each time it is read, so
/// whoever can write the store can at most take the app back to its bundle.
public actor RotatingPolicy {
    /// Where the newest update is kept between launches. The app's own choice: a file, or a vault, which others cannot write.
    public protocol Storage: Sendable {
        /// The stored file, or `nil` when there is none. Throws when that cannot be said now: the bundle's pins hold then, and no update is taken.
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
    /// The one reading of the storage, which everybody waits for.
    private var loading: Task<Void, any Error>?
    /// The change that was asked for last: changes are made one after the other, since the storage keeps what was written last.
    private var changing: Task<Result<PinUpdate, PinningError>, Never>?

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
        try? await loadOnce()
        guard let update, time.wallTime < update.expires else { return bundled }
        return update.policy
    }

    /// The sequence in force now: that of the update, or of the bundle.
    public func sequence() async -> Int64 {
        try? await loadOnce()
        guard let update, time.wallTime < update.expires else { return bundledSequence }
        return update.sequence
    }

    /// Takes an update into force: verifies it, keeps it, and only then uses it. Calls at the same time are served one after the other.
    ///
    /// - Throws: what ``PinUpdate/init(verifying:keys:anchors:now:)`` throws; ``PinningError/Code/staleUpdate`` for one that is not newer;
    ///   ``PinningError/Code/backendFailure`` when the stored one cannot be read, so that nobody knows whether this one is newer, or when this one
    ///   cannot be kept. The old one stays in force.
    @discardableResult
    public func apply(_ bytes: [UInt8]) async throws(PinningError) -> PinUpdate {
        let before = changing
        let change = Task { () -> Result<PinUpdate, PinningError> in
            _ = await before?.value
            do throws(PinningError) { return .success(try await take(bytes)) } catch { return .failure(error) }
        }
        changing = change
        return try await change.value.get()
    }

    private func take(_ bytes: [UInt8]) async throws(PinningError) -> PinUpdate {
        do { try await loadOnce() } catch { throw PinningError(.backendFailure, "The stored update cannot be read.") }
        let new = try PinUpdate(verifying: bytes, keys: keys, anchors: bundled.anchors, now: time.wallTime)
        // Also an expired update keeps its place in the sequence: what it replaced must not come back.
        let newest = max(update?.sequence ?? 0, bundledSequence)
        guard new.sequence > newest else {
            throw PinningError(.staleUpdate, "The update has sequence \(new.sequence); \(newest) was in force already.")
        }
        if let storage {
            do { try await storage.save(bytes) } catch { throw PinningError(.backendFailure, "The update cannot be kept.") }
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

    /// Reads the storage once; after a failure, such as that of a locked device, anew at the next call.
    private func loadOnce() async throws {
        let reading = loading ?? Task { try await load() }
        loading = reading
        do { try await reading.value } catch {
            if loading == reading { loading = nil }
            throw error
        }
    }

    private func load() async throws {
        guard let storage, let bytes = try await storage.load() else { return }
        // Whether it has expired is asked when it is used.
        guard let stored = try? PinUpdate(stored: bytes, keys: keys, anchors: bundled.anchors), stored.sequence > bundledSequence else {
            return
        }
        update = stored
    }
}
