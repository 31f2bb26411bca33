import MerlonCore
public import MerlonVault

/// What every `Protector` does. A protector's test file runs it with three lines:
///
///     @Test(arguments: ProtectorConformance.all) func conformance(_ check: ProtectorConformance) async throws {
///         try await check.run(protector, other)
///     }
public struct ProtectorConformance: Sendable, CustomStringConvertible {
    /// What it checks, as a sentence.
    public let description: String
    private let body: @Sendable (any Protector, any Protector) async throws -> String?

    /// Something was not as it should be.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs the check on a protector, and on another of its kind that holds another secret.
    public func run(_ protector: any Protector, _ other: any Protector) async throws {
        if let problem = try await body(protector, other) { throw Failure(description: "\(description): \(problem)") }
    }

    private init(_ description: String, _ body: @escaping @Sendable (any Protector, any Protector) async throws -> String?) {
        self.description = description
        self.body = body
    }

    private static func key() throws -> SecretBytes { try SystemEntropy().secret(count: 32) }

    private static func error(_ body: () async throws -> Void) async -> VaultError? {
        do {
            try await body()
            return nil
        } catch { return error as? VaultError }
    }

    /// All checks.
    public static let all: [ProtectorConformance] = [
        .init("what was wrapped is unwrapped, again and again") { protector, _ in
            let key = try key()
            let wrapped = try await protector.wrap(key)
            for _ in 0..<2 { guard try await protector.unwrap(wrapped) == key else { return "another key came back" } }
            return wrapped.count <= ProtectorKind.maximumWrappedByteCount ? nil : "it keeps \(wrapped.count) bytes"
        },
        .init("the key does not stand in what is kept") { protector, _ in
            let key = try key()
            let wrapped = try await protector.wrap(key)
            let bytes = unsafe key.withUnsafeBytes { unsafe Array($0) }
            let isThere = wrapped.count >= 8 && (0...wrapped.count - 8).contains { Array(wrapped[$0..<$0 + 8]) == Array(bytes[0..<8]) }
            return isThere ? "it does" : nil
        },
        .init("each wrapping of a key is another") { protector, _ in
            let key = try key()
            let (first, second) = (try await protector.wrap(key), try await protector.wrap(key))
            return first == second ? "they are equal" : nil
        },
        .init("another secret of the kind does not unwrap") { protector, other in
            let wrapped = try await protector.wrap(key())
            return await error { _ = try await other.unwrap(wrapped) }?.code == .authenticationFailed
                ? nil : "it did, or said something else"
        },
        .init("what was changed or cut does not unwrap, and says nothing else than that") { protector, _ in
            let wrapped = try await protector.wrap(key())
            let step = max(1, wrapped.count / 12)
            var changed = stride(from: 0, to: wrapped.count, by: step).map { index in
                var copy = wrapped
                copy[index] ^= 0x40
                return copy
            }
            changed += [[], Array(wrapped.dropLast()), wrapped + [0], Array(repeating: 0xFF, count: wrapped.count)]
            for bytes in changed {
                let code = await error { _ = try await protector.unwrap(bytes) }?.code
                guard let code, [.authenticationFailed, .corrupted, .tooLarge].contains(code) else {
                    return "\(bytes.count) bytes: \(code as Any)"
                }
            }
            return nil
        },
        .init("its kind has a name that parses") { protector, _ in
            ProtectorKind(protector.kind.name) == protector.kind ? nil : protector.kind.name
        },
    ]
}
