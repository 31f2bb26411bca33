import MerlonCore
import MerlonPinning

/// Hosts of the app that transport security does not pin.
struct PinnedDomainsRule: Rule {
    let metadata = RuleMetadata(
        id: "network-ats-pinning-absent",
        title: "Hosts are not pinned in transport security",
        area: .network,
        controls: ["MASVS-NETWORK-2"],
        tests: ["MASTG-TEST-0385"],
        weaknesses: ["MASWE-0047"],
        cwe: [295],
        severity: .low,
        rationale: """
            Without pinning, every authority in the device's trust store can vouch for the app's servers: one of an employer, one that the user \
            was talked into, or one that was broken into. NSPinnedDomains ties the app's own servers to keys that their operator chose. \
            Pinning in code is not seen by this test; signs of it are listed.
            """,
        fix: Fix(
            "Pin the app's own servers, with a backup pin, in NSPinnedDomains or in code.", api: "MerlonPinning.PinSet"),
        examples: [
            .bad("no pins", .example(strings: ["https://api.example.org/v1"])),
            .bad(
                "a host without a pin beside one that has it",
                Self.pinned(
                    "api.example.org", authorities: [Self.first, Self.second],
                    hosts: ["https://api.example.org/v1", "https://login.example.net/"])),
            .bad("a domain with no identities", Self.pinned("api.example.org", subdomains: true)),
            .bad(
                "a domain with one identity, and none for the day on which it changes",
                Self.pinned("example.org", authorities: [Self.first], hosts: ["https://example.org/"])),
            .bad(
                "an identity that is cut short",
                Self.pinned(
                    "example.org", authorities: [Self.first, String(Self.second.dropLast(2)) + "="], hosts: ["https://example.org/"])),
            .bad(
                "a host two levels below a domain: the system's subdomains are those of one level",
                Self.pinned(
                    "example.org", authorities: [Self.first, Self.second], subdomains: true, hosts: ["https://a.api.example.org/v1"])),
            .good(
                "an address of a service that is nobody's own",
                Self.pinned(
                    "example.org", authorities: [Self.first, Self.second],
                    hosts: ["https://example.org/", "https://apps.apple.com/app/id1", "https://www.youtube.com/watch"])),
            .good(
                "every host of the code is pinned",
                Self.pinned("example.org", leaves: [Self.first, Self.second], subdomains: true, hosts: ["https://api.example.org/v1"])),
            RuleExample("a framework", expects: .notApplicable, .example(.framework)),
            RuleExample("an extension without a host", expects: .notApplicable, .example(.appExtension)),
            RuleExample("a source folder", expects: .notDecidable, Artifact(kind: .source, path: "Example", name: "Example")),
            RuleExample(
                "pins, and an encrypted slice whose hosts cannot be read", expects: .notDecidable,
                Self.pinned("example.org", authorities: [Self.first, Self.second], encrypted: true)),
        ])

    private static let first = "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M="
    private static let second = "++MBgDH5WGvL9Bcn5Be30cRcL0f5O+NyoXuWtQdX1aI="

    /// An app with one pinned domain, whose code names these hosts.
    private static func pinned(
        _ domain: String, authorities: [String] = [], leaves: [String] = [], subdomains: Bool = false, hosts: [String] = [],
        encrypted: Bool = false
    ) -> Artifact {
        let identities = { (pins: [String]) in PropertyList.array(pins.map { ["SPKI-SHA256-BASE64": .string($0)] }) }
        var settings: [String: PropertyList] = subdomains ? ["NSIncludesSubdomains": true] : [:]
        if !authorities.isEmpty { settings["NSPinnedCAIdentities"] = identities(authorities) }
        if !leaves.isEmpty { settings["NSPinnedLeafIdentities"] = identities(leaves) }
        return .example(
            plist: ["NSAppTransportSecurity": ["NSPinnedDomains": [domain: .dictionary(settings)]]], strings: hosts, encrypted: encrypted)
    }

    /// Signs of pinning in code.
    private static let signs: [CodeUse] = [
        .objectiveCClass("TrustKit"), .objectiveCClass("TSKPinningValidator"), .objectiveCClass("AFSecurityPolicy"),
        .symbol("_SecTrustCopyKey"), .symbol("_SecTrustCopyPublicKey"), .symbol("_SecCertificateCopyKey"),
        .symbol("_SecCertificateCopyData"),
        .symbol("_SecTrustSetAnchorCertificates"), .selector("setPinnedCertificates:"),
    ]

