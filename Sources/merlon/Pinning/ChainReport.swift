import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// Puts certificates, their pins and what each pin risks into words, and into files that are ready to use.
struct ChainReport {
    /// What the certificates are of, as it was asked for.
    let source: String
    /// The host that a policy is for.
    let host: HostName?
    /// The chain, leaf first; or certificates from a file.
    let certificates: [Certificate]
    /// Whether they are a chain that the platform validated.
    let isValidated: Bool

    func text(now: WallTime) -> String {
        var text = "\(source): \(certificates.count) certificate\(certificates.count == 1 ? "" : "s")\n"
        for (index, certificate) in certificates.enumerated() {
            text += "\n\(index)  \(certificate.subjectName)  (\(role(index)), \(certificate.keyDescription))\n"
            text += "   issued by  \(certificate.issuerName)\n"
            text += "   valid      \(certificate.notBefore.iso8601) to \(certificate.notAfter.iso8601)\(validity(certificate, now))\n"
            if !certificate.hostNames.isEmpty, index == 0 {
                text += "   for        \(certificate.hostNames.prefix(8).joined(separator: ", "))\n"
            }
            text += "   pin        \(certificate.publicKeyDigest.base64)\n"
            text += "   risk       \(risk(index))\n"
        }
        return text
    }

    var json: JSONValue {
        .members([
            "source": .string(source), "validated": .boolean(isValidated),
            "certificates": .array(
                certificates.enumerated().map { index, certificate in
                    .object([
                        "subject": .string(certificate.subjectName), "issuer": .string(certificate.issuerName),
                        "role": .string(role(index)),
                        "key": .string(certificate.keyDescription), "notBefore": .string(certificate.notBefore.iso8601),
                        "notAfter": .string(certificate.notAfter.iso8601), "spkiSHA256": .string(certificate.publicKeyDigest.base64),
                        "certificateSHA256": .string(certificate.digest.base64), "risk": .string(risk(index)),
                    ])
                }),
        ])
    }

    /// Pins of the authorities of the chain, with one more key in reserve where it was given.
    func pins(backups: [Certificate]) -> [Pin] {
        let authorities = certificates.indices.filter { $0 > 0 }.map { Pin.publicKey(of: certificates[$0], at: .authority) }
        let leaves = authorities.isEmpty ? certificates.prefix(1).map { Pin.publicKey(of: $0) } : []
        return authorities + leaves
            + backups.map { .publicKey(of: $0, at: $0.isAuthority && !authorities.isEmpty ? .authority : .anywhere) }
    }

    private func role(_ index: Int) -> String {
        let certificate = certificates[index]
        guard certificate.isAuthority else { return index == 0 ? "server" : "no authority" }
        return certificate.isSelfIssued ? "root" : "intermediate"
    }

    private func validity(_ certificate: Certificate, _ now: WallTime) -> String {
        if now > certificate.notAfter { return "  EXPIRED" }
        if now < certificate.notBefore { return "  NOT YET VALID" }
        let days = (certificate.notAfter - now).nanoseconds / 86_400_000_000_000
        return "  (\(days) day\(days == 1 ? "" : "s") left)"
    }

    private func risk(_ index: Int) -> String {
        switch role(index) {
        case "root": "broad: accepts whatever this authority, and everyone under it, ever signs for the host; changes rarely"
        case "intermediate":
            "moderate: authorities retire intermediates, at times without notice; keep a pin of the root or of another authority"
        default:
            "breaks when the server's key changes, which automatic renewal may do; needs a reserve key that is pinned before it is used"
        }
    }
}
