public import MerlonPinning
public import TestSupport
import Testing

extension TestPKI {
    /// The certificate of that name.
    public func certificate(_ name: String) throws -> Certificate {
        try #require(CertificateFile.certificates(in: bytes("\(name).pem")).first)
    }

    /// What the server of that name sends.
    public func chain(_ name: String) throws -> [Certificate] { try CertificateFile.certificates(in: bytes("\(name).chain.pem")) }

    /// `inter@ca`: a public-key pin of that certificate at that position; `!inter`: a pin of the whole certificate.
    public func pin(_ text: String) throws -> Pin {
        let parts = text.split(separator: "@")
        let position = parts.count > 1 ? try #require(Pin.Position(rawValue: String(parts[1]))) : .anywhere
        let name = parts[0].drop { $0 == "!" }
        let certificate = try certificate(String(name))
        return parts[0].hasPrefix("!") ? .certificate(certificate, at: position) : .publicKey(of: certificate, at: position)
    }

    /// A pin that no certificate has.
    public static let unused = Pin(.publicKey, PinDigest(hashing: Array("nobody's key".utf8)))

    /// A policy for the host: these pins and one that nobody has; both roots of the PKI are trusted.
    public func policy(
        host: String = "localhost", _ pins: [String], anchors: [String] = ["root", "root2"], mode: PinSet.Mode = .enforce,
        expiry: PinSet.Expiry? = nil, otherHosts: PinningPolicy.OtherHosts = .reject
    ) throws -> PinningPolicy {
        let set = try PinSet(
            host: HostName(host), pins: pins.map(pin) + [Self.unused, .publicKey(of: certificate("client"))], expiry: expiry, mode: mode)
        return try PinningPolicy([set], otherHosts: otherHosts, anchors: .only(anchors.map(certificate)))
    }
}
