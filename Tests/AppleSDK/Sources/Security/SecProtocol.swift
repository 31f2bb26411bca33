@_exported public import Foundation

/// Apple: "sec_protocol_options_t".
public final class sec_protocol_options: @unchecked Sendable {
    /// The verify block that was set. No Apple API.
    public internal(set) var verifyBlock: sec_protocol_verify_t?
    /// The minimum version that was set. No Apple API.
    public internal(set) var minimumVersion: tls_protocol_version_t?
    /// Whether sessions are resumed; Apple's default. No Apple API.
    public internal(set) var resumes = true
    /// Whether tickets are taken; Apple's default. No Apple API.
    public internal(set) var takesTickets = true
    public init() {}
}
public typealias sec_protocol_options_t = sec_protocol_options
public final class sec_protocol_metadata: Sendable { public init() {} }
public typealias sec_protocol_metadata_t = sec_protocol_metadata
public final class sec_trust: @unchecked Sendable {
    let trust: SecTrust
    /// What a server presented. No Apple API.
    public init(presenting trust: SecTrust) { self.trust = trust }
}
public typealias sec_trust_t = sec_trust
public typealias sec_protocol_verify_complete_t = (Bool) -> Void
public typealias sec_protocol_verify_t = (sec_protocol_metadata_t, sec_trust_t, @escaping sec_protocol_verify_complete_t) -> Void

/// Apple: "tls_protocol_version_t".
public enum tls_protocol_version_t: UInt16, Sendable { case TLSv12 = 0x0303, TLSv13 = 0x0304 }

/// Apple: "sec_protocol_options_set_verify_block(_:_:_:)".
public func sec_protocol_options_set_verify_block(
    _ options: sec_protocol_options_t, _ block: @escaping sec_protocol_verify_t, _ queue: DispatchQueue
) {
    options.verifyBlock = block
}

/// Apple: "sec_protocol_options_set_min_tls_protocol_version(_:_:)".
public func sec_protocol_options_set_min_tls_protocol_version(_ options: sec_protocol_options_t, _ version: tls_protocol_version_t) {
    options.minimumVersion = version
}

/// Apple: "sec_trust_copy_ref(_:)".
public func sec_trust_copy_ref(_ trust: sec_trust_t) -> Unmanaged<SecTrust> { Unmanaged.passRetained(trust.trust) }

/// Apple: "sec_protocol_options_set_tls_resumption_enabled(_:_:)".
public func sec_protocol_options_set_tls_resumption_enabled(_ options: sec_protocol_options_t, _ resumption_enabled: Bool) {
    options.resumes = resumption_enabled
}

/// Apple: "sec_protocol_options_set_tls_tickets_enabled(_:_:)".
public func sec_protocol_options_set_tls_tickets_enabled(_ options: sec_protocol_options_t, _ tickets_enabled: Bool) {
    options.takesTickets = tickets_enabled
}
