/// Objective-C whose memory is counted by hand.
struct AutomaticReferenceCountingRule: Rule {
    let metadata = RuleMetadata(
        id: "code-automatic-reference-counting",
        title: "No automatic reference counting",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: ["MASTG-TEST-0230"],
        weaknesses: ["MASWE-0116"],
        cwe: [416, 401],
        severity: .low,
        rationale: """
            Where retain and release are written by hand, one too few or too many is a use of freed memory, which can be turned into \
            running an attacker's code. With ARC the compiler writes them. Swift counts by itself.
            """,
        fix: Fix("Compile Objective-C with -fobjc-arc."),
        examples: [
            .bad("retain and release are sent", .example(selectors: ["retain", "release", "autorelease"], slice: objectiveC)),
            .bad(
                "retain and release that the compiler made into calls",
                .example(imports: ["_objc_release", "_objc_retain", "_objc_autorelease"], slice: objectiveC)),
            .bad("an autorelease pool object", .example(classes: ["NSAutoreleasePool"], slice: objectiveC)),
            .bad("Objective-C that counts nothing", .example(slice: objectiveC)),
            .good("ARC", .example(imports: ["_objc_storeStrong", "_objc_retainAutoreleasedReturnValue"], slice: objectiveC)),
            .good("ARC told by the destructor that it writes", .example(selectors: [".cxx_destruct"], slice: objectiveC)),
            .good("optimised ARC that only releases", .example(imports: ["_objc_release_x19"], slice: objectiveC)),
            .good(
                "stripped Swift",
                .example(
                    imports: ["_swift_release"],
                    slice: {
                        $0.languages = [.swift]; $0.isStripped = true
                    })),
            .good(
                "Swift with classes",
                .example(
                    .framework, imports: ["_swift_release"],
                    slice: {
                        $0.languages = [.swift, .objectiveC]; $0.classes = [ObjectiveCClassFacts(name: "_TtC7Example11AppDelegate")]
                    })),
            RuleExample("plain C", expects: .notApplicable, .example(.framework, slice: { $0.languages = [.c] })),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true, slice: { $0.languages = [.objectiveC] })),
        ])

    private static func objectiveC(_ slice: inout SliceFacts) {
        slice.languages = [.objectiveC, .c]
        slice.classes = [ObjectiveCClassFacts(name: "Session", superclass: "NSObject", instanceMethods: ["token"])]
    }

    /// Functions that the compiler calls under ARC alone.
    private static let automatic: [CodeUse] =
        [
            "_objc_storeStrong", "_objc_retainAutoreleasedReturnValue", "_objc_claimAutoreleasedReturnValue",
            "_objc_autoreleaseReturnValue",
            "_objc_unsafeClaimAutoreleasedReturnValue", "_objc_retainAutoreleaseReturnValue", "_objc_retainAutorelease",
            "_objc_retainBlock",
            "_objc_loadWeakRetained", "_objc_initWeak", "_objc_destroyWeak",
        ].map(CodeUse.symbol) + [.selector(".cxx_destruct")]
    /// Functions that it calls under ARC, and in place of the messages without it.
    private static let either: [CodeUse] = [
        .symbol("_objc_retain"), .symbol("_objc_release"), .symbols(startingWith: "_objc_retain_x"),
        .symbols(startingWith: "_objc_release_x"),
    ]
    private static let manual: [CodeUse] = [
        .selector("retain"), .selector("release"), .selector("autorelease"), .objectiveCClass("NSAutoreleasePool"),
        // Compilers of today call this in place of the message; under ARC it does not come without one of the functions above.
        .symbol("_objc_autorelease"),
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            var missing: [Evidence] = []
            var reasons: [String] = []
            for slice in code.slices {
                let name = "\(slice.file) (\(slice.facts.architecture))"
                let byHand = slice.places(of: Self.manual) { "\($0.name) is written by hand" }
                if slice.uses(Self.automatic) {
                    reasons.append("\(name): calls what only ARC calls")
                } else if slice.uses(Self.either), byHand.isEmpty {
                    reasons.append("\(name): counts without sending retain or release")
                } else if slice.facts.languages.contains(.swift), !slice.facts.hasNativeCode {
                    reasons.append("\(name): Swift, which counts by itself")
                } else if slice.facts.hasNativeCode, slice.facts.classes.contains(where: { !$0.isSwift }) {
                    missing +=
                        byHand.isEmpty
                        ? [slice.evidence("Objective-C classes, and no call of ARC's functions", symbol: "objc_release")] : byHand
                }
            }
            if !missing.isEmpty { return .findings([finding("Objective-C objects are counted by hand.", at: artifact, missing.capped)]) }
            guard !reasons.isEmpty else { return .notApplicable(because: "it has no Objective-C or Swift objects of its own") }
            return .pass(examined: reasons.prefix(8).joined(separator: "; "))
        }
    }
}
