import MerlonCore

/// The exception that transport security makes for one domain.
struct ATSException {
    /// As written in `NSExceptionDomains`.
    let domain: String
    let settings: PropertyList

    /// The exceptions of an `NSAppTransportSecurity` dictionary, by domain.
    static func all(in transportSecurity: PropertyList) -> [ATSException] {
        (transportSecurity["NSExceptionDomains"]?.dictionary ?? [:]).sorted { $0.key < $1.key }.map {
            ATSException(domain: $0.key, settings: $0.value)
        }
    }

    /// A setting with the key under which it stands. Three spellings mean the same; the two older ones are still honoured.
    func value(of setting: String) -> (key: String, value: PropertyList)? {
        for prefix in ["NSException", "NSThirdPartyException", "NSTemporaryException", "NSTemporaryThirdPartyException"] {
            if let value = settings[prefix + setting] { return (prefix + setting, value) }
        }
        return nil
    }

    /// The exception also holds for all hosts below the domain.
    var includesSubdomains: Bool { settings["NSIncludesSubdomains"]?.boolean == true }

    /// Only this device, or a name that no public server has.
    var isLocal: Bool {
        ["localhost", "127.0.0.1", "::1", "local"].contains(domain.lowercased()) || domain.lowercased().hasSuffix(".local")
    }

    /// The key path of a setting, for evidence.
    func keyPath(_ key: String) -> String { "NSAppTransportSecurity.NSExceptionDomains.\(domain).\(key)" }

    /// The domain, and that its subdomains are meant too.
    var scope: String { includesSubdomains ? "\(domain) and its subdomains" : domain }
}
