import MerlonCore

/// Interfaces that were withdrawn for reasons of security or privacy.
struct DeprecatedInterfacesRule: Rule {
    let metadata = RuleMetadata(
        id: "code-deprecated-interfaces",
        title: "Deprecated interfaces with safer successors are used",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: [],
        weaknesses: ["MASWE-0078"],
        cwe: [477],
        severity: .low,
        rationale: """
            Apple deprecated these interfaces because their use goes wrong easily: trust that is evaluated without an error to look at, TLS that \
            the app configures by itself, connections that ignore newer protections. They get no new ones.
            """,
        fix: Fix("Move to the successor that each place names."),
        examples: [
            .bad("NSURLConnection", .example(classes: ["NSURLConnection"])),
            .bad("Secure Transport", .example(references: [.example(.call, "_SSLCreateContext", in: "open()")])),
            .good("URLSession", .example(classes: ["NSURLSession"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    private static let successors: [(use: CodeUse, successor: String)] = [
        (.objectiveCClass("NSURLConnection"), "NSURLSession"), (.symbol("_SecTrustEvaluate"), "SecTrustEvaluateWithError"),
        (.symbol("_SSLCreateContext"), "Network.framework"), (.symbol("_SSLSetSessionOption"), "Network.framework"),
        (.symbol("_CFReadStreamCreateForHTTPRequest"), "NSURLSession"), (.symbol("_ABAddressBookCreateWithOptions"), "CNContactStore"),
        (.objectiveCClass("ALAssetsLibrary"), "PHPhotoLibrary"), (.objectiveCClass("UIAlertView"), "UIAlertController"),
        (.symbol("_SecKeyEncrypt"), "SecKeyCreateEncryptedData"), (.symbol("_SecKeyDecrypt"), "SecKeyCreateDecryptedData"),
        (.symbol("_SecKeyRawSign"), "SecKeyCreateSignature"), (.symbol("_SecKeyRawVerify"), "SecKeyVerifySignature"),
        (.symbol("_SecKeyGeneratePair"), "SecKeyCreateRandomKey"), (.symbol("_OSSpinLockLock"), "os_unfair_lock"),
    ]

    var interests: CodeInterests { CodeInterests(of: Self.successors.map(\.use)) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let places = Self.successors.flatMap { entry in code.places(of: [entry.use]) { "\($0.name); use \(entry.successor)" } }
            guard places.isEmpty else {
                let names = Self.successors.map(\.use).filter { code.uses([$0]) }.map(\.name).joined(separator: ", ")
                return .findings([finding("The code uses \(names).", at: artifact, places, confidence: .certain)])
            }
            return .pass(examined: code.examined)
        }
    }
}
