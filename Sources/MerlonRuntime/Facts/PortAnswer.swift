/// What answers on a port of the loopback interface.
public enum PortAnswer: String, Hashable, Codable, CaseIterable, Sendable {
    /// Nobody listens.
    case closed
    /// Somebody listens, and does not speak what was asked for.
    case open
    /// A web socket is offered at `/ws`, as Frida's server does.
    case webSocket = "web-socket"
}
