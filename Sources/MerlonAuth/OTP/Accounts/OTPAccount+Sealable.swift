public import MerlonCore

extension OTPAccount: Sealable {
    private static let version: Int64 = 1

    public func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Self.version)
        try encoder.encode(name)
        try encoder.encode(issuer ?? "")
        try encoder.encode(labelIssuer ?? "")
        try encoder.encode(hotp.secret.bytes)
        try encoder.encode(hotp.algorithm.rawValue)
        try encoder.encode(Int64(hotp.format.length))
        switch factor {
        case .counter(let counter):
            try encoder.encode(false)
            try encoder.encode(Int64(bitPattern: counter))
        case .time(let step):
            try encoder.encode(true)
            try encoder.encode(step.period)
            try encoder.encode(step.origin)
        }
        try encoder.encode(Int64(unknownParameters.count))
        for parameter in unknownParameters {
            try encoder.encode(parameter.name)
            try encoder.encode(parameter.value)
        }
    }

    public init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == Self.version else { throw CoreError(.unsupported, "An account of another version.") }
        let (name, issuer, labelIssuer) = (try decoder.string(), try decoder.string(), try decoder.string())
        let secret = try decoder.secret()
        let algorithm = OTPAlgorithm(rawValue: try decoder.string())
        let length = try decoder.integer()
        let isTime = try decoder.boolean()
        let number = try decoder.integer()
        let origin = isTime ? try decoder.integer() : 0
        var parameters: [Parameter] = []
        let count = try decoder.integer()
        guard let algorithm, (0...64).contains(count) else { throw CoreError(.malformed, "A sealed account that is none.") }
        for _ in 0..<count { parameters.append(Parameter(name: try decoder.string(), value: try decoder.string())) }
        do throws(AuthError) {
            // A short secret was allowed when the account was made.
            let secret = try OTPSecret(bytes: secret, dangerouslyAllowShort: true)
            let format = length == OTPFormat.steam.length ? .steam : try OTPFormat(digits: Int(clamping: length))
            let factor: OTPFactor =
                isTime ? .time(try OTPTimeStep(period: number, origin: origin)) : .counter(UInt64(bitPattern: number))
            try self.init(
                name: name, issuer: issuer, labelIssuer: labelIssuer, hotp: HOTP(secret: secret, algorithm: algorithm, format: format),
                factor: factor)
        } catch { throw CoreError(.malformed, error.reason) }
        unknownParameters = parameters
    }
}
