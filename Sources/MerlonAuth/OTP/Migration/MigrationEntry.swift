import MerlonCore

/// One account of a migration payload, as it stands there.
struct MigrationEntry {
    private var secret: ArraySlice<UInt8> = []
    private var name: ArraySlice<UInt8> = []
    private var issuer: ArraySlice<UInt8> = []
    private var algorithm: UInt64 = 0
    private var digits: UInt64 = 0
    private var type: UInt64 = 0
    private var counter: UInt64 = 0

    init(_ message: ArraySlice<UInt8>) throws(AuthError) {
        var reader = ProtobufReader(message)
        while let (field, value) = try reader.next() {
            switch (field, value) {
            case (1, .bytes(let bytes)): secret = bytes
            case (2, .bytes(let bytes)): name = bytes
            case (3, .bytes(let bytes)): issuer = bytes
            case (4, .number(let number)): algorithm = number
            case (5, .number(let number)): digits = number
            case (6, .number(let number)): type = number
            case (7, .number(let number)): counter = number
            default: break
            }
        }
    }

    /// The name for a message, free of what cannot be shown.
    var shownName: String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: name.prefix(100), as: UTF8.self).unicodeScalars {
            text.append(scalar.isUnsafeToShow ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }

    /// The account. Google's app writes `Issuer:name` into the name and the issuer once more beside it.
    func account(_ dangerouslyAllowShort: Bool) throws(AuthError) -> OTPAccount {
        guard let name = String(strictUTF8: name), let issuer = String(strictUTF8: issuer) else {
            throw AuthError(.malformed, "A name in the export that is not UTF-8.")
        }
        let bytes = secret
        let secret = try OTPSecret(
            bytes: try authCore { () throws(CoreError) in try SecretBytes(copying: bytes) }, dangerouslyAllowShort: dangerouslyAllowShort)
        let hotp = HOTP(secret: secret, algorithm: try hashAlgorithm(), format: try format())
        let prefix = "\(issuer):"
        let isPrefixed = !issuer.isEmpty && name.utf8.starts(with: prefix.utf8)
        return try OTPAccount(
            name: isPrefixed ? String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : name, issuer: issuer, hotp: hotp,
            factor: try factor())
    }

    private func hashAlgorithm() throws(AuthError) -> OTPAlgorithm {
        switch algorithm {
        case 0, 1: return .sha1
        case 2: return .sha256
        case 3: return .sha512
        default: throw AuthError(.unsupported, "One-time passwords use SHA1, SHA256 or SHA512.")
        }
    }

    private func format() throws(AuthError) -> OTPFormat {
        switch digits {
        case 0, 1: return .sixDigits
        case 2: return .eightDigits
        default: throw AuthError(.unsupported, "A number of digits that the format does not define.")
        }
    }

    private func factor() throws(AuthError) -> OTPFactor {
        switch type {
        case 1:
            guard counter <= UInt64(Int64.max) else { throw AuthError(.malformed, "A negative counter in the export.") }
            return .counter(counter)
        case 2: return .time(.standard)
        default: throw AuthError(.unsupported, "The type of a one-time password is totp or hotp.")
        }
    }

    /// The message of an account, or ``AuthError/Code/unsupported`` for one that the format cannot hold.
    static func encoded(_ account: OTPAccount) throws(AuthError) -> [UInt8] {
        func refused(_ what: String) -> AuthError {
            AuthError(.unsupported, "'\(account.name)' has \(what), which the export cannot hold.")
        }
        var message = ProtobufWriter()
        message.write(1, unsafe account.hotp.secret.bytes.withUnsafeBytes { unsafe Array($0) })
        message.write(2, Array((account.issuer.map { "\($0):\(account.name)" } ?? account.name).utf8))
        if let issuer = account.issuer { message.write(3, Array(issuer.utf8)) }
        switch account.hotp.algorithm {
        case .sha1: message.write(4, 1)
        case .sha256: message.write(4, 2)
        case .sha512: message.write(4, 3)
        }
        switch account.hotp.format {
        case .sixDigits: message.write(5, 1)
        case .eightDigits: message.write(5, 2)
        default: throw refused("codes of another form than 6 or 8 digits")
        }
        switch account.factor {
        case .time(.standard): message.write(6, 2)
        case .time: throw refused("another period or origin")
        case .counter(let counter):
            guard counter <= UInt64(Int64.max) else { throw refused("a counter over 2^63 - 1") }
            message.write(6, 1)
            message.write(7, counter)
        }
        return message.bytes
    }
}
