public import MerlonCore

/// Finds what is wrong with pins before users do. The tool's `merlon pin lint`, and the audit's rule on pinned domains.
public struct PinLint: Sendable {
    /// What a server has now, for a host of the file: the chain that the platform validated.
    public struct Presence: Sendable {
        /// The host.
        public let host: HostName
        /// The validated chain, leaf first.
        public let chain: [Certificate]

        /// Makes it.
        public init(host: HostName, chain: [Certificate]) {
            self.host = host
            self.chain = chain
        }
    }

    /// The time by which expiry is judged.
    public let now: WallTime
    /// How soon is soon.
    public let horizon: TimeSpan
    /// Chains of servers, where they are known.
    public let presences: [Presence]
    /// Other certificates that pins may be of, such as those in the app's bundle.
    public let certificates: [Certificate]

    /// Makes a lint. `horizon` is 60 days unless given.
    public init(now: WallTime, horizon: TimeSpan = .hours(24 * 60), presences: [Presence] = [], certificates: [Certificate] = []) {
        self.now = now
        self.horizon = horizon
        self.presences = presences
        self.certificates = certificates
    }

    /// Looks at a file of pins: Merlon's JSON, or a property list with `NSPinnedDomains`. What cannot be read is a finding.
    public func check(file bytes: [UInt8]) -> [PinLintFinding] {
        guard bytes.count <= PinningPolicy.maximumFileByteCount else {
            return [.init(.malformed, .error, host: nil, "The file is larger than \(PinningPolicy.maximumFileByteCount) bytes.")]
        }
        let start = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        if start == UInt8(ascii: "{"), let value = try? JSONValue(parsing: bytes, limits: JSONLimits(size: bytes.count, depth: 8)) {
            return check(PinDeclarations(json: value))
        }
        do throws(PropertyListError) {
            return check(
                pinnedDomains: try PropertyListReader.read(
                    bytes,
                    limits: .init(
                        size: bytes.count, depth: 32, objects: 100_000, contentBytes: PinningPolicy.maximumFileByteCount)))
        } catch {
            return [.init(.malformed, .error, host: nil, "The file is neither JSON nor a property list: \(error.description).")]
        }
    }

    /// Looks at the pins of a property list: an Info.plist, its `NSAppTransportSecurity`, or its `NSPinnedDomains`.
    public func check(pinnedDomains list: PropertyList) -> [PinLintFinding] { check(PinDeclarations(pinnedDomains: list)) }

    /// Looks at a policy that was made in code.
    public func check(_ policy: PinningPolicy) -> [PinLintFinding] { check(PinDeclarations(json: policy.json)) }

    private func check(_ declarations: PinDeclarations) -> [PinLintFinding] {
        var findings = declarations.findings
        var seen: Set<HostName> = []
        for declaration in declarations.hosts {
            findings += declaration.findings
            if let host = try? HostName(declaration.host) {
                if !seen.insert(host).inserted {
                    findings.append(.init(.duplicateHost, .error, host: declaration.host, "\(host) has two entries."))
                }
                if declaration.includesSubdomains, PublicSuffixes.contains(host) {
                    findings.append(
                        .init(.publicSuffix, .error, host: declaration.host, "The subdomains of \(host) belong to many owners."))
                }
            } else {
                findings.append(.init(.invalidHost, .error, host: declaration.host, "'\(declaration.host)' is no host name."))
            }
            findings += checkPins(declaration) + checkTime(declaration) + checkPresence(declaration)
        }
        return findings
    }

    private func checkPins(_ declaration: PinDeclaration) -> [PinLintFinding] {
        var findings: [PinLintFinding] = []
        let finding = { (kind: PinLintFinding.Kind, severity: PinLintFinding.Severity, message: String) in
            findings.append(.init(kind, severity, host: declaration.host, message))
        }
        let pins = declaration.pins
        let kinds =
            declaration.requirement == .anyPin
            ? [pins] : [Pin.Position.leaf, .authority].map { kind in pins.filter { $0.position == kind } }
        if declaration.isComplete, kinds.contains(where: { Set($0.map(\.digest)).count < 2 }) {
            let which = declaration.requirement == .anyPin ? "" : " for leaves and for authorities each, since both must match"
            finding(.backupMissing, .error, "There is no backup pin\(which): the next change of the key locks every user out.")
        }
        if declaration.mode == .dangerouslyReportOnly {
            finding(.reportOnly, .warning, "Mismatches are only reported: nothing is protected until the mode is 'enforce'.")
        }
        if !pins.isEmpty, pins.allSatisfy({ $0.position == .leaf }) {
            finding(
                .leafPinsOnly, .warning,
                "Every pin is of the server's own key: each rotation needs an update of the app first. Pin an authority.")
        }
        for pin in pins where pin.kind == .certificate {
            finding(.certificatePin, .warning, "\(pin) is of a whole certificate: it breaks with every renewal. Pin the public key.")
        }
        return findings
    }

