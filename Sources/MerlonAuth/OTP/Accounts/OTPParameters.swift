/// The decoded parameters of an `otpauth` URI, from which the known ones are taken.
struct OTPParameters {
    private var known: [String: String] = [:]
    /// The others, in order.
    private(set) var rest: [OTPAccount.Parameter] = []

    init(_ query: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)], isTime: Bool) throws(AuthError) {
        let names = ["secret", "issuer", "algorithm", "digits", "encoder"] + (isTime ? ["period", "t0"] : ["counter"])
        for pair in query {
            let name = try PercentEncoding.decode(pair.name, plusIsBlank: true)
            let value = try PercentEncoding.decode(pair.value, plusIsBlank: true)
            guard names.contains(name.lowercased()) else {
                rest.append(OTPAccount.Parameter(name: name, value: value))
                continue
            }
            guard known.updateValue(value, forKey: name.lowercased()) == nil else {
                throw AuthError(.malformed, "A parameter of the URI stands there twice.")
            }
        }
        // Written again, the URI has all known parameters: with the others they must fit, or it would not read back.
        guard rest.count <= OTPURI.maximumParameterCount - names.count else {
            throw AuthError(.limitExceeded, "The URI has too many parameters.")
        }
    }

    mutating func take(_ name: String) -> String? { known.removeValue(forKey: name) }

    mutating func algorithm() throws(AuthError) -> OTPAlgorithm {
        guard let name = take("algorithm") else { return .sha1 }
        guard let algorithm = OTPAlgorithm(name: name) else {
            throw AuthError(.unsupported, "One-time passwords use SHA1, SHA256 or SHA512.")
        }
        return algorithm
    }

    mutating func format(isSteam: Bool) throws(AuthError) -> OTPFormat {
        guard let text = take("digits") else { return isSteam ? .steam : .sixDigits }
        guard let digits = Int(text) else { throw AuthError(.malformed, "The number of digits is no number.") }
        guard isSteam else { return try OTPFormat(digits: digits) }
        guard digits == OTPFormat.steam.length else { throw AuthError(.invalidArgument, "Steam's codes have 5 characters.") }
        return .steam
    }

    mutating func factor(isTime: Bool) throws(AuthError) -> OTPFactor {
        if !isTime {
            guard let text = take("counter") else { return .counter(0) }
            guard let counter = UInt64(text) else { throw AuthError(.malformed, "The counter is no number from 0 to 2^64 - 1.") }
            return .counter(counter)
        }
        let period = try number("period") ?? OTPTimeStep.standard.period
        return .time(try OTPTimeStep(period: period, origin: try number("t0") ?? 0))
    }

    private mutating func number(_ name: String) throws(AuthError) -> Int64? {
        guard let text = take(name) else { return nil }
        guard let number = Int64(text) else { throw AuthError(.malformed, "The parameter \(name) is no number of 64 bits.") }
        return number
    }
}
