/// Software breakpoints in the app's own code.
enum TrapDetector {
    static let apple = Detector.apple(
        "apple-traps", "software breakpoints in the app's own code", tier: .costly, indicators: ["apple-software-breakpoint"],
        categories: [.debugging], \.traps
    ) { scan, _ in
        // A trap that the file has as well was written by whoever wrote the code.
        let traps = scan.traps.filter { $0.differsFromFile != false }
        guard !traps.isEmpty else {
            return scan.scanned > 0 && scan.isComplete
                ? .judged([]) : .undecided(reason: "not all of the app's code could be read")
        }
        let evidence = traps.map { trap in
            Indicator.Evidence(
                "trap 0x\(String(trap.instruction, radix: 16))\(trap.differsFromFile == true ? ", which the file does not have" : "")",
                place: "\(trap.image) \(trap.symbol.isEmpty ? "" : trap.symbol + " ")+0x\(String(trap.offset, radix: 16))",
                source: "the code in memory")
        }
        return [
            Indicator(
                "apple-software-breakpoint", .debugging, traps.contains { $0.differsFromFile == true } ? .certain : .firm,
                evidence: evidence, test: "MASTG-TEST-0401",
                advice: "Debuggers write these instructions; compilers write others.")
        ].outcome
    }
}
