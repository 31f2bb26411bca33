public import MerlonCore
public import MerlonCrypto
public import MerlonVault

/// The accounts of an authenticator, kept in a vault: in the order that the person gave them.
///
/// ```swift
/// let accounts = OTPAccounts(vault: vault)
/// let id = try await accounts.add(try OTPAccount(uri: scanned))
/// let moment = try await accounts.moment(of: id)
/// show(moment.code.groupedText, for: moment.secondsLeft)
/// ```
/// Each account is an item of its own and one more item has the order, so that a kill at any moment loses neither: an account that stands in
/// no order comes last. Nothing is kept in memory between calls.
///
/// With a wrapping key, accounts are sealed under a key that only that hardware unwraps: who copies the store has nothing. Whether there is one
/// is decided once; a store of the other kind throws.
public actor OTPAccounts {
    /// What an account is called for as long as it is there.
    public typealias ID = String

    /// An account in the list, without its secret.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// What it is called.
        public let id: ID
        /// The account's name at the issuer.
        public let name: String
        /// Who issued it.
        public let issuer: String?
        /// Whether its codes go by a counter: ask ``OTPAccounts/nextCode(of:)`` for them.
        public let usesCounter: Bool
    }

    private let vault: Vault
    private let policy: PolicyRequest
    private let prompt: PresencePrompt?
    private let clock: any TimeSource
    private let seal: OTPAccountSeal
    /// Changes follow each other: two that interleave could put back a counter.
    private let turn = Turn()

    /// The accounts in a vault.
    ///
    /// - Parameters:
    ///   - policy: How each is kept; with one that asks for a person, `prompt` says why.
    ///   - wrappingKey: Hardware without which the accounts do not open.
    public init(
        vault: Vault, policy: PolicyRequest = .default, prompt: PresencePrompt? = nil, wrappingKey: (any WrappingKey)? = nil,
        clock: any TimeSource = SystemTimeSource()
    ) {
        self.vault = vault
        self.policy = policy
        self.prompt = prompt
        self.clock = clock
        seal = OTPAccountSeal(vault: vault, wrappingKey: wrappingKey)
    }

    /// All accounts, in order.
    public func entries() async throws(AuthError) -> [Entry] {
        var entries: [Entry] = []
        for id in try await order() {
            let account = try await account(id)
            var usesCounter = false
            if case .counter = account.factor { usesCounter = true }
            entries.append(Entry(id: id, name: account.name, issuer: account.issuer, usesCounter: usesCounter))
        }
        return entries
    }

    /// The accounts whose name or issuer has every word of the text in it, in any case; all for an empty one.
    public func search(_ text: String) async throws(AuthError) -> [Entry] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return try await entries().filter { entry in
            let names = "\(entry.issuer ?? "") \(entry.name)".lowercased()
            return words.allSatisfy { names.contains($0) }
        }
    }

    /// Keeps a new account, at the end.
    public func add(_ account: OTPAccount) async throws(AuthError) -> ID {
        try await turn.take { () async throws(AuthError) in
            let order = try await order()
            let id = Hex.encode(try authCore { () throws(CoreError) in try SystemEntropy().bytes(count: 16) })
            try await write(account, id)
            try await write(order + [id])
            return id
        }
    }

    /// The account, secret included: for an export that the person asked for.
    public func account(_ id: ID) async throws(AuthError) -> OTPAccount {
        try await seal.read(Self.item(id), prompt)
    }

    /// Gives the account another name. An issuer of `nil` takes the issuer away.
    public func rename(_ id: ID, to name: String, issuer: String?) async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            try await write(try await account(id).renamed(to: name, issuer: issuer), id)
        }
    }

    /// Moves the account to a place in the list, from 0; behind the end is the end.
    public func move(_ id: ID, to index: Int) async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            var order = try await order()
            guard let old = order.firstIndex(of: id) else { throw AuthError(.notFound, "There is no such account.") }
            order.remove(at: old)
            order.insert(id, at: min(max(0, index), order.count))
            try await write(order)
        }
    }

    /// Removes the account and its secret, for ever.
    public func remove(_ id: ID) async throws(AuthError) {
        try await turn.take { () async throws(AuthError) in
            let order = try await order()
            let (vault, item) = (vault, Self.item(id))
            try await authVault { () async throws(VaultError) in try await vault.remove(item) }
            try await write(order.filter { $0 != id })
        }
    }

    /// The code of now, the next one, and how long this one is shown. Throws ``AuthError/Code/invalidArgument`` for an account by counter.
    public func moment(of id: ID) async throws(AuthError) -> TOTP.Moment {
        guard let totp = try await account(id).totp else {
            throw AuthError(.invalidArgument, "The account's codes go by a counter: each is asked for and used up.")
        }
        return try totp.moment(at: clock.wallTime)
    }

    /// The next code of an account by counter, whose counter is stored before the code is returned: killed in between, it skips a code and
    /// shows none twice. Throws ``AuthError/Code/invalidArgument`` for an account by time.
    public func nextCode(of id: ID) async throws(AuthError) -> OTPCode {
        try await turn.take { () async throws(AuthError) in
            var account = try await account(id)
            guard case .counter(let counter) = account.factor else {
                throw AuthError(.invalidArgument, "The account's codes go by time.")
            }
            guard counter < .max else { throw AuthError(.limitExceeded, "The account's counter is at its end.") }
            let code = try account.hotp.code(at: counter)
            account.factor = .counter(counter + 1)
            try await write(account, id)
            return code
        }
    }

    private static let prefix = "otp.account."
    private static let orderItem = "otp.order"

    private static func item(_ id: ID) -> String { prefix + id }

    private func write(_ account: OTPAccount, _ id: ID) async throws(AuthError) { try await seal.write(account, Self.item(id), policy) }

    /// The order as it is stored, without accounts that are gone and with those that it does not have.
    private func order() async throws(AuthError) -> [ID] {
        let vault = vault
        let there = try await authVault { () async throws(VaultError) in try await vault.list() }
            .filter { $0.hasPrefix(Self.prefix) }.map { String($0.dropFirst(Self.prefix.count)) }
        var stored: [ID] = []
        do throws(VaultError) {
            stored = try await vault.read(Self.orderItem, as: OTPAccountOrder.self).ids
        } catch  where error.code == .notFound {
        } catch { throw AuthError(error) }
        let ordered = stored.filter(there.contains)
        return ordered + there.filter { !ordered.contains($0) }
    }

    private func write(_ order: [ID]) async throws(AuthError) {
        let vault = vault
        try await authVault { () async throws(VaultError) in try await vault.store(OTPAccountOrder(ids: order), for: Self.orderItem) }
    }
}
