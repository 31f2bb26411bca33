import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// What the commands about pins have in common.
enum PinningOptions {
    enum Format: String, CaseIterable, Sendable { case text, json }

    static let format = Option("format", short: "f", .choice("FORMAT"), default: Format.text, shownAs: "text", "text or json")
    static let trust = Option.optional(
        "trust", .path("FILE"), "certificates of the authorities to trust in place of the system's, in PEM or DER")
    static let timeout = Option("timeout", .number("SECONDS", in: 1...300), default: 15, shownAs: "15", "how long a server has to answer")
    static let at = Option.optional("at", .date, "the time that certificates and expiry are judged by (default: now)")

    static func anchors(_ invocation: Invocation) throws -> TrustAnchors {
        guard let path = try invocation.value(of: trust) else { return .system }
        return .only(try certificates(path))
    }

    static func time(_ invocation: Invocation) throws -> any TimeSource {
        try invocation.value(of: at).map { FixedTime(wallTime: $0) } ?? SystemTimeSource()
    }

    static func certificates(_ path: String) throws -> [Certificate] {
        try CertificateFile.certificates(in: InputFile.read(path, limit: CertificateFile.maximumByteCount))
    }

    /// `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`.
    static func endpoint(_ text: String) throws -> (host: HostName, port: UInt16) {
        do throws(PinningError) {
            // A bare IPv6 address has colons and no port.
            if let address = try? HostName(text), address.isAddress { return (address, 443) }
            let url = try HTTPURL("https://\(text)")
            guard url.target == "/", !text.contains("/") else { throw PinningError(.invalidHost, "'\(text)' is no HOST[:PORT].") }
            return (url.host, url.port)
        } catch {
            throw CommandLineError(.invalidValue, error.errorLine, hint: "expected a file, HOST or HOST:PORT")
        }
    }

    static func inspect(_ endpoint: String, _ invocation: Invocation) async throws -> ServerInspection {
        let (host, port) = try Self.endpoint(endpoint)
        return try await ServerProbe.inspect(
            host, port: port, anchors: anchors(invocation), timeout: .seconds(Int64(invocation.value(of: timeout))), time: time(invocation))
    }

    private struct FixedTime: TimeSource {
        let wallTime: WallTime
        var monotonicTime: MonotonicTime { SystemTimeSource().monotonicTime }
    }
}
