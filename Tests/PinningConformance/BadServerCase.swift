public import MerlonPinning
public import Testing

/// Servers that stall, send garbage, or too much, in place of a handshake: a typed error within the deadline for every transport.
public struct BadServerCase: Sendable, CustomTestStringConvertible {
    public var name: String
    /// What is sent at once.
    public var bytes: [UInt8]
    /// Whether the connection is closed then, or left open in silence.
    public var closes: Bool
    /// What a client may say of it.
    public var codes: Set<PinningError.Code>

    public var testDescription: String { name }

    private static let record = [0x16, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000) as [UInt8]
    /// The start of a handshake that names TLS 1.2, and a server's greeting that is longer than what follows.
    private static let greeting: [UInt8] = [0x16, 3, 3, 0, 6, 2, 0, 0, 80, 3, 3]

    /// All cases.
    public static let table: [BadServerCase] = [
        .init(name: "silence", bytes: [], closes: false, codes: [.timedOut]),
        .init(name: "the end at once", bytes: [], closes: true, codes: [.handshakeFailed, .connectionFailed]),
        .init(name: "half a record, then silence", bytes: Array(record.prefix(100)), closes: false, codes: [.timedOut]),
        .init(name: "half a greeting, then silence", bytes: greeting, closes: false, codes: [.timedOut]),
        .init(name: "half a greeting, then the end", bytes: greeting, closes: true, codes: [.handshakeFailed, .connectionFailed]),
        .init(name: "an alert", bytes: [0x15, 3, 3, 0, 2, 2, 40], closes: true, codes: [.handshakeFailed]),
        .init(name: "plain HTTP", bytes: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), closes: true, codes: [.handshakeFailed]),
        .init(
            name: "noise", bytes: (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }, closes: true,
            codes: [.handshakeFailed]),
        .init(
            name: "records without end", bytes: Array(repeatElement(record, count: 100).joined()), closes: true,
            codes: [.handshakeFailed, .limitExceeded, .connectionFailed]),
    ]
}
