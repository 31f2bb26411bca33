public import MerlonCore
public import MerlonPinning

/// What a device shows so that somebody signs it in at another one (RFC 8628, 3.2).
public struct DeviceAuthorization: Sendable {
    /// What the person types at ``verificationURL``. Shown to whoever stands before the device; it is worth nothing once it is used or expired.
    public let userCode: String
    /// Where the person goes.
    public let verificationURL: HTTPURL
    /// The same with the code in it, for a QR code; where the server has one.
    public let completeVerificationURL: HTTPURL?
    /// How long the code can be used.
    public let lifetime: TimeSpan
    let deviceCode: SecretBytes
    let interval: TimeSpan
    let options: SignInOptions
    let end: MonotonicTime

    /// Reads the answer of a device authorization endpoint.
    init(parsing json: [UInt8], options: SignInOptions, now: MonotonicTime) throws(AuthError) {
        let malformed = AuthError(.malformed, "Not the answer of a device authorization endpoint.")
        guard let value = try? JSONValue(parsing: json, limits: JSONLimits(size: OAuthClient.maximumAnswerByteCount, depth: 8)),
            let code = value["device_code"]?.string, (1...4096).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            let userCode = value["user_code"]?.string, (1...64).contains(userCode.utf8.count),
            !userCode.unicodeScalars.contains(where: \.isUnsafeToShow),
            let url = value["verification_uri"]?.string.flatMap({ try? HTTPURL($0) }), url.isSecureOrLocal,
            let seconds = value["expires_in"]?.wholeNumber, seconds > 0
        else { throw malformed }
        let complete = value["verification_uri_complete"]?.string
        let completeURL = complete.flatMap { try? HTTPURL($0) }
        guard complete == nil || completeURL?.isSecureOrLocal ?? false else { throw malformed }
        let pause = value["interval"].map { $0.wholeNumber ?? -1 } ?? 5
        guard pause >= 0 else { throw malformed }
        deviceCode = try authCore { () throws(CoreError) in try SecretBytes(copying: code.utf8) }
        self.userCode = userCode
        verificationURL = url
        completeVerificationURL = completeURL
        lifetime = min(.seconds(seconds), Self.maximumLifetime)
        // A server that says 0 is not asked without end.
        interval = min(max(.seconds(pause), .seconds(1)), .minutes(5))
        self.options = options
        end = now + lifetime
    }

    /// The longest time that a code is waited for, whatever the server says.
    public static let maximumLifetime = TimeSpan.hours(1)
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
    public var description: String { "device authorization at \(verificationURL.host)" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