    private func checkTime(_ declaration: PinDeclaration) -> [PinLintFinding] {
        var findings: [PinLintFinding] = []
        if let expiry = declaration.expiry {
            let date = expiry.date.iso8601
            let what = expiry.afterwards == .reject ? "every connection is refused" : "connections are not pinned"
            if now >= expiry.date {
                findings.append(.init(.pinsExpired, .error, host: declaration.host, "The pins expired on \(date): \(what)."))
            } else if expiry.date - now < horizon {
                findings.append(.init(.pinsExpireSoon, .warning, host: declaration.host, "The pins expire on \(date): then \(what)."))
            }
            if expiry.afterwards == .dangerouslyAllowUnpinned {
                findings.append(
                    .init(
                        .unpinnedAfterExpiry, .warning, host: declaration.host,
                        "After \(date), also by a clock that someone set, connections are not pinned."))
            }
        }
        let known = certificates + presences.flatMap(\.chain)
        for certificate in Self.distinct(known) {
            guard let pin = declaration.pins.first(where: { $0.digest == certificate.publicKeyDigest || $0.digest == certificate.digest })
            else { continue }
            let end = certificate.notAfter
            guard end - now < horizon else { continue }
            let isOver = end < now
            findings.append(
                .init(
                    .certificateExpiry, isOver ? .error : .warning, host: declaration.host,
                    "\(pin) is of \(certificate.subjectName), which \(isOver ? "expired" : "expires") on \(end.iso8601)."))
        }
        return findings
    }

    private func checkPresence(_ declaration: PinDeclaration) -> [PinLintFinding] {
        guard let host = try? HostName(declaration.host) else { return [] }
        return presences.filter { $0.host == host || (declaration.includesSubdomains && $0.host.isSubdomain(of: host)) }.flatMap {
            presence in
            check(declaration, against: presence)
        }
    }

    private func check(_ declaration: PinDeclaration, against presence: Presence) -> [PinLintFinding] {
        var findings: [PinLintFinding] = []
        let finding = { (kind: PinLintFinding.Kind, severity: PinLintFinding.Severity, message: String) in
            findings.append(.init(kind, severity, host: declaration.host, message))
        }
        let chain = presence.chain
        let matches = declaration.pins.flatMap { pin in
            chain.indices.filter { pin.matches(chain[$0], at: $0) }.map { (pin: pin, index: $0) }
        }
        for pin in declaration.pins {
            let ofKey = chain.indices.filter {
                pin.kind == .publicKey ? chain[$0].publicKeyDigest == pin.digest : chain[$0].digest == pin.digest
            }
            if let index = ofKey.first, !ofKey.contains(where: { pin.matches(chain[$0], at: $0) }) {
                finding(
                    .unreachablePin, .error,
                    "\(pin) is of \(chain[index].subjectName), certificate \(index) of \(presence.host), where that position never matches."
                )
            }
        }
        guard !matches.isEmpty else {
            finding(.noPinInChain, .error, "No pin is in the chain that \(presence.host) has now: every connection is refused.")
            return findings
        }
        if Set(matches.map(\.pin)).count == Set(declaration.pins).count {
            finding(
                .noPinOutsideChain, .error,
                "Every pin is in the chain that \(presence.host) has now. Keep one of a key outside it: of another authority, or of a key in a safe."
            )
        }
        if let leaf = chain.first {
            let end = leaf.notAfter.iso8601
            if matches.allSatisfy({ $0.index == 0 && $0.pin.kind == .certificate }) {
                finding(
                    .breaksOnExpiry, .error, "The app stops working at the latest on \(end), when the certificate of \(presence.host) ends."
                )
            } else if matches.allSatisfy({ $0.index == 0 }) {
                finding(
                    .breaksOnExpiry, .warning,
                    "The certificate of \(presence.host) ends on \(end): unless it is renewed with the same key or a pinned one, the app stops working."
                )
            } else if let first = matches.map(\.index).filter({ $0 > 0 }).min() {
                let signer = chain[first]
                finding(
                    .breaksOnExpiry, .note,
                    "\(signer.subjectName), which is pinned, ends on \(signer.notAfter.iso8601); the server's own certificate on \(end).")
            }
        }
        if matches.allSatisfy({ $0.index == chain.count - 1 }), chain.count > 1 {
            finding(.rootOnly, .note, "Only a root is pinned: whatever that authority signs for \(presence.host) is accepted.")
        }
        return findings
    }

    private static func distinct(_ certificates: [Certificate]) -> [Certificate] {
        var seen: Set<PinDigest> = []
        return certificates.filter { seen.insert($0.digest).inserted }
    }
}
