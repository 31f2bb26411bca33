/// Patched entries of global offset tables.
enum SlotDetector {
    static let linux = Detector(
        "linux-slots", "patched entries of global offset tables", platforms: [.linux], tier: .costly, indicators: ["linux-got-patch"],
        categories: [.hooking]
    ) { snapshot in
        let fact = snapshot.linux?.patchedSlots ?? .unsupported
        guard case .value(let slots) = fact else { return .undecided(reason: fact.whyNot) }
        guard !slots.isEmpty else { return .judged([]) }
        let evidence = slots.map { slot in
            Indicator.Evidence(
                "\(slot.symbol) leads to \(slot.target ?? "no object at all")", place: slot.object,
                source: "relocations against GNU hash tables")
        }
        return .judged([
            Indicator(
                "linux-got-patch", .hooking, .certain, evidence: evidence, test: "MASTG-TEST-0354",
                advice:
                    "Calls of the function go to code that does not define it: an entry was rewritten, or an auditing library answered for it."
            )
        ])
    }
}
