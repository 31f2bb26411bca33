/// The eight control groups of OWASP MASVS v2.
public enum MASVSArea: String, Codable, CaseIterable, Sendable {
    case storage = "STORAGE"
    case crypto = "CRYPTO"
    case auth = "AUTH"
    case network = "NETWORK"
    case platform = "PLATFORM"
    case code = "CODE"
    case resilience = "RESILIENCE"
    case privacy = "PRIVACY"
}