    var interests: CodeInterests { CodeInterests(of: Self.signs) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        guard artifact.kind != .framework else {
            return .notApplicable(because: "transport security is set by the app, not by a framework")
        }
        return artifact.judgeInfoPlist { plist in
            let settings = plist["NSAppTransportSecurity"] ?? [:]
            let pinned = settings["NSPinnedDomains"]?.dictionary ?? [:]
            let code = CodeView(artifact.binaries, in: context)
            let pinning = Self.signs.filter { code.uses([$0]) }.map(\.name)
            guard !pinned.isEmpty else {
                let place = artifact.plistEvidence("NSAppTransportSecurity.NSPinnedDomains", "NSPinnedDomains is absent")
                let hosts = hosts(code, [:])
                if artifact.kind == .appExtension, hosts.isEmpty, pinning.isEmpty {
                    return .notApplicable(because: "the extension names no host of its own")
                }
                if pinning.isEmpty { return .findings([finding("No host is pinned.", at: artifact, [place] + hosts)]) }
                return .findings([
                    finding(
                        "No host is pinned in transport security; the code has signs of pinning of its own: \(pinning.joined(separator: ", ")).",
                        at: artifact, [place] + code.places(of: Self.signs), confidence: .tentative)
                ])
            }
            // The same lint as `merlon pin lint`: pins that protect nothing, or lock users out one day.
            let faults = PinLint(now: context.now).check(pinnedDomains: settings["NSPinnedDomains"] ?? [:]).filter { $0.severity == .error }
            if !faults.isEmpty {
                let evidence = faults.map { fault in
                    artifact.plistEvidence(
                        "NSAppTransportSecurity.NSPinnedDomains" + (fault.host.map { ".\($0)" } ?? ""),
                        "\(fault.kind.rawValue): \(fault.message)")
                }
                let domains = Set(faults.compactMap(\.host)).sorted().joined(separator: ", ")
                // Without a backup the domain is pinned, and well protected until its key changes.
                let isOnlyFragile = faults.allSatisfy { $0.kind == .backupMissing } && pinned.values.allSatisfy(Self.hasIdentity)
                return .findings([
                    finding(
                        isOnlyFragile
                            ? "NSPinnedDomains has no backup identity for \(domains)."
                            : "NSPinnedDomains has identities or settings for \(domains) that are not valid.",
                        at: artifact, evidence, confidence: isOnlyFragile ? .tentative : .firm)
                ])
            }
            let unpinned = hosts(code, pinned)
            if !unpinned.isEmpty {
                return .findings([
                    finding(
                        "Hosts that stand in the code are not among the pinned domains; pin those that are the app's own.",
                        at: artifact, unpinned)
                ])
            }
            if let slice = code.slices.first(where: \.facts.isEncrypted) {
                return .notDecidable(
                    because: "the hosts in the code cannot be read: encrypted: \(slice.facts.architecture) of \(slice.file)")
            }
            return .pass(examined: "\(pinned.count) pinned domains against the hosts in the code")
        }
    }

    /// The hosts that the code names by HTTPS and no pinned domain covers, each once.
    private func hosts(_ code: CodeView, _ pinned: [String: PropertyList]) -> [Evidence] {
        var seen: Set<String> = []
        return code.slices.flatMap { slice in
            (0..<slice.facts.strings.count).flatMap { index -> [Evidence] in
                let bytes = slice.facts.strings.utf8(at: index)
                guard bytes.starts(with: "https://".utf8) else { return [] }
                return WebAddress.all("https", in: bytes).filter {
                    $0.host.contains(".") && !$0.isLocal && !$0.isIdentifier && !Self.covers(pinned, $0.host)
                        && !KnownHost.isOfOthers($0.host) && seen.insert($0.host).inserted
                }.map { slice.evidence("\($0.text): \($0.host) is not pinned", address: slice.facts.strings.address(at: index)) }
            }
        }.prefix(Self.hostLimit).map { $0 }
    }

    private static let hostLimit = 20

    private static func covers(_ pinned: [String: PropertyList], _ host: String) -> Bool {
        pinned.contains { domain, settings in
            let domain = domain.lowercased()
            // Apple: "NSIncludesSubdomains" of pinned domains covers one label more, and no names below that.
            let parent = host.drop { $0 != "." }.dropFirst()
            return host == domain || (settings["NSIncludesSubdomains"]?.boolean == true && parent == domain)
        }
    }

    private static func hasIdentity(_ domain: PropertyList) -> Bool {
        ["NSPinnedCAIdentities", "NSPinnedLeafIdentities"].contains { domain[$0]?.array?.isEmpty == false }
    }
}
