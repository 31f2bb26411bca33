import MerlonCore

/// An account in an authenticator: whose it is, and how its codes are made.
///
/// Made by enrolment (``init(name:issuer:hotp:factor:)``) or read from what a service shows (``init(uri:dangerouslyAllowShortSecret:)``).
public struct OTPAccount: Hashable, Sendable {
    /// A parameter of the URI that this version does not know, such as `image`. Kept in its place and written back.
    public struct Parameter: Hashable, Sendable {
        /// As in the URI, decoded.
        public let name: String
        /// As in the URI, decoded.
        public let value: String
    }

    /// The longest issuer and name, in bytes of UTF-8.
    public static let maximumNameByteCount = 255

    /// The account's name at the issuer, such as a mail address.
    public let name: String
    /// Who issued it.
    public let issuer: String?
    /// The issuer that stands before the name in the URI's label, where that is another one than the parameter's; else `nil`.
    public let labelIssuer: String?
    /// The codes.
    public let hotp: HOTP
    /// What moves it from one code to the next.
    public internal(set) var factor: OTPFactor
    /// What else the URI had, in its order.
    public internal(set) var unknownParameters: [Parameter] = []

    /// Makes an account. Blanks around the names are taken off; an empty issuer counts as none.
    ///
    /// Throws ``AuthError/Code/invalidArgument`` for an empty name and for characters that a person cannot see or that change what else is
    /// shown (`Unicode.Scalar.isUnsafeToShow`), ``AuthError/Code/limitExceeded`` for one over ``maximumNameByteCount``.
    public init(name: String, issuer: String? = nil, hotp: HOTP, factor: OTPFactor) throws(AuthError) {
        try self.init(name: name, issuer: issuer, labelIssuer: nil, hotp: hotp, factor: factor)
    }

    /// Makes an account of codes by time.
    public init(name: String, issuer: String? = nil, totp: TOTP) throws(AuthError) {
        try self.init(name: name, issuer: issuer, hotp: totp.hotp, factor: .time(totp.timeStep))
    }

    init(name: String, issuer: String?, labelIssuer: String?, hotp: HOTP, factor: OTPFactor) throws(AuthError) {
        self.hotp = hotp
        self.factor = factor
        self.name = try Self.checked(name)
        guard !self.name.isEmpty else { throw AuthError(.invalidArgument, "The account has no name.") }
        let issuer = try Self.checked(issuer ?? "")
        let labelIssuer = try Self.checked(labelIssuer ?? "")
        self.issuer = issuer.isEmpty ? nil : issuer
        self.labelIssuer = labelIssuer.isEmpty || labelIssuer == issuer ? nil : labelIssuer
    }

    /// The codes by time; `nil` for an account by counter.
    public var totp: TOTP? {
        guard case .time(let step) = factor else { return nil }
        return TOTP(hotp: hotp, timeStep: step)
    }

    /// The account under another name; see ``init(name:issuer:hotp:factor:)``.
    public func renamed(to name: String, issuer: String?) throws(AuthError) -> OTPAccount {
        var account = try OTPAccount(name: name, issuer: issuer, hotp: hotp, factor: factor)
        account.unknownParameters = unknownParameters
        return account
    }

    private static func checked(_ text: String) throws(AuthError) -> String {
        guard text.utf8.count <= maximumNameByteCount else {
            throw AuthError(.limitExceeded, "Issuers and names of accounts have at most \(maximumNameByteCount) bytes.")
        }
        guard !text.unicodeScalars.contains(where: \.isUnsafeToShow) else {
            throw AuthError(.invalidArgument, "A character in an issuer or name that cannot be seen or changes what is shown.")
        }
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }
}
