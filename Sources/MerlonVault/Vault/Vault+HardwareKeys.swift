public import MerlonCore
import MerlonCrypto

extension Vault {
    /// A key that lives in hardware, and whose handle the vault keeps: it survives a relaunch.
    ///
    /// ```swift
    /// let key = try await vault.hardwareKey("device", from: .secureEnclaveSigning(), create: .once)
    /// ```
    /// Of all callers, in all processes, one makes the key and everyone gets that one. Making and opening may wait for the hardware, off the caller's
    /// actor.
    /// - Throws: `storeUnavailable` when the hardware is not there or does not know the handle, as after a restoration to another device: such a
    ///   key is gone, and the name can be removed; else as ``key(_:as:create:policy:prompt:condition:deadline:)``.
    public func hardwareKey<Key: Sendable>(
        _ name: String, from maker: HardwareKeyMaker<Key>, create: KeyCreation = .never, policy: PolicyRequest = .default,
        prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil
    ) async throws(VaultError) -> Key {
        let key = try itemKey(name)
        let made = MadeHandle()
        let stored = try await storedKey(
            key, record: .hardwareKey, kind: maker.kind, create: create, policy, prompt, condition
        ) { () async throws(CryptoError) in
            let handle = try await Self.offTheCallersThread { () throws(CryptoError) in try maker.make() }
            await made.set(handle)
            return try translatingCoreErrors { () throws(CoreError) in try SecretBytes(copying: handle) }
        }
        let handle = stored.withBytes { span in (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) } }
        if let own = await made.handle, own != handle { maker.discard(own) }
        do throws(CryptoError) {
            return try await Self.offTheCallersThread { () throws(CryptoError) in try maker.open(handle) }
        } catch {
            guard error.code == .invalidKey else { throw VaultError(error) }
            // The store gave the handle as it was written: one that the hardware refuses is another device's.
            throw VaultError(.storeUnavailable, error.reason, nativeStatus: error.nativeStatus.map { Int32(truncatingIfNeeded: $0) })
        }
    }

    private actor MadeHandle {
        private(set) var handle: [UInt8]?
        func set(_ handle: [UInt8]) { self.handle = handle }
    }

    private static func offTheCallersThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(CryptoError) -> Value
    ) async throws(CryptoError) -> Value {
        let result: Result<Result<Value, CryptoError>, VaultError>
        do throws(VaultError) {
            result = .success(
                try await BlockingWork.run { () throws(VaultError) in
                    do throws(CryptoError) { return Result<Value, CryptoError>.success(try body()) } catch { return .failure(error) }
                })
        } catch { result = .failure(error) }
        switch result {
        case .success(let value): return try value.get()
        case .failure(let error): throw CryptoError(.backendFailure, error.reason)
        }
    }
}
