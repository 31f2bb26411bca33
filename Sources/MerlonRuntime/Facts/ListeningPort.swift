/// What answers on one port of the loopback interface.
public struct ListeningPort: Hashable, Codable, Sendable {
    /// The port.
    public var port: UInt16
    /// What answers there.
    public var answer: Fact<PortAnswer>

    /// Makes an answer.
    public init(port: UInt16, answer: Fact<PortAnswer>) {
        self.port = port
        self.answer = answer
    }
}
