import FuzzRunner
import MerlonPinning

fuzz { bytes in
    guard let certificates = try? CertificateFile.certificates(in: bytes) else { return }
    for certificate in certificates {
        _ = (certificate.subjectName, certificate.issuerName, certificate.hostNames, certificate.keyDescription, certificate.isAuthority)
        precondition((try? Certificate(der: certificate.der)) == certificate, "the same bytes are another certificate")
        precondition(certificate.der.count >= certificate.subjectPublicKeyInfo.count, "a key outside of its certificate")
    }
}
