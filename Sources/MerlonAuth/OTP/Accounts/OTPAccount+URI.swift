/// `otpauth://TYPE/LABEL?PARAMETERS`, as Google Authenticator's Key Uri Format has it and Authy, Microsoft Authenticator, 1Password, FreeOTP,
/// KeePassXC and Aegis write it.
///
/// | part | read | written |
/// |---|---|---|
/// | type | `totp`, `hotp`, Aegis's `steam`; in any case | `totp`, `hotp` |
/// | label | cut at the first colon, literal or escaped; blanks around the name taken off | `Issuer:name`, escaped |
/// | `issuer` | wins over the label's; where they differ, ``labelIssuer`` keeps the other | when there is one |
/// | `secret` | as people type it | Base32 in upper case, without padding |
/// | `algorithm` | any spelling that ``OTPAlgorithm/init(name:)`` knows | `SHA1`, `SHA256`, `SHA512` |
/// | `digits` | 6 ... 8; 5 for Steam | always |
/// | `period` | 1 ... ``OTPTimeStep/maximumPeriod`` | always for `totp` |
/// | `counter` | 0 without it, as Google's app has it | always for `hotp` |
/// | `encoder` | KeePassXC's `steam` | for Steam |
/// | `t0` | Merlon's own: the origin of the steps | when it is not 0 |
/// | others | kept, in order | in order |
///
/// Names of parameters count in any case. In values `+` is a blank and `%2B` a plus sign; in the label a plus sign is one, unless the label is
/// encoded as a form beyond doubt. A known parameter that stands twice is refused.
extension OTPAccount {
    /// The longest URI in bytes.
    public static let maximumURIByteCount = 4096

    /// Reads an `otpauth` URI.
    ///
    /// Throws ``AuthError/Code/malformed``, ``AuthError/Code/limitExceeded``, ``AuthError/Code/invalidArgument`` for a value out of range,
    /// or ``AuthError/Code/unsupported`` for a type, an algorithm or an encoder that there is not.
    ///
    /// - Parameter dangerouslyAllowShortSecret: See ``OTPSecret/init(bytes:dangerouslyAllowShort:)``.
    public init(uri: String, dangerouslyAllowShortSecret: Bool = false) throws(AuthError) {
        let parts = try OTPURI(uri, scheme: "otpauth", limit: Self.maximumURIByteCount)
        guard ["totp", "hotp", "steam"].contains(parts.host) else {
            throw AuthError(.unsupported, "The type of a one-time password is totp or hotp.")
        }
        let isTime = parts.host != "hotp"
        var parameters = try OTPParameters(parts.query, isTime: isTime)
        let encoder = parameters.take("encoder")
        let isSteam = parts.host == "steam" || encoder?.lowercased() == "steam"
        guard encoder == nil || isSteam else { throw AuthError(.unsupported, "A way to show codes that this version does not know.") }
        guard let secretText = parameters.take("secret") else { throw AuthError(.malformed, "The URI has no secret.") }
        let secret = try OTPSecret(base32: secretText, dangerouslyAllowShort: dangerouslyAllowShortSecret)
        let hotp = HOTP(secret: secret, algorithm: try parameters.algorithm(), format: try parameters.format(isSteam: isSteam))
        let factor = try parameters.factor(isTime: isTime)
        let issuer = parameters.take("issuer")
        let label = try OTPLabel(parts.path, issuerParameter: issuer)
        let hasIssuer = issuer?.unicodeScalars.contains { !$0.properties.isWhitespace } == true
        try self.init(
            name: label.name, issuer: hasIssuer ? issuer : label.issuer, labelIssuer: hasIssuer ? label.issuer : nil, hotp: hotp,
            factor: factor)
        unknownParameters = parameters.rest
    }

    /// The account as an `otpauth` URI, which every reader takes in the same way and which reads back as exactly this account.
    ///
    /// It holds the secret, in ordinary memory: for a QR code or an export that the person asked for.
    public func uriRevealed() -> String {
        var pairs = [("secret", hotp.secret.base32Revealed())]
        if let issuer { pairs.append(("issuer", issuer)) }
        pairs.append(("algorithm", hotp.algorithm.rawValue))
        pairs.append(("digits", "\(hotp.format.length)"))
        let type: String
        switch factor {
        case .counter(let counter):
            type = "hotp"
            pairs.append(("counter", "\(counter)"))
        case .time(let step):
            type = "totp"
            pairs.append(("period", "\(step.period)"))
            if step.origin != 0 { pairs.append(("t0", "\(step.origin)")) }
        }
        if hotp.format.isSteam { pairs.append(("encoder", "steam")) }
        pairs += unknownParameters.map { ($0.name, $0.value) }
        let query = pairs.map { "\(PercentEncoding.encode($0))=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "otpauth://\(type)/\(OTPLabel.write(self))?\(query)"
    }
}
