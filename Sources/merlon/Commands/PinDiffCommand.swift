import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// `merlon pin diff`: what changes from one file of pins to another.
enum PinDiffCommand {
    private static let old = Argument(.path("OLD"), "a file of pins, or a property list with NSPinnedDomains")
    private static let new = Argument(.path("NEW"), "another")

    static let command = Command(
        name: "pin diff", abstract: "show what changes between two files of pins",
        discussion:
            "Hosts and pins that come (+) and go (-), and settings that change. Lines that make the pins weaker are marked with an exclamation mark.",
        arguments: [old.definition, new.definition],
        examples: [Example("merlon pin diff shipped.json next.json", "Shows a rotation before it is signed.")],
        exitStatuses: [
            ExitStatusMeaning(.success, "the same pins"), ExitStatusMeaning(.findings, "other pins"),
            ExitStatusMeaning(.usage, "wrong use, or a file that cannot be read"),
        ]
    ) { invocation in
        let read = { (path: String) in try PinFile.policy(in: InputFile.read(path, limit: PinningPolicy.maximumFileByteCount)) }
        let (before, after) = (try read(invocation.values(of: old)[0]), try read(invocation.values(of: new)[0]))
        let lines = lines(from: before, to: after)
        try invocation.console.output.write(lines.isEmpty ? "no difference\n" : lines.joined(separator: "\n") + "\n")
        return lines.isEmpty ? .success : .findings
    }

    private static func lines(from before: PinningPolicy, to after: PinningPolicy) -> [String] {
        var lines: [String] = []
        if before.otherHosts != after.otherHosts {
            lines.append("\(mark(after.otherHosts != .reject)) other hosts: \(before.otherHosts.rawValue) -> \(after.otherHosts.rawValue)")
        }
        let sets = Dictionary(uniqueKeysWithValues: before.pinSets.map { ($0.host, $0) })
        let newSets = Dictionary(uniqueKeysWithValues: after.pinSets.map { ($0.host, $0) })
        for host in Set(sets.keys).union(newSets.keys).sorted() {
            switch (sets[host], newSets[host]) {
            case (let old?, let new?): lines += changes(from: old, to: new).map { "\($0.isWeaker ? "!" : " ") \(host): \($0.words)" }
            case (nil, let new?): lines.append("  + \(host): \(new.pins.count) pins")
            case (_?, nil): lines.append("! - \(host): no longer pinned")
            case (nil, nil): break
            }
        }
        return lines
    }

    private static func changes(from old: PinSet, to new: PinSet) -> [(words: String, isWeaker: Bool)] {
        var changes: [(words: String, isWeaker: Bool)] = []
        changes += old.pins.filter { !new.pins.contains($0) }.map { ("- \($0)", false) }
        changes += new.pins.filter { !old.pins.contains($0) }.map { ("+ \($0)", false) }
        if old.mode != new.mode { changes.append(("mode \(old.mode.rawValue) -> \(new.mode.rawValue)", new.mode != .enforce)) }
        if old.includesSubdomains != new.includesSubdomains {
            changes.append(("subdomains \(new.includesSubdomains ? "are pinned, too" : "are no longer pinned")", !new.includesSubdomains))
        }
        if old.requirement != new.requirement {
            changes.append(("requires \(old.requirement.rawValue) -> \(new.requirement.rawValue)", new.requirement == .anyPin))
        }
        if old.excludedNames != new.excludedNames {
            let added = new.excludedNames.filter { !old.excludedNames.contains($0) }
            changes.append(("excludes \(new.excludedNames.map(\.description).joined(separator: ", "))", !added.isEmpty))
        }
        if old.expiry != new.expiry {
            let words = { (expiry: PinSet.Expiry?) in expiry.map { "\($0.date.iso8601), then \($0.afterwards.rawValue)" } ?? "never" }
            let isWeaker = new.expiry?.afterwards == .dangerouslyAllowUnpinned
            changes.append(("expires \(words(old.expiry)) -> \(words(new.expiry))", isWeaker))
        }
        return changes
    }

    private static func mark(_ isWeaker: Bool) -> String { isWeaker ? "!" : " " }
}
