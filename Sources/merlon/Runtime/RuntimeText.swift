import Foundation
import MerlonCommandLine
import MerlonRuntime

/// Verdicts and inspections for people, and as JSON.
enum RuntimeText {
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    static func text(_ verdict: ShieldVerdict, _ layout: TextLayout) -> String {
        var text = "\(verdict.level)\n"
        for indicator in verdict.indicators.sorted(by: { ($0.category.isThreat ? 0 : 1, $0.id) < ($1.category.isThreat ? 0 : 1, $1.id) }) {
            text += "\n\(indicator.id): \(indicator.category.rawValue), \(indicator.confidence)\n"
            for evidence in indicator.evidence {
                let place = evidence.place.isEmpty ? "" : " at \(evidence.place)"
                text += layout.wrap("\(evidence.what)\(place) (\(evidence.source))", indent: 4)
            }
            text += layout.wrap(indicator.advice, indent: 4)
        }
        text += "\nwhy:\n" + verdict.reasons.map { layout.wrap($0, indent: 2) }.joined()
        if !verdict.undecided.isEmpty {
            text += "\nnot decided:\n"
            text += verdict.undecided.sorted { $0.key < $1.key }.map { layout.wrap("\($0.key): \($0.value)", indent: 2) }.joined()
        }
        return text
    }

    static func text(_ inspection: ProcessInspection, _ layout: TextLayout) -> String {
        var text = "process \(inspection.pid)\n"
        for item in inspection.items {
            let answer = item.answer.value.map { $0.isEmpty ? "none" : $0 } ?? item.answer.whyNot
            text += "\n" + layout.wrap("\(item.question): \(answer)", indent: 0) + layout.wrap(item.meaning, indent: 4)
        }
        return text
    }
}
