internal import MerlonCore

/// What people and the lint want to know of a certificate. Nothing here decides about trust.
extension Certificate {
    /// The holder, for people: the common name where there is one, else the organisation; with what is unsafe to show replaced.
    public var subjectName: String { Self.displayName(subject) }

    /// Who signed it, for people.
    public var issuerName: String { Self.displayName(issuer) }

    /// Whether holder and signer have the same name, as those of roots have.
    public var isSelfIssued: Bool { subject.elementsEqual(issuer) }

    /// Whether it may sign certificates: basicConstraints with cA (RFC 5280, 4.2.1.9).
    public var isAuthority: Bool {
        guard let value = extensionValue([2, 5, 29, 19]) else { return false }
        let answer = try? { () throws(DERError) -> Bool in
            var fields = try DERReader(value).only(.sequence)
            return try fields.readIfPresent(.boolean)?.boolean() ?? false
        }()
        return answer ?? false
    }

    /// The host names and addresses that it is for, as they stand in subjectAltName, wildcards included. At most 1,000.
    public var hostNames: [String] {
        guard let value = extensionValue([2, 5, 29, 17]), var names = try? DERReader(value).only(.sequence) else { return [] }
        var found: [String] = []
        while found.count < 1000, let name = try? names.read() {
            guard name.tag.tagClass == .contextSpecific else { continue }
            switch name.tag.number {
            case 2: found.append(Self.shown(String(decoding: name.content, as: UTF8.self)))
            case 7: if let address = IPAddress.canonical(bytes: name.content) { found.append(address) }
            default: break
            }
        }
        return found
    }

    /// What the public key is, for people: `RSA 2048`, `P-256`, `Ed25519`, or the algorithm's number.
    public var keyDescription: String {
        let words = try? { () throws(DERError) -> String in
            var info = try DERReader(subjectPublicKeyInfo).only(.sequence)
            var algorithm = try info.enter(.sequence)
            let identifier = try algorithm.read(.objectIdentifier).objectIdentifier()
            let bits = try info.read(.bitString).bitString().bytes
            switch identifier {
            case [1, 2, 840, 113_549, 1, 1, 1]:
                var key = try DERReader(bits).only(.sequence)
                let modulus = try key.read(.integer).unsignedIntegerBytes()
                return "RSA \(8 * modulus.count - (modulus.first?.leadingZeroBitCount ?? 0))"
            case [1, 2, 840, 10045, 2, 1]:
                switch try algorithm.read(.objectIdentifier).objectIdentifier() {
                case [1, 2, 840, 10045, 3, 1, 7]: return "P-256"
                case [1, 3, 132, 0, 34]: return "P-384"
                case [1, 3, 132, 0, 35]: return "P-521"
                case let curve: return "EC \(curve)"
                }
            case [1, 3, 101, 112]: return "Ed25519"
            case [1, 3, 101, 113]: return "Ed448"
            default: return "\(identifier)"
            }
        }()
        return words ?? "unknown"
    }

    /// The content of an extension's OCTET STRING.
    private func extensionValue(_ wanted: DERObjectIdentifier) -> ArraySlice<UInt8>? {
        guard var list = try? DERReader(extensions).only(.sequence) else { return nil }
        while let entry = try? list.read(.sequence), var fields = try? entry.children() {
            guard let identifier = try? fields.read(.objectIdentifier).objectIdentifier(), identifier == wanted else { continue }
            _ = try? fields.readIfPresent(.boolean)
            return try? fields.read(.octetString).octetString()
        }
        return nil
    }

    private static func displayName(_ name: ArraySlice<UInt8>) -> String {
        var (common, organisation): (String?, String?) = (nil, nil)
        guard var sets = try? DERReader(name).only(.sequence) else { return "" }
        while let set = try? sets.read(.set), var attributes = try? set.children() {
            while var attribute = try? attributes.read(.sequence).children() {
                guard let type = try? attribute.read(.objectIdentifier).objectIdentifier(), let text = try? attribute.read().string() else {
                    break
                }
                if type == [2, 5, 4, 3] { common = text }
                if type == [2, 5, 4, 10] { organisation = organisation ?? text }
            }
        }
        return shown(common ?? organisation ?? "")
    }

    private static func shown(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(256) { scalars.append(scalar.isUnsafeToShow ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }
}
