import MerlonAudit
import MerlonCommandLine
import MerlonCore

extension ValueType where Value == WallTime {
    /// A day or a second in UTC.
    static var date: ValueType {
        .init(placeholder: "DATE", completion: .none) { text in
            WallTime(iso8601: text).map { .value($0) } ?? .invalid(expected: "a date such as 2026-11-30 or 2026-11-30T09:55:00Z")
        }
    }
}

extension ValueType where Value == String {
    /// A rule, an area or a MASTG test. Which ones there are is checked by whoever uses it, with hints.
    static var ruleName: ValueType {
        .text("NAME", offering: { RuleRegistry.all.map(\.metadata.id) + MASVSArea.allCases.map(\.rawValue) + MASTGTest.all.map(\.id) })
    }
}
