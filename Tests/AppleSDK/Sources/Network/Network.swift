@_exported public import Foundation
// Apple's Network imports the security protocol types from Security, whose they are.
@_exported public import Security

/// Apple: "NWProtocolTLS.Options" and the functions of "Security Protocol Options" that set trust and versions.
public enum NWProtocolTLS {
    public final class Options: @unchecked Sendable {
        public let securityProtocolOptions = sec_protocol_options()
        public init() {}
    }
}

/// Apple: "NWEndpoint".
public enum NWEndpoint {
    /// Apple: "NWEndpoint.Host".
    public struct Host: Sendable {
        let name: String
        public init(_ string: String) { name = string }
    }
    /// Apple: "NWEndpoint.Port".
    public struct Port: RawRepresentable, Sendable {
        public let rawValue: UInt16
        public init?(rawValue: UInt16) {
            guard rawValue != 0 else { return nil }
            self.rawValue = rawValue
        }
    }
}

/// Apple: "NWParameters".
public final class NWParameters: @unchecked Sendable {
    let tls: NWProtocolTLS.Options?
    public init(tls: NWProtocolTLS.Options?) { self.tls = tls }
}

/// Apple: "NWError".
public enum NWError: Error, Sendable { case posix(Int32), dns(Int32), tls(OSStatus) }

/// Apple: "NWConnection". Connects to what a test presents, or to nobody.
public final class NWConnection: @unchecked Sendable {
    /// Apple: "NWConnection.State".
    public enum State: Sendable { case setup, waiting(NWError), preparing, ready, failed(NWError), cancelled }

    /// What servers present by host. No Apple API.
    nonisolated(unsafe) public static var servers: [String: SecTrust] = [:]

    /// Apple: "stateUpdateHandler".
    public var stateUpdateHandler: (@Sendable (State) -> Void)?
    private let host: String
    private let parameters: NWParameters

    public init(host: NWEndpoint.Host, port: NWEndpoint.Port, using parameters: NWParameters) {
        self.host = host.name
        self.parameters = parameters
    }

    /// Apple: "start(queue:)".
    public func start(queue: DispatchQueue) {
        queue.async { [self] in
            guard let trust = Self.servers[host], let verify = parameters.tls?.securityProtocolOptions.verifyBlock else {
                stateUpdateHandler?(.failed(.posix(61)))
                return
            }
            verify(sec_protocol_metadata(), sec_trust(presenting: trust)) { [self] accepted in
                stateUpdateHandler?(accepted ? .ready : .failed(.tls(-9808)))
            }
        }
    }

    /// Apple: "cancel()".
    public func cancel() {}
}
