/// What MerlonVault throws. Two errors are equal when their codes are equal; the reason and the native status are for people and logs.
public struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which kind of failure it is. New codes may be added: a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable name of the code.
        public let description: String

        private init(_ name: String) { description = name }

        /// There is no such item.
        public static let notFound = Code("not-found")
        /// The item is there and cannot be read now: the device is locked, or was never unlocked since it started. Try again later; delete nothing.
        public static let locked = Code("locked")
        /// The person, or the key given in their place, was not the right one.
        public static let authenticationFailed = Code("authentication-failed")
        /// The person or the system took the prompt away.
        public static let userCancelled = Code("user-cancelled")
        /// The item was bound to a set of faces or fingers that has changed since. It cannot be read again: ask for the secret anew.
        public static let biometryChanged = Code("biometry-changed")
        /// The app's signature lacks the entitlement for this store or this access group.
        public static let missingEntitlement = Code("missing-entitlement")
        /// There is such an item already.
        public static let duplicate = Code("duplicate")
        /// The value is over the store's limit.
        public static let tooLarge = Code("too-large")
        /// What is stored is not what was written.
        public static let corrupted = Code("corrupted")
        /// The item is there and holds another kind of value than the one asked for: a key is read as a key alone.
        public static let wrongKind = Code("wrong-kind")
        /// This store cannot keep an item under the policy asked for. It never keeps it under a weaker one.
        public static let unsupportedPolicy = Code("unsupported-policy")
        /// The store is not there or does not answer.
        public static let storeUnavailable = Code("store-unavailable")
        /// An argument outside of its documented range.
        public static let invalidArgument = Code("invalid-argument")
        /// The deadline passed before the store answered. A write may still come to pass.
        public static let timedOut = Code("timed-out")
        /// The caller's task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The condition that the item is released under is not met now, or was not given.
        public static let conditionNotMet = Code("condition-not-met")
    }

    /// Which kind of failure it is.
    public let code: Code
    /// One sentence for a person. It never carries a secret.
    public let reason: String
    /// The store's own status (`OSStatus`, `errno` …), where it gave one.
    public let nativeStatus: Int32?
    /// SQLite's status, where the error is SQLite's: the native status of another part may be the same number.
    let databaseStatus: Int32?

    /// Makes an error. `reason` must not contain secret input.
    public init(_ code: Code, _ reason: String, nativeStatus: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.nativeStatus = nativeStatus
        databaseStatus = nil
    }

    /// Makes an error of SQLite's.
    init(_ code: Code, _ reason: String, databaseStatus: Int32) {
        self.code = code
        self.reason = reason
        nativeStatus = databaseStatus
        self.databaseStatus = databaseStatus
    }

    public static func == (left: VaultError, right: VaultError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        nativeStatus.map { "\(code): \(reason) (status \($0))" } ?? "\(code): \(reason)"
    }
}
