/// What a server shows in a handshake, trusted or not. For tools that make and check pins; nothing is sent but the handshake.
public struct ServerInspection: Sendable {
    /// The host that was asked for.
    public let host: HostName
    /// The port.
    public let port: UInt16
    /// The certificates that the server sent, in its order. They prove nothing by themselves; empty where the platform does not tell.
    public let presented: [Certificate]
    /// The chain that the platform validated, or why it did not.
    public let validation: Result<ValidatedChain, PinningError>

    /// The validated chain; `nil` when the platform does not trust the server.
    public var validated: ValidatedChain? { try? validation.get() }
}
