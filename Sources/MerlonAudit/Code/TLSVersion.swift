/// The protocol versions that Apple's interfaces take as numbers.
enum TLSVersion {
    /// How a constant argument names a version.
    enum Numbering {
        /// `tls_protocol_version_t`: the version as it stands in a TLS record.
        case wire
        /// `SSLProtocol` of Secure Transport.
        case secureTransport
    }

    /// The name of the version, and whether it is older than TLS 1.2. `nil` for a number that is no version.
    static func version(_ number: UInt64, _ numbering: Numbering) -> (name: String, isOutdated: Bool)? {
        switch (numbering, number & 0xFFFF_FFFF) {
        case (.wire, 0x0300), (.secureTransport, 2), (.secureTransport, 3): ("SSL 3.0", true)
        case (.wire, 0x0301), (.secureTransport, 4), (.secureTransport, 5): ("TLS 1.0", true)
        case (.wire, 0x0302), (.secureTransport, 7): ("TLS 1.1", true)
        case (.wire, 0x0303), (.secureTransport, 8): ("TLS 1.2", false)
        case (.wire, 0x0304), (.secureTransport, 10): ("TLS 1.3", false)
        case (.wire, 0xFEFF), (.secureTransport, 9): ("DTLS 1.0", true)
        case (.wire, 0xFEFD), (.secureTransport, 11): ("DTLS 1.2", false)
        case (.secureTransport, 1): ("SSL 2.0", true)
        case (.secureTransport, 6): ("all versions of SSL and TLS", true)
        default: nil
        }
    }
}

/// A call that sets a TLS version, and in which argument.
struct TLSVersionSetter: Sendable {
    let use: CodeUse
    let argument: Int
    let numbering: TLSVersion.Numbering

    /// What the calls in a slice set: outdated versions, and places at which the version is not a constant.
    static func judge(_ setters: [TLSVersionSetter], in slice: CodeView.Slice) -> (outdated: [Evidence], unknown: [Evidence], good: Int) {
        var outdated: [Evidence] = []
        var unknown: [Evidence] = []
        var good = 0
        for setter in setters where slice.has(setter.use) {
            let places = slice.facts.references.filter(setter.use.matches)
            if places.isEmpty { unknown.append(slice.evidence("uses \(setter.use.name)", symbol: setter.use.name)) }
            for place in places.prefix(CodeView.placesPerUse) {
                guard let number = place.constantArguments[setter.argument], let version = TLSVersion.version(number, setter.numbering)
                else {
                    unknown.append(slice.evidence(place, "\(setter.use.name) with a version that is not a constant here"))
                    continue
                }
                if version.isOutdated {
                    outdated.append(slice.evidence(place, "\(setter.use.name) with \(version.name)"))
                } else {
                    good += 1
                }
            }
        }
        return (outdated, unknown, good)
    }
}
