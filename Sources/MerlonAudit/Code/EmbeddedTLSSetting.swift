/// Calls that set up a TLS library other than the system's, by the constants that they pass.
enum EmbeddedTLSSetting {
    /// Which constants make a call weak.
    private enum Weakness: Sendable {
        /// The call itself, whatever it passes.
        case always
        /// The lowest bit of the argument is not set: `SSL_VERIFY_PEER` is 1.
        case lowestBitClear(argument: Int)
        /// The argument is not the only value that verifies: `MBEDTLS_SSL_VERIFY_REQUIRED` is 2.
        case other(than: UInt64, argument: Int)
        /// The argument is the wire form of a version below TLS 1.2.
        case outdated(argument: Int)
        /// `SSL_CTX_ctrl` with SSL_CTRL_SET_MIN_PROTO_VERSION (123) or SSL_CTRL_SET_MAX_PROTO_VERSION (124) and such a version.
        case control
        /// Major version 3 with a minor one below 3, which is TLS 1.2.
        case oldMinor
        /// The argument is a version of Secure Transport below TLS 1.2.
        case outdatedSecureTransport(argument: Int)
    }

    /// Sources: `ssl.h` of OpenSSL 3 and of BoringSSL, `mbedtls/ssl.h` of mbed TLS 2 and 3, `wolfssl/ssl.h`, `SecureTransport.h`.
    private static let settings: [String: (weakness: Weakness, meaning: String)] = [
        "_SSL_CTX_set_verify": (.lowestBitClear(argument: 1), "the peer is not verified"),
        "_SSL_set_verify": (.lowestBitClear(argument: 1), "the peer is not verified"),
        "_wolfSSL_CTX_set_verify": (.lowestBitClear(argument: 1), "the peer is not verified"),
        "_mbedtls_ssl_conf_authmode": (.other(than: 2, argument: 1), "the peer need not be verified"),
        "_SSL_CTX_ctrl": (.control, "TLS below 1.2"),
        "_SSL_ctrl": (.control, "TLS below 1.2"),
        "_SSL_CTX_set_min_proto_version": (.outdated(argument: 1), "TLS below 1.2"),
        "_SSL_CTX_set_max_proto_version": (.outdated(argument: 1), "TLS below 1.2"),
        "_mbedtls_ssl_conf_min_tls_version": (.outdated(argument: 1), "TLS below 1.2"),
        "_mbedtls_ssl_conf_min_version": (.oldMinor, "TLS below 1.2"),
        "_SSLv3_client_method": (.always, "SSL 3.0"),
        "_TLSv1_client_method": (.always, "TLS 1.0"),
        "_TLSv1_1_client_method": (.always, "TLS 1.1"),
        "_wolfTLSv1_client_method": (.always, "TLS 1.0"),
        "_wolfTLSv1_1_client_method": (.always, "TLS 1.1"),
        "_SSLSetProtocolVersionMin": (.outdatedSecureTransport(argument: 1), "TLS below 1.2"),
    ]
    private static let uses = settings.keys.sorted().map { CodeUse.symbol($0) }

    static var interests: CodeInterests { CodeInterests(of: uses) }

    /// The places in a slice that make TLS weak.
    static func weaknesses(in slice: CodeView.Slice) -> [Evidence] {
        slice.references(to: uses).compactMap { place in
            guard place.kind == .call, let setting = settings[place.name], isWeak(setting.weakness, place.constantArguments),
                !isOfTheLibrary(place)
            else { return nil }
            return slice.evidence(place, "\(place.name.dropFirst()): \(setting.meaning)")
        }
    }

    private static func isWeak(_ weakness: Weakness, _ arguments: [Int: UInt64]) -> Bool {
        switch weakness {
        case .always: return true
        case .lowestBitClear(let argument):
            guard let value = arguments[argument] else { return false }
            return value & 1 == 0
        case .other(let good, let argument):
            guard let value = arguments[argument] else { return false }
            return value != good
        case .outdated(let argument): return isOutdated(arguments[argument], .wire)
        case .control: return (arguments[1] == 123 || arguments[1] == 124) && isOutdated(arguments[2], .wire)
        case .oldMinor:
            guard arguments[1] == 3, let minor = arguments[2] else { return false }
            return minor < 3
        case .outdatedSecureTransport(let argument): return isOutdated(arguments[argument], .secureTransport)
        }
    }

    private static func isOutdated(_ number: UInt64?, _ numbering: TLSVersion.Numbering) -> Bool {
        guard let number, let version = TLSVersion.version(number, numbering) else { return false }
        return version.isOutdated
    }

    /// A library calls its own interfaces; what it does there is not the app's choice.
    private static func isOfTheLibrary(_ place: CodeReference) -> Bool {
        guard let function = place.function else { return false }
        let name = function.hasPrefix("_") ? function.dropFirst() : Substring(function)
        return ["SSL_", "ssl_", "tls_", "TLS", "mbedtls_", "wolfSSL_"].contains { name.hasPrefix($0) }
    }
}
