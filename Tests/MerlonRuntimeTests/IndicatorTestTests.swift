import MerlonCore
import Testing

@testable import MerlonRuntime

/// The tests of the MASTG that indicators name: those that ask for the check (MerlonAudit's catalogue has their titles).
@Suite struct IndicatorTestTests {
    /// Jailbreaks, debuggers, hooks and tools; what is no threat names none, but for these.
    private static let byCategory: [Indicator.Category: String] = [
        .systemIntegrity: "MASTG-TEST-0240", .debugging: "MASTG-TEST-0401", .hooking: "MASTG-TEST-0354", .tooling: "MASTG-TEST-0354",
    ]
    private static let others = ["apple-no-passcode": "MASTG-TEST-0248", "apple-debuggable": "MASTG-TEST-0261"]

    @Test func everyIndicatorNamesTheTestOfItsCategory() {
        var seen: Set<String> = []
        for profile in RuntimeProfile.all.values {
            for indicator in ShieldPolicy.observe.verdict(for: profile.snapshot).indicators {
                #expect(indicator.test == Self.others[indicator.id] ?? Self.byCategory[indicator.category], "\(indicator.id)")
                seen.insert(indicator.id)
            }
        }
        #expect(
            seen.isSuperset(of: ["apple-inline-hook", "apple-jailbreak-path", "apple-tracer", "apple-tool-image", "apple-no-passcode"]))
    }

    /// A thing is lent to one probe at a time and made once for all that take turns.
    @Test func whatProbesShareIsMadeOnce() {
        final class Thing {}
        let context = SweepContext()
        var made: [Thing] = []
        func make() -> Thing {
            made.append(Thing())
            return made[made.count - 1]
        }
        let first = context.lend(Thing.self, make: make) { ObjectIdentifier($0) }
        #expect(context.lend(Thing.self, make: make) { ObjectIdentifier($0) } == first && made.count == 1)
        // While one still has it, as a probe that was given up, the next makes its own.
        let (outer, inner) = context.lend(Thing.self, make: make) { outer in
            (ObjectIdentifier(outer), context.lend(Thing.self, make: make) { ObjectIdentifier($0) })
        }
        #expect(outer == first && inner != first && made.count == 2)
        #expect(context.lend(String.self, make: { "x" }) { $0 } == "x")
    }
}
